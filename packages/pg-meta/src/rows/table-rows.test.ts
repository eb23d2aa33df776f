import { expect, test } from 'vitest'
import { column, table } from './fixtures.ts'
import { rowKey } from './row-order.ts'
import { isCutCell } from './cell-text.ts'
import { getTableRowsSql } from './table-rows.ts'

const rows = (query: Omit<Parameters<typeof getTableRowsSql>[0], 'table'>, change = {}) => getTableRowsSql({ table: table(change), ...query }).sql

test('the first page is ordered by the primary key', () => {
  expect(rows({})).toBe(
    'select page.a as a, page.b as b, page.c as c from (select t.a, t.b, t.c from public.t order by t.a asc, t.b asc limit 100 offset 0) as page;',
  )
})

test('a page after a key seeks by the whole key', () => {
  expect(rows({ after: ['1', '2'] })).toContain(`where (t.a, t.b) > ('1', '2') order by t.a asc, t.b asc limit 100 offset 0`)
})

test('a page before a key is read backwards and shown forwards', () => {
  const text = rows({ before: ['1', '2'], limit: 5 })
  expect(text).toContain(`where (t.a, t.b) < ('1', '2') order by t.a desc, t.b desc limit 5 offset 0`)
  expect(text).toContain('as page order by page.a asc, page.b asc;')
})

test('a sort by a nullable column pages on both sides of its NULLs', () => {
  const sorts = [{ column: 'c' }]
  expect(rows({ sorts, after: ['7', '1', '2'] })).toContain(
    `where (t.c > '7' or t.c is null or (t.c = '7' and (t.a > '1' or (t.a = '1' and (t.b > '2'))))) order by t.c asc nulls last, t.a asc, t.b asc`,
  )
  expect(rows({ sorts, after: [null, '1', '2'] })).toContain(`where (t.c is null and (t.a > '1' or (t.a = '1' and (t.b > '2'))))`)
  expect(rows({ sorts, before: [null, '1', '2'] })).toContain(`where (t.c is not null or (t.c is null and `)
})

test('a key that does not fit the order is refused', () => {
  expect(() => rows({ after: ['1'] })).toThrow('Tuple value length must match column length')
  expect(() => rows({ after: ['1'] }, { primary_keys: [] })).toThrow('Keyset pagination needs an order that ends with a key')
})

test('without a key small tables are ordered by their first orderable column, big ones not at all', () => {
  expect(rows({}, { primary_keys: [] })).toContain('order by t.a asc, t.ctid asc limit')
  expect(rows({}, { primary_keys: [], live_rows_estimate: 100_000 })).not.toContain('order by')
})

test('a unique index without NULLs stands in for a primary key', () => {
  const indexes = [
    { name: 'nullable', columns: ['c'] },
    { name: 'whole', columns: ['b'] },
  ].map((index) => ({ schema: 'public', table_name: 't', table_id: 1, ...index }))
  expect(rowKey(table({ primary_keys: [], unique_indexes: indexes }))).toEqual(['b'])
})

test('long cells are cut and known to be cut', () => {
  const text = column('c', { base_format: 'text' })
  expect(rows({ maxCharacters: 5 }, { columns: [text], primary_keys: [] })).toContain(
    `case when length(page.c::text) > 5 then left(page.c::text, 5) || '...' else page.c::text end as c`,
  )
  expect([isCutCell(text, 'abcde...', 5), isCutCell(text, 'abc...', 5), isCutCell(text, '🏛🏛...', 5), isCutCell(text, null, 5)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  const list = column('c', { is_array: true, format: '_text' })
  const texts = ['{1,2,...}', '{...}', '{1,2}', String.raw`{"{\"a\": 1}","{\"truncated\": true}"}`, '{"{","{"}']
  expect(texts.map((text) => isCutCell(list, text))).toEqual([true, true, false, true, false])
  expect(['{{1,"{"},{2,3}}', '{{1},{2},{3}}'].map((text) => isCutCell(list, text, 10, 3))).toEqual([false, true])
})

test('what is no row of the editor does for a relation too', () => {
  const plain = { name: 'id', format: 'json', data_type: 'json', is_nullable: true }
  const columns = [plain, { ...plain, name: 'tags', format: '_text', data_type: 'ARRAY' }]
  const { sql } = getTableRowsSql({ table: { schema: 'public', name: 'v', columns }, page: 1, limit: 10 })
  expect(sql).toContain('from public.v order by v.tags asc nulls last limit 10 offset 0')
  expect(sql).toContain('page.tags::text[]')
})

test('pages count from 1', () => {
  expect(rows({ page: 3, limit: 10 })).toContain('limit 10 offset 20')
})

test('a far page walks an index of keys, and fetches only its own rows', () => {
  expect(rows({ offset: 5_000 })).toBe(
    'select page.a as a, page.b as b, page.c as c from (select t.a, t.b, t.c from (select t.a, t.b from public.t order by t.a asc, t.b asc ' +
      'limit 100 offset 5000) as places join public.t on places.a = t.a and places.b = t.b) as page order by page.a asc, page.b asc;',
  )
  expect(rows({ offset: 5_000 }, { name: 'places' })).toContain('as their_places join public.places on their_places.a = places.a')
  expect(rows({ offset: 5_000 }, { entity_type: 'v' })).not.toContain('join')
})

test('pages are found from the end too', () => {
  expect(rows({ offset: 3, limit: 5, fromEnd: true })).toContain(
    'order by t.a desc, t.b desc limit 5 offset 3) as page order by page.a asc, page.b asc;',
  )
})
