import type { EntityColumn } from '@colonnade/pg-meta'
import { columnWidth } from '@colonnade/ui'
import type { Column } from 'react-data-grid'
import { cellClass } from '../../../lib/data-grid/cells/cell-class.ts'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { AddColumnHead } from '../columns/add-column-head.tsx'
import { ColumnHead } from '../columns/column-head.tsx'
import type { ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import type { LongestValues } from '../columns/longest-values.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import { isInline, isRowOpen } from '../cells/cell-rules.ts'
import { ChoiceEditor } from './choice-editor.tsx'
import { DataCell } from '../cells/data-cell.tsx'
import { RowNumber } from '../cells/row-number.tsx'
import { SelectCell } from '../cells/select-cell.tsx'
import { SelectHeading } from '../cells/select-heading.tsx'
import { TextEditor } from './text-editor.tsx'
import { numberKey } from '../../../lib/data-grid/columns/column-keys.ts'
import { columnsText } from './messages.ts'

export const selectKey = 'select'

/** Columns before those of data; `digits` of the last row's number. */
export function leadColumns(window: RowWindow, digits: number): Column<GridRow>[] {
  const select: Column<GridRow> = {
    key: selectKey,
    name: columnsText.selection,
    width: 36,
    minWidth: 36,
    frozen: true,
    renderHeaderCell: ({ tabIndex }) => <SelectHeading window={window} tabIndex={tabIndex} />,
    renderCell: ({ row, rowIdx, tabIndex }) => <SelectCell row={row} index={rowIdx} tabIndex={tabIndex} />,
  }
  const number: Column<GridRow> = {
    key: numberKey,
    name: columnsText.row,
    width: Math.max(3, digits) * 6.6 + 20,
    minWidth: 40,
    frozen: true,
    renderHeaderCell: () => <span className="sr-only">{columnsText.row}</span>,
    cellClass: 'text-right font-mono text-2xs text-faint select-none',
    renderCell: ({ row, rowIdx }) => <RowNumber row={row} index={rowIdx} />,
  }
  const { rights } = window.scope
  return rights.canDelete ? [select, number] : [number]
}

/** After those of data: a button that adds one, where there is a table to add it to. */
export function trailColumns({ scope: { entity, rights } }: RowWindow): Column<GridRow>[] {
  const isTable = entity.entity_type === 'r' || entity.entity_type === 'p'
  if (!isTable || !(rights.canUpdate || rights.canInsert)) return []
  return [
    {
      key: 'add',
      name: columnsText.addColumn,
      width: 40,
      minWidth: 40,
      renderHeaderCell: ({ tabIndex }) => <AddColumnHead tabIndex={tabIndex} />,
      renderCell: () => null,
    },
  ]
}

/** The shown columns of data; widths come from the longest values that were seen where nobody has chosen one. */
export function dataColumns(
  window: RowWindow,
  shown: readonly EntityColumn[],
  longest: LongestValues,
  layout: ColumnLayout,
  lead: number,
): Column<GridRow>[] {
  const places = new Map(window.entity.columns.map(({ name }, place) => [name, place]))
  return shown.map((column) => dataColumn(window, column, places.get(column.name)!, longest, layout, lead))
}

function dataColumn(
  { scope: { entity, rights } }: RowWindow,
  column: EntityColumn,
  place: number,
  longest: LongestValues,
  layout: ColumnLayout,
  lead: number,
): Column<GridRow> {
  const kind = cellKind(column)
  const isFrozen = layout.frozen.includes(column.name)
  const Editor = kind === 'boolean' || kind === 'enum' ? ChoiceEditor : TextEditor
  return {
    key: String(place),
    name: column.name,
    width: layout.widths[column.name] ?? columnWidth(column.name, column.type, [longest[place] ?? null]),
    minWidth: 40,
    resizable: true,
    draggable: true,
    frozen: isFrozen,
    editable: (row) => isRowOpen(row, rights, column) && isInline(column, row.cells?.[place] ?? null),
    cellClass: cellClass(column),
    renderHeaderCell: ({ sortDirection, tabIndex }) => (
      <ColumnHead entity={entity} column={column} direction={sortDirection} isFrozen={isFrozen} tabIndex={tabIndex} />
    ),
    renderCell: ({ row, rowIdx, column: { idx }, tabIndex }) => (
      <DataCell row={row} column={column} place={place} rowIndex={rowIdx} columnIndex={idx - lead} isActive={tabIndex === 0} />
    ),
    renderEditCell: (props) => <Editor {...props} field={column} place={place} />,
    // a row that is saved or read again while one types in it takes nothing of that away
    editorOptions: { closeOnExternalRowChange: false },
  }
}
