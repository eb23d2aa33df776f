import type { UnnamedTable } from '@colonnade/contracts/copies/pitr'
import { expect, test } from 'vitest'
import { type Commit, commitText, isDestructive, justBefore } from './commit-text.ts'

test('a commit is told by the rows of tables that it changed', () => {
  const change = { table: 'orders', unnamed: null, inserted: 0, updated: 0, deleted: 0 }
  const text = (changes: Commit['changes'], is_removing = false, removed: string[] = []) => commitText({ at: '', changes, is_removing, removed })
  expect(text([{ ...change, inserted: 1_000, deleted: 2 }])).toBe('orders: 1,000 inserted, 2 deleted')
  expect(text([{ ...change, updated: 3 }], true)).toBe('orders: 3 updated; something was dropped, emptied or rewritten')
  expect(text([], true, ['orders'])).toBe('orders was dropped, emptied or rewritten')
  expect(text([], true, ['a', 'b', 'c'])).toBe('a, b and c were dropped, emptied or rewritten')
  const unnamed = (reason: UnnamedTable) => text([{ ...change, table: null, unnamed: reason, inserted: 1 }])
  expect(unnamed('gone')).toBe('a table that no longer exists: 1 inserted')
  expect(unnamed('before_upgrade')).toBe('a table from before the upgrade: 1 inserted')
  expect(unnamed('other_version')).toBe('a table from another Postgres version: 1 inserted')
  expect(unnamed('other_database')).toBe('a table in another database: 1 inserted')
  expect(text([])).toBe('schema changes')
})

test('a drop, and a delete of many rows, removes data; a small delete or a table that is filled again does not', () => {
  const change = { table: 'orders', unnamed: null, inserted: 0, updated: 0, deleted: 0 }
  const is = (changes: Commit['changes'], is_removing = false) => isDestructive({ changes, is_removing })
  expect([is([], true), is([{ ...change, deleted: 100 }]), is([change, { ...change, deleted: 5_000, inserted: 10 }])]).toEqual([true, true, true])
  expect([is([]), is([{ ...change, deleted: 99 }]), is([{ ...change, deleted: 500, inserted: 500 }])]).toEqual([false, false, false])
})

test.each([
  ['2026-01-01T00:00:01.234567Z', 1_234],
  ['2026-01-01T00:00:01.234000Z', 1_233],
  ['2026-01-01T00:00:01.234Z', 1_233],
])('just before %s is a millisecond that it is not in', (at, ms) => {
  expect(justBefore({ at }) - Date.UTC(2026, 0, 1)).toBe(ms)
})
