import type { Total } from './page-plan.ts'
import type { GridRow, RowPage, Stretch } from './row-window.ts'

const absent: GridRow = { cells: null, id: null, key: null }

/** Returns a list as long as there are rows to scroll over, with those in memory in their places; a plain number is how many are on their way. */
export function listRows(
  pages: ReadonlyMap<number, RowPage>,
  failures: ReadonlyMap<number, unknown>,
  { from, maxRows, pageSize }: Stretch,
  total: Total | number,
): readonly GridRow[] {
  // where nothing could be fetched it is said once, not in each row
  if (pages.size === 0 && failures.size > 0) return []
  const length = Math.min(maxRows, typeof total === 'number' ? total : Math.max(0, endOf(pages, pageSize, total) - from))
  // one shared stand-in for half a million rows: it is never changed. Array.from would take ten times as long
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type, unicorn/no-new-array
  const rows = new Array<GridRow>(length).fill(absent)
  const put = (index: number, row: GridRow) => {
    if (index >= from && index - from < length) rows[index - from] = row
  }
  for (const [page, { rows: kept }] of pages) kept.forEach((row, index) => put(page * pageSize + index, row))
  for (const [page, error] of failures) {
    const failed: GridRow = { ...absent, error }
    for (let index = 0; index < pageSize; index += 1) put(page * pageSize + index, failed)
  }
  return rows
}

function endOf(pages: ReadonlyMap<number, RowPage>, pageSize: number, total: Total): number {
  if (total.isExact) return total.rows
  return [...pages].reduce((end, [page, { rows }]) => Math.max(end, page * pageSize + rows.length), total.rows)
}
