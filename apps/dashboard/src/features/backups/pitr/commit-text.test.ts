import { expect, test } from 'vitest'
import { commitText, justBefore } from './commit-text.ts'

test('a commit is told by the rows of tables that it changed', () => {
  const change = { table: 'orders', inserted: 0, updated: 0, deleted: 0 }
  const text = (changes: readonly (typeof change | { table: null })[], is_removing = false) =>
    commitText({ at: '', changes: changes.map((each) => ({ ...change, ...each })), is_removing })
  expect(text([{ ...change, inserted: 1_000, deleted: 2 }])).toBe('orders: 1,000 inserted, 2 deleted')
  expect(text([{ ...change, updated: 3 }], true)).toBe('orders: 3 updated; something was dropped, emptied or rewritten')
  expect(text([{ ...change, table: null, inserted: 1 } as never])).toBe('a table that is gone: 1 inserted')
  expect(text([])).toBe('changes of the structure')
})

test.each([
  ['2026-01-01T00:00:01.234567Z', 1_234],
  ['2026-01-01T00:00:01.234000Z', 1_233],
  ['2026-01-01T00:00:01.234Z', 1_233],
])('just before %s is a millisecond that it is not in', (at, ms) => {
  expect(justBefore({ at }) - Date.UTC(2026, 0, 1)).toBe(ms)
})
