import { literal, sql, type Fragment } from '@colonnade/sql'
import type { RowsColumn } from './row-order.ts'

/** Longest text of one cell; what is longer ends with `cutMark`, or is an array with fewer entries. */
export const maxCellCharacters = 10_240
/** Most entries of an array in one cell. */
export const maxCellEntries = 50
export const cutMark = '...'

/** Catalog names of types whose values may be long. */
const longFormats = new Set(['text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'xml', 'bytea', 'tsvector', 'vector', 'hstore', 'geometry'])

export interface CutLimits {
  readonly maxCharacters?: number | undefined
  readonly maxArraySize?: number | undefined
}

/** A value as a page of rows shows it: cut where it is long. */
export function cutCell(
  column: RowsColumn,
  value: Fragment,
  { maxCharacters = maxCellCharacters, maxArraySize = maxCellEntries }: CutLimits = {},
): Fragment {
  if (isArray(column)) return arrayCell(column, value, maxCharacters, maxArraySize)
  if (!longFormats.has(baseFormat(column))) return value
  const text = sql`${value}::text`
  return sql`case when length(${text}) > ${maxCharacters} then left(${text}, ${maxCharacters}) || ${cutMark} else ${text} end`
}

/**
 * The same value whole, always as text: exactly what the page shows of values that are not cut. A cast to text would print others than
 * the output function does (inet, booleans, xml), so that function is what `format` calls.
 */
export function wholeCell(column: RowsColumn, value: Fragment): Fragment {
  if (isArray(column)) return sql`${value}::${jsonTypes[baseFormat(column)] ?? sql`text`}[]::text`
  if (longFormats.has(baseFormat(column))) return sql`${value}::text`
  // a NULL would become an empty text, and IS NULL is true of composites of NULLs
  return sql`case when pg_catalog.num_nulls(${value}) = 0 then pg_catalog.format('%s', ${value}) end`
}

/** Whether a page has other texts for values of a key than the database prints: char(n) without its last spaces, arrays as those of text. */
export function isPrintedOtherwise(column: RowsColumn): boolean {
  return isArray(column) || baseFormat(column) === 'bpchar'
}

/**
 * An array that is too long keeps its first entries. One of one dimension ends with a mark then, and its long entries are cut for
 * themselves; others can hold no mark, and are a mark alone when even their first entries are too long.
 */
function arrayCell(column: RowsColumn, array: Fragment, maxCharacters: number, maxArraySize: number): Fragment {
  const type = jsonTypes[baseFormat(column)]
  const entry = type ?? sql`text`
  const mark = type === undefined ? literal(cutMark) : sql`${cutJson}::${type}`
  const perEntry = Math.ceil(maxCharacters / maxArraySize)
  const long = type === undefined ? sql`left(entry::text, ${perEntry}) || ${mark}` : mark
  const first = sql`pg_catalog.array_lower(${array}, 1)`
  const slice = sql`${array}[${first}:${first} + ${maxArraySize - 1}]`
  const cut = sql`case when length(entry::text) > ${perEntry} then ${long} else entry::${entry} end`
  return sql`case when length(${array}::text) <= ${maxCharacters} then ${array}::${entry}[]
    when pg_catalog.array_ndims(${array}) = 1 then pg_catalog.array_cat(array(select ${cut} from pg_catalog.unnest(${slice}) entry), array[${mark}])
    when length((${slice})::text) <= ${maxCharacters} then (${slice})::${entry}[]
    when ${array} is not null then array[${mark}] end`
}

/** Entries of arrays of documents stay documents. */
const jsonTypes: Readonly<Record<string, Fragment>> = { _json: sql`json`, _jsonb: sql`jsonb` }
const cutJson = '{"truncated": true}'
/** The mark at the end of an array, as Postgres prints it. */
const cutArrayEnds = [`${cutMark}}`, String.raw`"{\"truncated\": true}"}`]

/** Arrays of boxes are written with semicolons: those are not cut, as no other array reads their text. */
function isArray(column: RowsColumn): boolean {
  return (column.is_array ?? column.data_type === 'ARRAY') && baseFormat(column) !== '_box'
}

function baseFormat(column: RowsColumn): string {
  return column.base_format ?? column.format
}

/** Whether a cell of such a page was cut; true also of a few that only look like it. */
export function isCutCell(column: RowsColumn, text: string | null, maxCharacters = maxCellCharacters, maxArraySize = maxCellEntries): boolean {
  if (text === null) return false
  if (isArray(column)) return cutArrayEnds.some((end) => text.endsWith(end)) || (text.startsWith('{{') && innerArrays(text) >= maxArraySize)
  if (!text.endsWith(cutMark)) return false
  if (!longFormats.has(baseFormat(column)) || text.length < maxCharacters + cutMark.length) return false
  return Array.from(text).length === maxCharacters + cutMark.length
}

/** How many arrays stand in the outermost one. */
function innerArrays(text: string): number {
  let depth = 0
  let count = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{' && depth === 1) count += 1
    if (token.length === 1) depth += token === '{' ? 1 : -1
  }
  return count
}
