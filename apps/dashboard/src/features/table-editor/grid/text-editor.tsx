import type { EntityColumn } from '@colonnade/pg-meta'
import { useRef } from 'react'
import type { RenderEditCellProps } from 'react-data-grid'
import { inputOfText } from '../changes/cell-draft.ts'
import { cellKind, formatHint, takesEmptyText } from '../../../lib/data-grid/cells/cell-kind.ts'
import { CellBar, cellOptions, optionOfKey, type CellOption } from '../editors/cell-bar.tsx'
import { useOpen } from '../open/open-context.ts'
import type { GridRow } from '../rows/row-window.ts'
import { useGridContext, useLeavesMovedRow } from './grid-context.ts'
import { shownCell } from './staged-rows.ts'

export interface CellEditorProps extends RenderEditCellProps<GridRow> {
  readonly field: EntityColumn
  readonly place: number
}

/** A value as text, in its cell. */
export function TextEditor({ row, rowIdx, field, place, onRowChange, onClose }: CellEditorProps) {
  const { staging } = useGridContext()
  useLeavesMovedRow(row, rowIdx, () => onClose(true, false))
  const staged = row.id === null ? undefined : staging.rows.get(row.id)
  const value = shownCell(row, field.name, place, staged).text
  const typed = row.draft?.input.kind === 'text' ? row.draft.input.text : null
  const input = useRef<HTMLInputElement>(null)
  const { onOpen } = useOpen()
  const options = cellOptions(field, takesEmptyText(field))
  const choose = (option: CellOption) => {
    if (option.input !== null) return onRowChange({ ...row, draft: { column: field.name, input: option.input } }, true)
    // what was typed so far goes along
    onClose(true, false)
    if (row.id !== null) onOpen({ kind: 'panel', panel: { kind: 'cell-text', row: row.id, column: field.name } })
  }
  return (
    <>
      <input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was opened to be typed into
        autoFocus
        aria-label={field.name}
        className={`absolute inset-0 h-full w-full border-0 bg-raised px-2 font-mono text-xs text-fg outline-none placeholder:text-faint ${cellKind(field) === 'number' ? 'text-right' : ''}`}
        defaultValue={typed ?? value ?? ''}
        placeholder={value === null ? `NULL${hintText(field)}` : formatHint(field)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onRowChange({ ...row, draft: { column: field.name, input: inputOfText(field, event.target.value) } })}
        onBlur={() => onClose(true, false)}
        onKeyDown={(event) => {
          const option = optionOfKey(options, event)
          if (option === undefined) return
          event.preventDefault()
          event.stopPropagation()
          choose(option)
        }}
      />
      <CellBar anchor={input} options={options} onChoose={choose} />
    </>
  )
}

function hintText(field: EntityColumn): string {
  const hint = formatHint(field)
  return hint === undefined ? '' : `, e.g. ${hint}`
}
