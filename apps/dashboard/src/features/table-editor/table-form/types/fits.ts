import { ident, literal, sql, type SqlText, toText } from '@colonnade/sql'
import type { TableName } from '@colonnade/pg-meta/alter-table'
import { parseType } from './type-names.ts'

/** Bounds of whole numbers (Postgres documentation, 8.1.1). */
const bounds: Readonly<Record<string, readonly [string, string]>> = {
  smallint: ['-32768', '32767'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
}

/**
 * The query that counts the rows whose value of a column does not become the new type: one row of one number. Values are tried by
 * pg_input_is_valid (16 and later), by length or by bounds where that says it all; null where no query is known that does not fail itself.
 */
export function misfitQuery(table: TableName, column: string, from: string, to: string, versionNumber: number): SqlText | null {
  const [a, b] = [parseType(from), parseType(to)]
  const [relation, value] = [ident(table.schema, table.name), ident(column)]
  const count = (condition: Parameters<typeof toText>[0]) => toText(sql`select pg_catalog.count(*) from ${relation} where ${condition};`)
  const isText = (name: string) => name === 'text' || name === 'character varying' || name === 'character'
  if (a.dimensions === 0 && b.dimensions === 0 && isText(b.name)) {
    return b.modifier === '' ? null : count(sql`pg_catalog.length(${value}::text) > ${literal(Number(b.modifier))}`)
  }
  const range = bounds[b.name]
  if (range && b.dimensions === 0 && a.dimensions === 0 && /^(smallint|integer|bigint|numeric|real|double precision)$/.test(a.name)) {
    return count(sql`${value}::numeric not between ${literal(BigInt(range[0]))} and ${literal(BigInt(range[1]))}`)
  }
  if (versionNumber < 160_000) return null
  return count(sql`${value} is not null and not pg_catalog.pg_input_is_valid(${value}::text, ${literal(to)})`)
}

/** The query that counts the rows that have no value. */
export function nullsQuery(table: TableName, column: string): SqlText {
  return toText(sql`select pg_catalog.count(*) from ${ident(table.schema, table.name)} where ${ident(column)} is null;`)
}

/** The USING expression that is offered for a change of type. */
export function offeredUsing(column: string, from: string, to: string): string {
  const name = toText(ident(column))
  const [a, b] = [parseType(from), parseType(to)]
  const isText = (text: string) => text === 'text' || text === 'character varying' || text === 'character'
  if (a.dimensions < b.dimensions) return `case when ${name} is null then null else array[${name}]::${to} end`
  if (b.dimensions === 0 && a.dimensions === 0 && isText(a.name) && isText(b.name) && b.modifier !== '') return `left(${name}, ${b.modifier})`
  if (isText(a.name) && !isText(b.name) && a.dimensions === 0) return `nullif(trim(${name}), '')::${to}`
  if (b.name === 'boolean' && /int/.test(a.name)) return `${name} <> 0`
  if (/int/.test(b.name) && a.name === 'boolean') return `${name}::integer::${to}`
  if (a.name === 'bigint' && b.name.startsWith('timestamp')) return `to_timestamp(${name})`
  return isText(a.name) || isText(b.name) ? `${name}::${to}` : `${name}::text::${to}`
}
