import { maxCellCharacters } from '@colonnade/contracts/data/sql-runs'
import { csvLine, insertOf, jsonLine, markdownHead, markdownLine, type InsertTarget } from '../../../../lib/data-grid/ranges/clipboard-text.ts'
import { cellKind } from '../../../../lib/data-grid/cells/cell-kind.ts'
import type { ResultRow } from '../../run/run-state.ts'
import { valueAt, withDistinctNames, type ResultColumn } from '../grid/result-columns.ts'

export type FileFormat = 'csv' | 'json' | 'ndjson' | 'markdown' | 'sql'

/** Rows that are written at a time: between two of these others get their turn. */
export const writtenRows = 500

/**
 * The rows of a result in one form, slice by slice. SQL is one INSERT for each slice, for the table that is named. Columns of one name are
 * numbered apart where every name stands once.
 */
export function* resultText(
  format: FileFormat,
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  table: InsertTarget,
): Generator<string, void, undefined> {
  const named = withDistinctNames(columns)
  // a truncated document is no longer valid, only text
  const asTexts = named.map((column) => (cellKind(column) === 'json' ? { ...column, base_format: 'text' } : column))
  const objectOf = (cells: readonly (string | null)[]) =>
    jsonLine(cells.some((cell) => cell !== null && cell.length >= maxCellCharacters) ? asTexts : named, cells)
  const cellsOf = (row: ResultRow) => columns.map((column) => valueAt(row, column))
  if (format === 'csv') yield csvLine(columns.map(({ name }) => name))
  if (format === 'markdown') yield markdownHead(columns).join('\n')
  if (format === 'json') yield '['
  for (let from = 0; from < rows.length; from += writtenRows) {
    const slice = rows.slice(from, from + writtenRows).map(cellsOf)
    switch (format) {
      case 'csv':
        yield slice.map((cells) => `\r\n${csvLine(cells)}`).join('')
        break
      case 'markdown':
        yield slice.map((cells) => `\n${markdownLine(cells)}`).join('')
        break
      case 'json':
        yield `${from === 0 ? '' : ','}\n${slice.map((cells) => `  ${objectOf(cells)}`).join(',\n')}`
        break
      case 'ndjson':
        yield slice.map((cells) => `${objectOf(cells)}\n`).join('')
        break
      case 'sql':
        yield insertOf(table, named, slice)
        break
    }
  }
  if (format === 'json') yield rows.length === 0 ? ']' : '\n]'
}
