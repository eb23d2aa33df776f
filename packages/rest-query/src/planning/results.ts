import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import type { Format } from './media-types.ts'
import { whenFailed } from './marks.ts'

/** Rows as `rows.*`, for the body of a reply. */
const rows = sql`result.*`

/** Columns of an `Outcome` as SQL. */
export interface Result {
  readonly total: Fragment
  readonly rows: Fragment
  readonly body: Fragment
  readonly location: Fragment
  readonly inserted: Fragment
  /** After `from`, with the alias `result` where a body needs rows. */
  readonly from: Fragment
  /** Before `select`. */
  readonly writes: Fragment
}

const headers = sql`nullif(current_setting('response.headers', true), '')`
const status = sql`nullif(current_setting('response.status', true), '')`

/** Writes the whole statement. Reads settings after the body, because the body's functions may set them. */
export function resultSql(result: Result): Fragment {
  return sql`${result.writes}select ${result.total}, ${result.rows}, ${result.body}, ${headers}, ${status}, ${result.location}, ${result.inserted} from ${result.from}`
}

export const nothing = sql`null`

/**
 * Writes the body from rows named `result`.
 *
 * @param names of their columns, if that is known
 * @param isTyped whether an owner's aggregate finds rows of a relation in one column
 */
export function bodyOf(format: Format, names: readonly string[] | null, isTyped: boolean): Fragment {
  switch (format.kind) {
    case 'json':
      return format.areNullsStripped ? sql`coalesce(json_strip_nulls(json_agg(${rows})), '[]')` : sql`coalesce(json_agg(${rows}), '[]')`
    case 'object':
      // there is one row, or none of this is sent: nothing to separate
      return format.areNullsStripped
        ? sql`string_agg(json_strip_nulls(row_to_json(${rows}))::text, '')`
        : sql`string_agg(row_to_json(${rows})::text, '')`
    case 'csv':
      return csvOf(names)
    case 'geojson':
      return sql`json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(${rows})::json), '[]'))`
    case 'handler':
      return sql`${ident(format.handler.schema, format.handler.name)}(${isTyped ? sql`result.${ident(handledRow)}` : rows})`
  }
}

/** Writes the body from one row named `result`, without an aggregate; null for formats that need one. */
export function keyedBody(format: Format): Fragment | null {
  if (format.kind !== 'json' && format.kind !== 'object') return null
  const row = format.areNullsStripped ? sql`json_strip_nulls(row_to_json(${rows}))` : sql`row_to_json(${rows})`
  return format.kind === 'object' ? row : sql`'[' || ${row}::text || ']'`
}

/** The column that holds a whole row, of the relation's type, for an owner's aggregate. */
export const handledRow = 'pgrst_row'

/** Writes CSV. Without rows there is no header line either, as in PostgREST. */
function csvOf(names: readonly string[] | null): Fragment {
  const head =
    names === null
      ? sql`(select string_agg(head.name, ',') from json_object_keys((array_agg(row_to_json(${rows})))[1]) as head(name))`
      : sql`case when count(*) > 0 then ${literal(names.map(csvName).join(','))} end`
  return sql`coalesce(${head}, '') || ${literal('\n')} || coalesce(string_agg(substring((${rows})::text, 2, length((${rows})::text) - 2), ${literal('\n')}), '')`
}

function csvName(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

/** Counts the rows, unless one of the conditions for a failure holds. */
export function countedRows(failures: readonly Fragment[]): Fragment {
  if (failures.length === 0) return sql`count(*)`
  return sql`case ${join(failures, sql` `)} else count(*) end`
}

/** Fails unless there is exactly one row. */
export function unlessSingular(): Fragment {
  return sql`when count(*) <> 1 then ${whenFailed('rows', sql`count(*)`)}`
}

export function unlessAtMost(max: number, affected: Fragment): Fragment {
  return sql`when ${affected} > ${literal(max)} then ${whenFailed('affected', affected)}`
}

export function unlessOneIn(affected: Fragment): Fragment {
  return sql`when ${affected} <> 1 then ${whenFailed('put', affected)}`
}
