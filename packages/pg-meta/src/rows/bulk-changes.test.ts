import { expect, test } from 'vitest'
import { getMatchingRowsDeleteSql, getReferringCountSql, getRowsUpdateSql } from './bulk-changes.ts'

const table = { schema: 'public', name: 'select' }
const filters = [
  {
    column: ['a', 'b'],
    operator: 'in',
    value: [
      ['1', '2'],
      ['3', '4'],
    ],
  },
] as const

test('columns of all matching rows are set, to values or to what an expression gives', () => {
  const values = { a: { kind: 'null' }, B: { kind: 'sql', sql: 'lower("B")' } } as const
  expect(getRowsUpdateSql({ table, filters, values }).sql.replaceAll('\n', '')).toBe(
    `update public."select" set a = NULL, "B" = (lower("B")) where (a, b) in (('1', '2'), ('3', '4'));`,
  )
  expect(getRowsUpdateSql({ table, filters: [], values: { a: { kind: 'default' } } }).sql).toBe('update public."select" set a = default;')
  expect(() => getRowsUpdateSql({ table, filters, values: {} })).toThrow('no value to update')
  for (const sql of ['1), b = (2', '1; drop table t', ''])
    expect(() => getRowsUpdateSql({ table, filters, values: { a: { kind: 'sql', sql } } }), sql).toThrow()
})

test('exactly the matching rows are deleted, and what refers to them is counted', () => {
  expect(getMatchingRowsDeleteSql({ table, filters }).sql).toBe(`delete from public."select" where (a, b) in (('1', '2'), ('3', '4'));`)
  expect(getReferringCountSql({ table, filters: [], columns: ['id'], other: { schema: 's', name: 't', columns: ['ref'] } }).sql).toBe(
    'select count(*) as count from s.t where (ref) in (select id from public."select");',
  )
})
