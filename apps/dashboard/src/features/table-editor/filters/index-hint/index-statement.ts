import { format, type Entity, type EntityColumn, type Filter, type RowSort } from '@colonnade/pg-meta'
import { isRange } from '../comparisons.ts'

const equalities = new Set<Filter['operator']>(['=', 'in', 'is', 'is not distinct from'])
const orders = new Set<Filter['operator']>(['>', '>=', '<', '<='])

/** Returns the most likely index for these conditions and sorts; null if none is known. A person reviews it before running it. */
export function indexStatement(entity: Entity, filters: readonly Filter[], sorts: readonly RowSort[]): string | null {
  const special = filters.map((filter) => specialIndex(entity, filter)).find((statement) => statement !== null)
  const usual = filters.flatMap((filter) => (equalities.has(filter.operator) ? columnsOf(filter) : []))
  const ordered = filters.flatMap((filter) => (orders.has(filter.operator) ? columnsOf(filter) : []))
  if (usual.length === 0 && special !== undefined) return special
  const isTextual = filters.find((filter) => isPrefix(filter))
  const columns = [...new Set([...usual, ...ordered.slice(0, 1)])].filter((name) => columnOf(entity, name)?.is_orderable)
  if (usual.length === 0 && ordered.length === 0 && isTextual)
    return createIndex(entity, `(${format.ident(columnsOf(isTextual)[0]!)} text_pattern_ops)`)
  const key = [
    ...columns.map((name) => format.ident(name)),
    ...(ordered.length > 0 ? [] : sorts.filter(({ column }) => !columns.includes(column)).map((sort) => sortKey(entity, sort))),
  ]
  return key.length === 0 ? null : createIndex(entity, `(${key.join(', ')})`)
}

function sortKey(entity: Entity, { column, ascending = true, nullsFirst = false }: RowSort): string {
  const direction = ascending ? '' : ' desc'
  // the order in which an index has NULLs of itself: last, and first where it goes down
  const nulls = columnOf(entity, column)?.is_nullable === false || nullsFirst === !ascending ? '' : nullsFirst ? ' nulls first' : ' nulls last'
  return `${format.ident(column)}${direction}${nulls}`
}

/** What a btree can't find: texts within texts, documents, arrays, ranges, words. */
function specialIndex(entity: Entity, filter: Filter): string | null {
  const [name] = columnsOf(filter)
  const column = name === undefined ? undefined : columnOf(entity, name)
  if (column === undefined || typeof filter.column !== 'string') return null
  const quoted = format.ident(column.name)
  const { operator, value } = filter
  if (['~~', '~~*', '~', '~*'].includes(operator)) {
    if (isPrefix(filter)) return null
    const isWorthIt = typeof value === 'string' && /[^%_]{3}/.test(value)
    const text = isText(column) ? quoted : `(${quoted}::text)`
    return isWorthIt ? `create extension if not exists pg_trgm;\n${createIndex(entity, `using gin (${text} gin_trgm_ops)`)}` : null
  }
  if (!['@>', '<@', '&&', '?', '@?', '@@', '<<=', '>>='].includes(operator)) return null
  if (column.base_format === 'jsonb' || column.is_array || column.base_format === 'tsvector') return createIndex(entity, `using gin (${quoted})`)
  if (column.base_format === 'inet' || column.base_format === 'cidr') return createIndex(entity, `using gist (${quoted} inet_ops)`)
  return isRange(column) ? createIndex(entity, `using gist (${quoted})`) : null
}

/** `abc%`, case told apart, which a btree of patterns finds. */
function isPrefix({ operator, value }: Filter): boolean {
  return operator === '~~' && typeof value === 'string' && /^[^%_\\]+%$/.test(value)
}

function isText({ base_format: type }: EntityColumn): boolean {
  return type === 'text' || type === 'varchar'
}

/** Without stopping those who write, where Postgres can do so. */
function createIndex(entity: Entity, definition: string): string {
  const how = entity.entity_type === 'p' ? 'create index on' : 'create index concurrently on'
  return `${how} ${format.ident(entity.schema)}.${format.ident(entity.name)} ${definition};`
}

function columnsOf({ column }: Filter): readonly string[] {
  return typeof column === 'string' ? [column] : column
}

function columnOf({ columns }: Entity, name: string): EntityColumn | undefined {
  return columns.find((column) => column.name === name)
}
