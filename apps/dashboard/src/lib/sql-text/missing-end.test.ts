import { expect, test } from 'vitest'
import { missingEnd } from './missing-end.ts'

test.each([
  ['', ''],
  ['  -- nothing but words', ''],
  ['select 1;', ''],
  ['select 1;\n-- the end\n', ''],
  ['select 1', ';'],
  ['select 1  \n\n', ';'],
  ['select 1 -- one', '\n;'],
  ['select 1\n-- one', '\n;'],
])('%j lacks %j', (text, end) => {
  expect(missingEnd(text)).toBe(end)
})
