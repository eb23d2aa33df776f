import { format } from '@colonnade/pg-meta'
import type { InsertTarget } from '../../../../lib/data-grid/ranges/clipboard-text.ts'
import { runSql } from '../../../../scope/run-sql.ts'
import type { ResultColumn } from '../grid/result-columns.ts'

/** The table that all these columns are of; null when there is no such one. @throws AppError when it can't be looked up */
export async function inferTarget(projectRef: string, columns: readonly ResultColumn[]): Promise<InsertTarget | null> {
  const [oid, ...others] = new Set(columns.map(({ field }) => field.table_oid))
  if (oid === undefined || oid === 0 || others.length > 0) return null
  const query = `select n.nspname, c.relname, a.attname, a.attgenerated from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and (a.attgenerated <> '' or a.attidentity = 'a')
    where c.oid = ${format.literal(oid)}`
  const { results } = await runSql(projectRef, { query, read_only: true })
  const rows = results[0]?.rows ?? []
  const [schema, name] = rows[0] ?? []
  const namesOf = (isGenerated: boolean) =>
    new Set(rows.flatMap(([, , column, kind]) => (column != null && (kind !== '') === isGenerated ? [column] : [])))
  return schema && name ? { schema, name, generated: namesOf(true), always: namesOf(false) } : null
}

/** A table as it is written in SQL: `orders`, `sales.orders`, `"My Schema"."My Table"`; null when it is none. */
export function readTarget(text: string): InsertTarget | null {
  const part = String.raw`("(?:[^"]|"")+"|[^\s".]+)`
  const [, first, second] = new RegExp(String.raw`^\s*${part}(?:\s*\.\s*${part})?\s*$`).exec(text) ?? []
  if (first === undefined) return null
  // without quotes Postgres reads names in small letters
  const name = (written: string) => (written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase())
  return second === undefined ? { schema: null, name: name(first) } : { schema: name(first), name: name(second) }
}
