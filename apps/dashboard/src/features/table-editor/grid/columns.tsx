import { isCutCell, type Entity, type EntityColumn } from '@colonnade/pg-meta'
import { ColumnHeading, columnWidth, LabelledIcon } from '@colonnade/ui'
import { KeyRound, Link2, Lock } from 'lucide-react'
import type { Column } from 'react-data-grid'
import { cellKind } from '../changes/cell-kind.ts'
import { lockedReason, type Editability } from '../changes/editability.ts'
import { inlineCharacters } from '../limits.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import { numberText } from '../rows-text.ts'
import { ChoiceEditor } from './choice-editor.tsx'
import { DataCell } from './data-cell.tsx'
import { SelectCell } from './select-cell.tsx'
import { SelectHeading } from './select-heading.tsx'
import { TextEditor } from './text-editor.tsx'

export const selectKey = 'select'
export const numberKey = 'number'
/** Keys of data columns are their places, so that no column's name can clash. */
export const placeOf = (key: string): number | null => (/^\d+$/.test(key) ? Number(key) : null)

/** Whether a cell is edited where it stands. Long and cut values, and JSON, get a window. */
export function isInline(column: EntityColumn, text: string | null): boolean {
  if (cellKind(column) === 'json') return false
  return text === null || (text.length <= inlineCharacters && !text.includes('\n') && !isCutCell(column, text))
}

export function buildColumns(window: RowWindow, sample: readonly GridRow[], rights: Editability, from: number): Column<GridRow>[] {
  const { entity } = window
  const lastNumber = from + Math.max(100, window.get().rows.length)
  const select: Column<GridRow> = {
    key: selectKey,
    name: 'Selection',
    width: 36,
    minWidth: 36,
    frozen: true,
    renderHeaderCell: ({ tabIndex }) => <SelectHeading window={window} tabIndex={tabIndex} />,
    renderCell: ({ row, rowIdx, tabIndex }) => <SelectCell row={row} number={from + rowIdx + 1} tabIndex={tabIndex} />,
  }
  const number: Column<GridRow> = {
    key: numberKey,
    name: 'Row',
    width: numberText(lastNumber).length * 6.6 + 15,
    minWidth: 36,
    frozen: true,
    renderHeaderCell: () => <span className="sr-only">Row</span>,
    renderCell: ({ rowIdx }) => (
      <span className="block text-right font-mono text-2xs text-faint tabular-nums select-none">{numberText(from + rowIdx + 1)}</span>
    ),
  }
  const data = entity.columns.map((column, place) => dataColumn(entity, column, place, sample, rights))
  return rights.canDelete ? [select, number, ...data] : [number, ...data]
}

function dataColumn(entity: Entity, column: EntityColumn, place: number, sample: readonly GridRow[], rights: Editability): Column<GridRow> {
  const kind = cellKind(column)
  const isOpen = rights.canUpdate && lockedReason(column) === null
  const Editor = kind === 'boolean' || kind === 'enum' ? ChoiceEditor : TextEditor
  return {
    key: String(place),
    name: column.name,
    width: columnWidth(
      column.name,
      column.type,
      sample.map(({ cells }) => cells?.[place] ?? null),
    ),
    resizable: true,
    sortable: column.is_orderable,
    editable: (row) => isOpen && row.key !== null && isInline(column, row.cells?.[place] ?? null),
    renderHeaderCell: ({ sortDirection }) => (
      <ColumnHeading
        name={column.name}
        type={column.type}
        isNumber={kind === 'number'}
        direction={sortDirection}
        icon={<ColumnSign entity={entity} column={column} />}
      />
    ),
    renderCell: ({ row }) => <DataCell row={row} column={column} place={place} />,
    renderEditCell: (props) => <Editor {...props} field={column} place={place} />,
  }
}

/** A sign for what a column is: a key, a reference, or a value that is not given by hand. */
function ColumnSign({ entity, column }: { readonly entity: Entity; readonly column: EntityColumn }) {
  if (entity.primary_keys.includes(column.name)) return <LabelledIcon icon={KeyRound} label="Primary key" className="text-accent" />
  const target = entity.relationships.find(({ source_column_name: name }) => name === column.name)
  if (target) return <LabelledIcon icon={Link2} label={`Refers to ${target.target_table_name}.${target.target_column_name}`} className="text-faint" />
  if (column.is_generated) return <LabelledIcon icon={Lock} label="Generated" className="text-faint" />
  return null
}
