import { empty, ident, join, literal, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { condition } from '../query/filters.ts'
import type { Statement } from '../statement.ts'
import { cutCell, isPrintedOtherwise, wholeCell } from './cell-text.ts'
import { input, type CellInput, type RowKey, type RowKeys } from './row-values.ts'
import { keyFilter, type RowsColumn, type RowsTable } from './row-order.ts'
import { sha256 } from './sha256.ts'

/** A cell that is to change, and the whole value that it still must have. */
export interface CellEdit {
  readonly column: string
  readonly base: string | null
  readonly input: CellInput
}

const Rows = z.array(z.record(z.string(), z.unknown()))

/** Values that were seen are compared by their digest from so many characters on: they would be sent twice. */
const digestedCharacters = 500

/**
 * Changes cells of one row if each of them still has the value that was seen, and gives the row as a page would show it. No row comes
 * back when one of them has another value by now, or the row is gone.
 *
 * @throws Error 'no value to update', 'no filters for this update query'
 */
export function getRowEditSql({
  table,
  key,
  cells,
  isReturning = true,
}: {
  readonly table: RowsTable
  readonly key: RowKey
  readonly cells: readonly CellEdit[]
  /** False for a text that is only read: it gives no rows. */
  readonly isReturning?: boolean | undefined
}): Statement<typeof Rows> {
  if (cells.length === 0) throw new Error('no value to update')
  if (key.columns.length === 0) throw new Error('no filters for this update query')
  const assignments = join(cells.map(({ column, input: value }) => sql`${ident(column)} = ${input(value)}`))
  const same = cells.map(({ column, base }) => sameCondition(columnOf(table, column), base))
  const where = join([keyCondition(table, { columns: key.columns, values: [key.values] }), ...same], sql` and `)
  return { sql: toText(sql`update ${ident(table.schema, table.name)} set ${assignments} where ${where}${returning(table, isReturning)};`), zod: Rows }
}

/**
 * Removes one row if the cells that were seen still have their values; it returns no row.
 *
 * @throws Error 'no filters for this delete query'
 */
export function getRowDeleteSql({
  table,
  key,
  cells,
}: {
  readonly table: RowsTable
  readonly key: RowKey
  readonly cells: readonly Omit<CellEdit, 'input'>[]
}): Statement<typeof Rows> {
  if (key.columns.length === 0) throw new Error('no filters for this delete query')
  const same = cells.map(({ column, base }) => sameCondition(columnOf(table, column), base))
  return {
    sql: toText(
      sql`delete from ${ident(table.schema, table.name)} where ${join([keyCondition(table, { columns: key.columns, values: [key.values] }), ...same], sql` and `)};`,
    ),
    zod: Rows,
  }
}

/** Adds rows that give values to the same columns, and gives them as a page would show them. Columns that are left out take their defaults. */
export function getRowsInsertSql({
  table,
  columns,
  rows,
  isReturning = true,
}: {
  readonly table: RowsTable
  readonly columns: readonly string[]
  readonly rows: readonly (readonly CellInput[])[]
  readonly isReturning?: boolean | undefined
}): Statement<typeof Rows> {
  const relation = ident(table.schema, table.name)
  const end = returning(table, isReturning)
  if (columns.length === 0) return { sql: toText(sql`insert into ${relation} default values${end};`), zod: Rows }
  const tuples = join(rows.map((row) => sql`(${join(row.map(input))})`))
  return {
    sql: toText(sql`insert into ${relation} (${join(columns.map((column) => ident(column)))}) values ${tuples}${end};`),
    zod: Rows,
  }
}

/**
 * Whole values of some rows: for each row that there still is the values of its key, then those of the columns, all as a page shows
 * values that are not cut.
 */
export function getWholeCellsSql({
  table,
  keys,
  columns,
}: {
  readonly table: RowsTable
  readonly keys: RowKeys
  readonly columns: readonly string[]
}): Statement<typeof Rows> {
  if (keys.columns.length === 0 || keys.values.length === 0) throw new Error('no filters for this select query')
  // names may meet: these are read by their place
  const cells = columns.map((column, index) => sql`${wholeCell(columnOf(table, column), ident(table.name, column))} as ${ident(`cell ${index}`)}`)
  return {
    sql: toText(
      sql`select ${join([wholeKey(table, keys.columns), ...cells])} from ${ident(table.schema, table.name)} where ${keyCondition(table, keys)};`,
    ),
    zod: Rows,
  }
}

/** Values of a key as pages show them. */
export function wholeKey(table: RowsTable, columns: readonly string[]): Fragment {
  return join(
    columns.map((column) => {
      const value = ident(table.name, column)
      return isPrintedOtherwise(columnOf(table, column)) ? wholeCell(columnOf(table, column), value) : value
    }),
  )
}

/** Whether a column still has a value that was seen, NULL apart from every text. */
export function sameCondition(column: RowsColumn, base: string | null): Fragment {
  const value = ident(column.name)
  if (base === null) return sql`pg_catalog.num_nulls(${value}) = 1`
  // the column's own collation may call different texts equal
  const text = sql`(${wholeCell(column, value)}) collate "C"`
  if (base.length < digestedCharacters) return sql`${text} = ${literal(base)}`
  return sql`pg_catalog.sha256(pg_catalog.convert_to(${wholeCell(column, value)}, 'UTF8')) = ${literal(`\\x${sha256(base)}`)}`
}

/** All columns, as pages of rows show them. */
function returning(table: RowsTable, isReturning: boolean): Fragment {
  if (!isReturning) return empty
  return sql` returning ${shownColumns(table)}`
}

function shownColumns(table: RowsTable): Fragment {
  return join((table.columns ?? []).map((column) => sql`${cutCell(column, ident(table.name, column.name))} as ${ident(column.name)}`))
}

function columnOf({ columns = [] }: RowsTable, name: string): RowsColumn {
  return columns.find((column) => column.name === name) ?? { name, format: '', data_type: '', is_nullable: true }
}

function keyCondition(table: RowsTable, keys: RowKeys): Fragment {
  return condition(keyFilter(table, keys))
}
