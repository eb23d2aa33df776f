import type { Migration } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { areAwake, waitingMigrations, waitingText } from './waiting-changes.ts'

const migration = (version: string, statements: string[] | null = ['select 1']) =>
  ({ version, name: null, statements, created_by: null }) as Migration

test('what waits to be merged is what the default branch lacks, in the order in which it is applied', () => {
  const branch = [migration('3'), migration('1'), migration('2'), migration('4', null)]
  expect(waitingMigrations(branch, [migration('1'), migration('9')]).map(({ version }) => version)).toEqual(['2', '3'])
})

test.each([
  [0, 0, 'No changes'],
  [1, 0, '1 change'],
  [2, 1, '3 changes, 1 not in a migration'],
  [0, 2, '2 changes, not in a migration'],
])('%d migrations and %d other changes are told', (migrations, unrecorded, text) => {
  expect(waitingText({ migrations, unrecorded })).toBe(text)
})

test('no database is woken to count changes', () => {
  const awake = { status: 'ACTIVE_HEALTHY', sleep: 'awake' } as const
  expect(areAwake(awake, awake)).toBe(true)
  expect(areAwake(awake, { ...awake, sleep: 'asleep' })).toBe(false)
  expect(areAwake({ ...awake, status: 'INACTIVE' }, awake)).toBe(false)
})
