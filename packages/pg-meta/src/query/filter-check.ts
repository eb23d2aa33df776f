import { ident, join, sql, type SqlText, toText } from '@colonnade/sql'
import { condition } from './filters.ts'
import type { RowFilter } from './types.ts'

export interface FilterCheck {
  readonly sql: SqlText
  /** Where each filter stands in the text, in characters from 0; of a condition in SQL, what the person wrote. */
  readonly spans: readonly { readonly start: number; readonly end: number }[]
}

/**
 * A plan of nothing but the filters, which reads no row: the position of an error then shows which of them Postgres refuses, and where.
 *
 * @throws Error as `getTableRowsSql` for filters that are none
 */
export function getFilterCheckSql(check: {
  readonly table: { readonly schema: string; readonly name: string }
  readonly filters: readonly RowFilter[]
}): FilterCheck {
  const conditions = check.filters.map((filter) => condition(filter))
  const before = sql`explain select 1 from ${ident(check.table.schema, check.table.name)} where `
  const and = sql` and `
  let length = lengthOf(toText(before))
  const spans = conditions.map((fragment, index) => {
    const filter = check.filters[index]!
    const start = length
    const end = start + lengthOf(toText(fragment))
    length = end + lengthOf(toText(and))
    // the same stands on both sides of what a person wrote: a bracket, and a line's end where there may be a comment
    const around = 'sql' in filter ? (end - start - lengthOf(filter.sql)) / 2 : 0
    return { start: start + around, end: end - around }
  })
  return { sql: toText(sql`${before}${join(conditions, and)};`), spans }
}

/** Postgres counts code points. */
function lengthOf(text: string): number {
  return Array.from(text).length
}
