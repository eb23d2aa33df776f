import type { EntityColumn } from '@colonnade/pg-meta'
import type { RenderEditCellProps } from 'react-data-grid'
import { inputOfText } from '../changes/cell-draft.ts'
import { cellKind, formatHint } from '../changes/cell-kind.ts'
import type { GridRow } from '../rows/row-window.ts'
import { useGridContext } from './grid-context.ts'

export interface CellEditorProps extends RenderEditCellProps<GridRow> {
  readonly field: EntityColumn
  readonly place: number
}

/** A value as text, in its cell. A text that was refused is there again to be mended. */
export function TextEditor({ row, field, place, onRowChange, onClose }: CellEditorProps) {
  const { failure } = useGridContext()
  const failed =
    failure !== null && failure.rowId === row.id && failure.column === field.name && failure.input.kind === 'text' ? failure.input.text : null
  const value = row.cells?.[place] ?? null
  const typed = row.draft?.input.kind === 'text' ? row.draft.input.text : null
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was opened to be typed into
      autoFocus
      aria-label={field.name}
      className={`absolute inset-0 h-full w-full border-0 bg-raised px-2 font-mono text-xs text-fg outline-none placeholder:text-faint ${cellKind(field) === 'number' ? 'text-right' : ''}`}
      defaultValue={typed ?? failed ?? value ?? ''}
      placeholder={value === null ? `NULL${hintText(field)}` : formatHint(field)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onRowChange({ ...row, draft: { column: field.name, input: inputOfText(field, event.target.value) } })}
      onBlur={() => onClose(true, false)}
    />
  )
}

function hintText(field: EntityColumn): string {
  const hint = formatHint(field)
  return hint === undefined ? '' : `, e.g. ${hint}`
}
