import { expect, test } from 'vitest'
import { replicasText } from './replicas-text.ts'

const [primary, replica] = [{ database_type: 'PRIMARY' }, { database_type: 'READ_REPLICA' }] as const

test('replicas that a restore in place would leave behind are named before', () => {
  expect(replicasText([primary, replica])).toBe('Its read replica could not follow it into the past: drop it first, and make it again afterwards.')
  expect(replicasText([primary, replica, replica])).toMatch(/^Its 2 read replicas .* drop them first/)
})

test('a primary alone is in nobody’s way', () => {
  expect(replicasText([primary])).toBeNull()
})
