import type { UnnamedTable } from '@colonnade/contracts/copies/pitr'
import { expect, test } from 'vitest'
import { type Commit, commitText, justBefore } from './commit-text.ts'

test('a commit is told by the rows of tables that it changed', () => {
  const change = { table: 'orders', unnamed: null, inserted: 0, updated: 0, deleted: 0 }
  const text = (changes: Commit['changes'], is_removing = false, removed: string[] = []) => commitText({ at: '', changes, is_removing, removed })
  expect(text([{ ...change, inserted: 1_000, deleted: 2 }])).toBe('orders: 1,000 inserted, 2 deleted')
  expect(text([{ ...change, updated: 3 }], true)).toBe('orders: 3 updated; something was dropped, emptied or rewritten')
  expect(text([], true, ['orders'])).toBe('orders was dropped, emptied or rewritten')
  expect(text([], true, ['a', 'b', 'c'])).toBe('a, b and c were dropped, emptied or rewritten')
  const unnamed = (reason: UnnamedTable) => text([{ ...change, table: null, unnamed: reason, inserted: 1 }])
  expect(unnamed('gone')).toBe('a table that is gone: 1 inserted')
  expect(unnamed('before_upgrade')).toBe('a table of before the upgrade: 1 inserted')
  expect(unnamed('other_version')).toBe('a table of another version of Postgres: 1 inserted')
  expect(unnamed('other_database')).toBe('a table of another database: 1 inserted')
  expect(text([])).toBe('changes of the structure')
})

test.each([
  ['2026-01-01T00:00:01.234567Z', 1_234],
  ['2026-01-01T00:00:01.234000Z', 1_233],
  ['2026-01-01T00:00:01.234Z', 1_233],
])('just before %s is a millisecond that it is not in', (at, ms) => {
  expect(justBefore({ at }) - Date.UTC(2026, 0, 1)).toBe(ms)
})
