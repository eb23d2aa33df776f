/** A row that is in the page, or the room of rows that are not. */
export type WindowPart = { readonly kind: 'row'; readonly index: number } | { readonly kind: 'room'; readonly before: number; readonly rows: number }

/** What stands in the page for a list of `count` rows of which only those of `indexes`, ascending, are drawn. */
export function windowParts(indexes: readonly number[], count: number): WindowPart[] {
  const parts: WindowPart[] = []
  let next = 0
  for (const index of indexes) {
    if (index >= count) break
    if (index > next) parts.push({ kind: 'room', before: index, rows: index - next })
    parts.push({ kind: 'row', index })
    next = index + 1
  }
  if (next < count) parts.push({ kind: 'room', before: count, rows: count - next })
  return parts
}

/** The rows of the window and the one that must not leave the page, ascending. */
export function withRow(indexes: readonly number[], row: number): number[] {
  return row < 0 || indexes.includes(row) ? [...indexes] : [...indexes, row].sort((a, b) => a - b)
}

/** Entries that PageUp and PageDown go over, in rows. */
const rowsPerPage = 10

/** Where a key leads from an entry, in a list of `count` entries with `columns` in a row; null for keys that lead nowhere. */
export function entryAfterKey(key: string, entry: number, count: number, columns = 1): number | null {
  const step = steps(columns)[key]
  const target = key === 'Home' ? 0 : key === 'End' ? count - 1 : step === undefined ? null : entry + step
  if (target === null || count === 0) return null
  // up from the first row and down from the last stay where they are
  if ((target < 0 || target >= count) && Math.abs(step ?? 0) <= columns) return entry
  return Math.min(Math.max(target, 0), count - 1)
}

function steps(columns: number): Readonly<Record<string, number>> {
  const vertical = { ArrowDown: columns, ArrowUp: -columns, PageDown: columns * rowsPerPage, PageUp: -columns * rowsPerPage }
  return columns === 1 ? vertical : { ...vertical, ArrowRight: 1, ArrowLeft: -1 }
}
