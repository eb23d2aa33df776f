import type { EntityColumn, RowFilter } from '@colonnade/pg-meta'
import type { RowsView } from '../rows/row-window.ts'
import { parseSorts, type EditorSearch } from '../search.ts'
import { readFilters } from './read-filters.ts'

export type ViewSearch = Pick<EditorSearch, 'filter' | 'where' | 'sort'>

/** Rows that nothing fulfils. */
const nothing: RowFilter = { sql: 'false' }

/**
 * Which rows an address asks for. While one of its conditions can't be applied there are none: rows that were not asked for must neither be
 * shown as what was asked for, nor changed as such.
 */
export function viewOf({ filter, where = '', sort }: ViewSearch, columns: readonly EntityColumn[]): RowsView {
  const entries = readFilters(filter, columns)
  const filters = entries.flatMap((entry): RowFilter[] => (entry.filter === null ? [] : [entry.filter]))
  if (where.trim() !== '') filters.push({ sql: where })
  return { filters: isBroken({ filter }, columns) ? [nothing] : filters, sorts: parseSorts(sort, columns) }
}

export function isBroken({ filter }: Pick<ViewSearch, 'filter'>, columns: readonly EntityColumn[]): boolean {
  return readFilters(filter, columns).some(({ problem }) => problem !== null)
}

export function isNarrowed({ filter = [], where = '' }: ViewSearch): boolean {
  return filter.length > 0 || where.trim() !== ''
}
