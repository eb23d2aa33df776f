import { expect, test } from 'vitest'
import { getCellSql, getRowInsertSql, getRowsDeleteSql, getRowUpdateSql } from './row-changes.ts'

const table = { schema: 'public', name: 'T"x' }

test('an update touches one row by its whole key', () => {
  const values = { a: { kind: 'text', text: "it's" }, b: { kind: 'null' }, c: { kind: 'default' } } as const
  expect(getRowUpdateSql({ table, key: { columns: ['k', 'l'], values: ['1', '2'] }, values }).sql).toBe(
    `update public."T""x" set a = 'it''s', b = NULL, c = default where (k, l) = ('1', '2') returning *;`,
  )
  expect(() => getRowUpdateSql({ table, key: { columns: [], values: [] }, values })).toThrow('no filters for this update query')
  expect(() => getRowUpdateSql({ table, key: { columns: ['k'], values: ['1'] }, values: {} })).toThrow('no value to update')
})

test('an insert leaves defaults to the table', () => {
  expect(getRowInsertSql({ table, values: { a: { kind: 'text', text: '1' }, b: { kind: 'default' } } }).sql).toBe(
    `insert into public."T""x" (a) values ('1') returning *;`,
  )
  expect(getRowInsertSql({ table, values: {} }).sql).toBe('insert into public."T""x" default values returning *;')
})

test('a delete removes exactly the tuples it names', () => {
  const values = [
    ['1', '2'],
    ['3', '4'],
  ]
  expect(getRowsDeleteSql({ table, keys: { columns: ['a', 'b'], values } }).sql).toBe(
    `delete from public."T""x" where (a, b) in (('1', '2'), ('3', '4')) returning a, b;`,
  )
  expect(() => getRowsDeleteSql({ table, keys: { columns: ['a'], values: [] } })).toThrow('no filters for this delete query')
})

test('one whole cell is read by key', () => {
  expect(getCellSql({ table, key: { columns: ['k'], values: ['1'] }, column: 'Body' }).sql).toBe(
    `select "Body" as value from public."T""x" where (k) = ('1');`,
  )
})
