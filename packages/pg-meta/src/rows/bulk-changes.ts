import { empty, ident, join, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { condition } from '../query/filters.ts'
import type { RowFilter } from '../query/types.ts'
import type { Statement } from '../statement.ts'
import { input, type CellInput } from './row-values.ts'

/** What many cells become: one value for all, or an expression that is computed for each row. */
export type BulkInput = CellInput | { readonly kind: 'sql'; readonly sql: string }

interface Relation {
  readonly schema: string
  readonly name: string
}

const None = z.array(z.unknown())
const Counts = z.array(z.object({ count: z.number() }))

/**
 * Sets columns of all rows that the filters match, of the whole table without any. It returns no rows: how many it touched is in the
 * result's count.
 *
 * @throws Error 'no value to update', or when an expression is more than one
 */
export function getRowsUpdateSql({
  table,
  filters,
  values,
}: {
  readonly table: Relation
  readonly filters: readonly RowFilter[]
  readonly values: Readonly<Record<string, BulkInput>>
}): Statement<typeof None> {
  const entries = Object.entries(values)
  if (entries.length === 0) throw new Error('no value to update')
  const assignments = join(
    entries.map(([column, value]) => sql`${ident(column)} = ${value.kind === 'sql' ? sql`(${authoredExpression(value.sql)})` : input(value)}`),
  )
  return { sql: toText(sql`update ${ident(table.schema, table.name)} set ${assignments}${where(filters)};`), zod: None }
}

/** Removes all rows that the filters match, of the whole table without any. It returns no rows. */
export function getMatchingRowsDeleteSql({
  table,
  filters,
}: {
  readonly table: Relation
  readonly filters: readonly RowFilter[]
}): Statement<typeof None> {
  return { sql: toText(sql`delete from ${ident(table.schema, table.name)}${where(filters)};`), zod: None }
}

/** How many rows of another relation refer to the rows that the filters match. */
export function getReferringCountSql({
  table,
  filters,
  columns,
  other,
}: {
  readonly table: Relation
  readonly filters: readonly RowFilter[]
  /** Of the table, in pairs with those of the other. */
  readonly columns: readonly string[]
  readonly other: Relation & { readonly columns: readonly string[] }
}): Statement<typeof Counts> {
  const names = (list: readonly string[]) => join(list.map((column) => ident(column)))
  const matching = sql`select ${names(columns)} from ${ident(table.schema, table.name)}${where(filters)}`
  return {
    sql: toText(sql`select count(*) as count from ${ident(other.schema, other.name)} where (${names(other.columns)}) in (${matching});`),
    zod: Counts,
  }
}

function where(filters: readonly RowFilter[]): Fragment {
  return filters.length === 0 ? empty : sql` where ${join(filters.map(condition), sql` and `)}`
}
