import { expect, test } from 'vitest'
import { isReplaced } from './replaced.ts'

test.each([
  { promise: 'what is typed at the end', before: 'select 1', after: 'select 1, 2 from t', is: false },
  { promise: 'what is typed in the middle', before: 'select a from t', after: 'select a, b, c, d, e, f, g from t', is: false },
  { promise: 'a word that is another one', before: 'select a from t where b', after: 'select a from u where b', is: false },
  { promise: 'the first word of an empty text', before: '', after: 'select', is: false },
  { promise: 'the same text', before: 'aaa', after: 'aaa', is: false },
  { promise: 'more of the same', before: 'aaa', after: 'aaaaa', is: false },
  { promise: 'a longer text in its place', before: 'update t set a = 1', after: 'select count(*) from the_other_one', is: true },
  { promise: 'nothing in its place', before: 'select 1', after: '', is: true },
])('of a text, $promise: replaced is $is', ({ before, after, is }) => {
  expect(isReplaced(before, after)).toBe(is)
})
