import { expect, test } from 'vitest'
import { isTyped, kindsText, weightText } from './drop-words.ts'

test('kinds are counted in words', () => {
  expect(kindsText([])).toBe('')
  expect(kindsText([{ kind: 'view' }])).toBe('1 view')
  expect(kindsText([{ kind: 'view' }, { kind: 'policy' }, { kind: 'view' }])).toBe('2 views and 1 policy')
  expect(kindsText([{ kind: 'index' }, { kind: 'index' }, { kind: 'publication' }, { kind: 'trigger' }])).toBe(
    '2 indexes, 1 membership of a publication and 1 trigger',
  )
})

test('what would be lost is said with the figures there are', () => {
  expect(weightText({ rows_estimate: 1_000_000, bytes: 120 * 1024 * 1024 })).toBe('≈ 1.0M rows, 120 MB')
  expect(weightText({ rows_estimate: null, bytes: 8192 })).toBe('8.00 kB, rows not counted yet')
  expect(weightText({ rows_estimate: null, bytes: 0 })).toBeNull()
})

test('the name is typed where much is lost, or rows of others', () => {
  const small = { rows_estimate: 9_999, bytes: 8192 }
  expect(isTyped(small, [])).toBe(false)
  expect(isTyped(undefined, [{ kind: 'view' }, { kind: 'foreign key' }])).toBe(false)
  expect(isTyped({ ...small, rows_estimate: 10_000 }, [])).toBe(true)
  expect(isTyped({ rows_estimate: null, bytes: 100 * 1024 * 1024 }, [])).toBe(true)
  expect(isTyped(small, [{ kind: 'column' }])).toBe(true)
})
