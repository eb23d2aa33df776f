import { expect, test } from 'vitest'
import { explainStrays, findStrays, withoutStrays } from './stray-characters.ts'

test('characters that look like SQL’s own are found where they are none, and nowhere else', () => {
  const found = (text: string) => findStrays(text).map(({ from, code }) => [from, code])
  expect(found('select id\u00a0 from stock')).toEqual([[9, 'U+00A0']])
  expect(found('select\u200b 1')).toEqual([[6, 'U+200B']])
  expect(found('\ufeffselect 5 \u2013 3\u2028')).toEqual([
    [0, 'U+FEFF'],
    [10, 'U+2013'],
    [13, 'U+2028'],
  ])
  expect(found(`select 'non\u00a0breaking', "a\u00a0b", $$\u2018$$ -- \u2013\n/* \u00a0 */`)).toEqual([])
  expect(found('select größe, 表 from "t"')).toEqual([])
})

test('they are replaced by what was meant, and nothing in strings is touched', () => {
  expect(withoutStrays("select\u00a0item from stock where item = \u2018Schraube\u2019 and note = 'a\u00a0b'\uff1b")).toBe(
    "select item from stock where item = 'Schraube' and note = 'a\u00a0b';",
  )
  expect(withoutStrays('select 1\u2028select\u200b 5 \u2013 3')).toBe('select 1\nselect 5 - 3')
})

test('of a statement that failed the first one is named, and what it stands behind', () => {
  const text = 'select \u2013 1; select id\u00a0 from stock\u00a0'
  expect(explainStrays(text, 20)).toBe(
    'Behind “id” stands U+00A0 (no-break space): Postgres reads it as part of a name, not as a space. 1 more such character follows.',
  )
  expect(explainStrays('\ufeffselect 1', null)).toBe('At its beginning stands U+FEFF (byte order mark): Postgres reads it as part of a name.')
  expect(explainStrays(`select nothing; ${text}`, 8)).toBeNull()
  expect(explainStrays('select id from stock', 8)).toBeNull()
})
