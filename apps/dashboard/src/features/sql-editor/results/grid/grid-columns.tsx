import { ColumnHeading, columnWidth } from '@colonnade/ui'
import type { Column } from 'react-data-grid'
import { formatNumber } from '../../../../lib/bytes.ts'
import { cellClass } from '../../../../lib/data-grid/cells/cell-class.ts'
import { cellKind } from '../../../../lib/data-grid/cells/cell-kind.ts'
import type { ColumnLayout } from '../../../../lib/data-grid/columns/column-layout.ts'
import type { ResultRow } from '../../run/run-state.ts'
import { ResultCell } from './result-cell.tsx'
import { valueAt, type ResultColumn } from './result-columns.ts'
import { numberKey } from '../../../../lib/data-grid/columns/column-keys.ts'
import { gridColumnsText } from './messages.ts'

/** Columns of the grid before those of data: the row's number. */
export const leadColumns = 1

/** The shown columns; widths come from the first rows where nobody has chosen one. `digits` are those of the last row's number. */
export function gridColumns(
  shown: readonly ResultColumn[],
  sample: readonly ResultRow[],
  layout: ColumnLayout,
  digits: number,
  isSortable: boolean,
): Column<ResultRow>[] {
  const number: Column<ResultRow> = {
    key: numberKey,
    name: 'Row',
    width: Math.max(3, digits) * 6.6 + 15,
    minWidth: 36,
    frozen: true,
    renderHeaderCell: () => <span className="sr-only">{gridColumnsText.row}</span>,
    cellClass: 'text-right font-mono text-2xs text-faint tabular-nums select-none',
    renderCell: ({ rowIdx }) => formatNumber(rowIdx + 1),
  }
  return [
    number,
    ...shown.map((column): Column<ResultRow> => {
      const isNumber = cellKind(column) === 'number'
      return {
        key: String(column.place),
        name: column.name,
        width: layout.widths[column.id] ?? widthOf(column, sample),
        minWidth: 40,
        resizable: true,
        draggable: true,
        sortable: isSortable,
        frozen: layout.frozen.includes(column.id),
        cellClass: cellClass(column),
        renderHeaderCell: ({ sortDirection }) => (
          <ColumnHeading name={column.name} type={column.type} isNumber={isNumber} direction={sortDirection} />
        ),
        renderCell: ({ row, rowIdx, column: { idx } }) => (
          <ResultCell column={column} text={valueAt(row, column)} rowIndex={rowIdx} columnIndex={idx - leadColumns} />
        ),
      }
    }),
  ]
}

function widthOf(column: ResultColumn, sample: readonly ResultRow[]): number {
  return columnWidth(
    column.name,
    column.type,
    sample.map((row) => valueAt(row, column)),
  )
}
