import { expect, test } from 'vitest'
import { getExportRowsSql } from './export-rows.ts'
import { table } from './fixtures.ts'

test('whole values in the order of the grid, without a semicolon', () => {
  expect(getExportRowsSql({ table: table({ name: 'select' }) })).toBe('select * from public."select" order by "select".a asc, "select".b asc')
})

test('rows without a key or a sort come as they lie where ordering them would cost much', () => {
  expect(getExportRowsSql({ table: table({ primary_keys: [], unique_indexes: [], live_rows_estimate: 1_000_000 }) })).toBe('select * from public.t')
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
  expect(() => getExportRowsSql({ table: table(), filters: [{ sql: 'true) or (true' }] })).toThrow('Unbalanced quotes')
})
