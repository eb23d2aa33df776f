import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"\r\n`],
  ['+1', "'+1\r\n"],
  ['-1', "'-1\r\n"],
  ['@SUM(A1)', "'@SUM(A1)\r\n"],
  ['\t=1', "'\t=1\r\n"],
  ['a,"b"\nc', '"a,""b""\nc"\r\n'],
  ['ada@example.com', 'ada@example.com\r\n'],
  [true, 'true\r\n'],
  [null, '\r\n'],
])('%j is written as %j', (value, line) => {
  expect(csvLine({ a: value }, ['a'])).toBe(line)
})
