import { expect, test } from 'vitest'
import { column, table } from './fixtures.ts'
import { getRowDeleteSql, getRowEditSql, getRowsInsertSql, getWholeCellsSql } from './row-edits.ts'

const text = { base_format: 'text', format: 'text' }
const small = table({ columns: [column('a', { is_nullable: false }), column('T', text)] })
const key = { columns: ['a'], values: ['1'] }

test('an edit names what changes, and what each changed cell still has to be', () => {
  const cells = [
    { column: 'a', base: '1', input: { kind: 'text', text: '2' } },
    { column: 'T', base: null, input: { kind: 'default' } },
  ] as const
  expect(getRowEditSql({ table: small, key, cells }).sql).toBe(
    `update public.t set a = '2', "T" = default where (a) in (('1'))` +
      ` and (case when pg_catalog.num_nulls(a) = 0 then pg_catalog.format('%s', a) end) collate "C" = '1' and pg_catalog.num_nulls("T") = 1` +
      ` returning t.a as a, case when length(t."T"::text) > 10240 then left(t."T"::text, 10240) || '...' else t."T"::text end as "T";`,
  )
  expect(() => getRowEditSql({ table: small, key, cells: [] })).toThrow('no value to update')
  expect(() => getRowEditSql({ table: small, key: { columns: [], values: [] }, cells })).toThrow('no filters for this update query')
})

test('a long value that was seen is compared by its digest', () => {
  const { sql } = getRowEditSql({ table: small, key, cells: [{ column: 'T', base: 'x'.repeat(5_000), input: { kind: 'null' } }] })
  expect(sql).toContain(`pg_catalog.sha256(pg_catalog.convert_to("T"::text, 'UTF8')) = `)
  expect(sql).not.toContain('xxx')
})

test('rows are added together, each column once', () => {
  const { sql } = getRowsInsertSql({ table: small, columns: ['a', 'T'], rows: [[{ kind: 'text', text: '1' }, { kind: 'null' }]] })
  expect(sql).toMatch(/^insert into public\.t \(a, "T"\) values \('1', NULL\) returning t\.a as a, /)
  expect(getRowsInsertSql({ table: small, columns: [], rows: [[]] }).sql).toMatch(/^insert into public\.t default values returning /)
})

test('whole values come behind their keys', () => {
  expect(getWholeCellsSql({ table: small, keys: { columns: ['a'], values: [['1'], ['2']] }, columns: ['T'] }).sql).toBe(
    `select t.a, t."T"::text as "cell 0" from public.t where (a) in (('1'), ('2'));`,
  )
})

test('a row is deleted as it was seen, or not at all', () => {
  expect(getRowDeleteSql({ table: small, key, cells: [{ column: 'T', base: '' }] }).sql).toBe(
    `delete from public.t where (a) in (('1')) and ("T"::text) collate "C" = '';`,
  )
  expect(() => getRowDeleteSql({ table: small, key: { columns: [], values: [] }, cells: [] })).toThrow('no filters for this delete query')
})
