import { expect, test } from 'vitest'
import { getExportRowsSql } from './export-rows.ts'
import { table } from './fixtures.ts'

test('whole values in the order of the file, without a semicolon', () => {
  expect(getExportRowsSql({ table: table({ name: 'select' }) })).toBe('select * from public."select"')
})

test('what is shown: chosen columns, filters, a condition, sorts made total by the key', () => {
  expect(
    getExportRowsSql({
      table: table(),
      columns: ['c', 'A b'],
      filters: [{ column: 'c', operator: '>', value: '5' }, { sql: 'a > 1 -- much' }],
      sorts: [{ column: 'c', ascending: false }],
    }),
  ).toBe(`select c, "A b" from public.t where c > '5' and (\na > 1 -- much\n) order by t.c desc nulls last, t.a desc, t.b desc`)
})

test('rows by number keep the order of the pages', () => {
  expect(getExportRowsSql({ table: table(), range: { from: 200, count: 50 } })).toBe(
    'select * from public.t order by t.a asc, t.b asc limit 50 offset 200',
  )
})

test('a condition stays within its parentheses', () => {
  expect(() => getExportRowsSql({ table: table(), filters: [{ sql: 'true) or (true' }] })).toThrow('not closed')
})
