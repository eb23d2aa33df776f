import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test('what would end a value is quoted, and nothing is nothing', () => {
  expect(csvLine([1, 'a', null, 'x,y', 'say "hi"', 'two\nlines', ''])).toBe('1,a,,"x,y","say ""hi""","two\nlines",\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1'])('%j is no formula', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test('a quoted formula is none either', () => {
  expect(csvLine(['=HYPERLINK("x")'])).toBe(`"'=HYPERLINK(""x"")"\r\n`)
})
