import type { EntityColumn, RowSort } from '@colonnade/pg-meta'
import { parseSorts } from '../search.ts'

/** Sorts of an address that no column answers to. */
export function unknownSorts(sort: readonly string[] | undefined, columns: readonly EntityColumn[]): string[] {
  return (sort ?? []).filter((text) => parseSorts([text], columns).length === 0)
}

/** The same sorts with one of them elsewhere. */
export function moveSort(sorts: readonly RowSort[], from: number, to: number): RowSort[] {
  if (to < 0 || to >= sorts.length || from === to) return [...sorts]
  const moved = sorts.toSpliced(from, 1)
  moved.splice(to, 0, sorts[from]!)
  return moved
}

/** The sorts after one column's was changed in its place or removed; a column that was not among them becomes the only one. */
export function changeSort(sorts: readonly RowSort[], name: string, sort: RowSort | null): RowSort[] {
  if (sort === null) return sorts.filter(({ column }) => column !== name)
  return sorts.some(({ column }) => column === name) ? sorts.map((old) => (old.column === name ? sort : old)) : [sort]
}

/** Columns that can still be sorted by. */
export function sortableColumns(sorts: readonly RowSort[], columns: readonly EntityColumn[]): EntityColumn[] {
  return columns.filter(({ name, is_orderable: isOrderable }) => isOrderable && !sorts.some(({ column }) => column === name))
}
