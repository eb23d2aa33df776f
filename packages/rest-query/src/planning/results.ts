import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import type { Portions } from '../plan.ts'
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

/** A body whose rows Postgres sends one by one. */
export interface PortionedBody extends Portions {
  /** What comes before the rows. */
  readonly opening: Fragment
  /** One row named `result`, as text. */
  readonly row: Fragment
}

/**
 * Writes a statement that sends the body row by row after the row of the outcome. Postgres computes all rows before it sends the first, to
 * disk if there are many, so the outcome knows their number, and nearly every error comes before it.
 *
 * @param kept common table expressions that the rows are read from
 * @param from the query of the rows
 */
export function portionedSql(body: PortionedBody, total: Fragment, kept: readonly Fragment[], from: Fragment): Fragment {
  const tables = join([...kept, sql`result as materialized (${from})`])
  const outcome = sql`select ${total}, count(*), ${body.opening}, ${headers}, ${status}, null, null from result`
  return sql`with ${tables} ${outcome} union all select null, null, ${body.row}, null, null, null, null from result`
}

/**
 * Writes the rows of a body one by one; null for a format whose body is one value.
 *
 * @param names of their columns, if that is known
 */
export function portionsOf(format: Format, names: readonly string[] | null): PortionedBody | null {
  switch (format.kind) {
    case 'json': {
      const row = format.areNullsStripped ? sql`json_strip_nulls(row_to_json(${rows}))` : sql`row_to_json(${rows})`
      // stripping also takes out the space that `json_agg` puts between rows
      return { opening: sql`'['`, row: sql`${row}::text`, ...jsonPortions, ...(format.areNullsStripped && { separator: ',' }) }
    }
    case 'csv': {
      const first = sql`(select row_to_json(${rows}) from result limit 1)`
      return { opening: csvOpening(csvHead(names, first)), row: csvRow, separator: '\n', closing: '' }
    }
    default:
      return null
  }
}

/** As `json_agg` joins rows. */
export const jsonPortions: Portions = { separator: ', \n ', closing: ']' }

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

function csvOf(names: readonly string[] | null): Fragment {
  const head = csvHead(names, sql`(array_agg(row_to_json(${rows})))[1]`)
  return sql`${csvOpening(head)} || coalesce(string_agg(${csvRow}, ${literal('\n')}), '')`
}

/** Writes the header line. Without rows it is empty, as in PostgREST. */
function csvHead(names: readonly string[] | null, first: Fragment): Fragment {
  if (names !== null) return sql`case when count(*) > 0 then ${literal(names.map(csvName).join(','))} end`
  return sql`(select string_agg(head.name, ',') from json_object_keys(${first}) as head(name))`
}

function csvOpening(head: Fragment): Fragment {
  return sql`coalesce(${head}, '') || ${literal('\n')}`
}

const csvRow = sql`substring((${rows})::text, 2, length((${rows})::text) - 2)`

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
