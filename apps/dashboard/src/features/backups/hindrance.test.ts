import { expect, test } from 'vitest'
import { hindranceOf } from './hindrance.ts'

const active = { status: 'ACTIVE_HEALTHY' } as const
const [primary, replica] = [{ database_type: 'PRIMARY' }, { database_type: 'READ_REPLICA' }] as const
const textOf = (...databases: { database_type: 'PRIMARY' | 'READ_REPLICA' }[]) => hindranceOf(active, [], databases)?.text

test('replicas that a restore in place would leave behind are named before', () => {
  expect(textOf(primary, replica)).toBe(
    'The project has a read replica, which can’t follow it into the past. Delete it first, and create it again afterwards.',
  )
  expect(textOf(primary, replica, replica)).toMatch(/has 2 read replicas, .* Delete them first/)
})

test('what would refuse a restore in place for now is told before', () => {
  expect(hindranceOf({ status: 'UPGRADING' }, [], [primary])?.text).toMatch(/upgrade is running/)
  expect(hindranceOf(active, [{ status: 'RUNNING', target_name: null }], [primary])?.text).toMatch(/^Another restore/)
})

test('a primary alone is in nobody’s way, nor is a restore that is over or goes elsewhere', () => {
  expect(
    hindranceOf(
      active,
      [
        { status: 'FAILED', target_name: null },
        { status: 'RUNNING', target_name: 'Other' },
      ],
      [primary],
    ),
  ).toBeNull()
})
