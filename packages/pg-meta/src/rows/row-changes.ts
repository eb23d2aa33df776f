import { ident, join, literal, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { condition } from '../query/filters.ts'
import type { Statement } from '../statement.ts'

interface Relation {
  readonly schema: string
  readonly name: string
}

/** A value as a person gives it: Postgres's own text for it, NULL, or the column's default. */
export type CellInput = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'null' } | { readonly kind: 'default' }

/** A row's key: columns and their values as Postgres prints them. */
export interface RowKeys {
  readonly columns: readonly string[]
  readonly values: readonly (readonly string[])[]
}

export interface RowKey {
  readonly columns: readonly string[]
  readonly values: readonly string[]
}

const Rows = z.array(z.record(z.string(), z.unknown()))
const Values = z.array(z.object({ value: z.unknown() }))

/**
 * Changes one row in one statement. Values go in as untyped literals, so each type's own reader takes them: nothing passes through
 * JSON or a float. No row comes back when the key is gone.
 *
 * @throws Error 'no value to update', 'no filters for this update query'
 */
export function getRowUpdateSql(change: {
  readonly table: Relation
  readonly key: RowKey
  readonly values: Readonly<Record<string, CellInput>>
}): Statement<typeof Rows> {
  const entries = Object.entries(change.values)
  if (entries.length === 0) throw new Error('no value to update')
  if (change.key.columns.length === 0) throw new Error('no filters for this update query')
  const assignments = join(entries.map(([column, value]) => sql`${ident(column)} = ${input(value)}`))
  return {
    sql: toText(
      sql`update ${nameOf(change.table)} set ${assignments} where ${keyCondition('=', change.key.columns, change.key.values)} returning *;`,
    ),
    zod: Rows,
  }
}

/** Adds one row; columns that are left out take their defaults. */
export function getRowInsertSql({
  table,
  values,
}: {
  readonly table: Relation
  readonly values: Readonly<Record<string, CellInput>>
}): Statement<typeof Rows> {
  const entries = Object.entries(values).filter(([, value]) => value.kind !== 'default')
  if (entries.length === 0) return { sql: toText(sql`insert into ${nameOf(table)} default values returning *;`), zod: Rows }
  const columns = join(entries.map(([column]) => ident(column)))
  const inputs = join(entries.map(([, value]) => input(value)))
  return { sql: toText(sql`insert into ${nameOf(table)} (${columns}) values (${inputs}) returning *;`), zod: Rows }
}

/** Removes exactly the rows with these keys. @throws Error 'no filters for this delete query' */
export function getRowsDeleteSql({ table, keys }: { readonly table: Relation; readonly keys: RowKeys }): Statement<typeof Rows> {
  if (keys.columns.length === 0 || keys.values.length === 0) throw new Error('no filters for this delete query')
  const columns = join(keys.columns.map((column) => ident(column)))
  return {
    sql: toText(sql`delete from ${nameOf(table)} where ${keyCondition('in', keys.columns, keys.values)} returning ${columns};`),
    zod: Rows,
  }
}

/** One value, whole. */
export function getCellSql(cell: { readonly table: Relation; readonly key: RowKey; readonly column: string }): Statement<typeof Values> {
  const where = keyCondition('=', cell.key.columns, cell.key.values)
  return { sql: toText(sql`select ${ident(cell.column)} as value from ${nameOf(cell.table)} where ${where};`), zod: Values }
}

function keyCondition(operator: '=' | 'in', columns: readonly string[], value: readonly unknown[]): Fragment {
  return condition({ column: columns, operator, value })
}

function nameOf({ schema, name }: Relation): Fragment {
  return ident(schema, name)
}

function input(value: CellInput): Fragment {
  if (value.kind === 'default') return sql`default`
  return literal(value.kind === 'null' ? null : value.text)
}
