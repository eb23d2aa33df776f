import type { ReactNode } from 'react'
import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { ArrowDownToLine, Clipboard, Copy, CopyPlus, Download, Eraser, Eye, Pencil, RotateCcw, Rows3, Trash2, Undo2 } from 'lucide-react'
import { modified } from '../../../lib/modifier-key.ts'
import { FilterMenuItems } from '../filters/filter-menu-items.tsx'
import type { FilterParam } from '../filters/filter-param.ts'
import type { CopyFormat } from '../../../lib/data-grid/ranges/copied.ts'
import { cellMenuText } from './messages.ts'

export interface CellMenuProps {
  readonly column: EntityColumn
  readonly value: string | null
  /** Whether more than this cell is selected. */
  readonly isRange: boolean
  readonly isEditable: boolean
  readonly isStaged: boolean
  readonly canDelete: boolean
  readonly onOpen: () => void
  readonly onCopy: (format: CopyFormat) => void
  readonly onExport: () => void
  readonly onPaste: () => void
  readonly onSet: (input: CellInput) => void
  readonly onFillDown: () => void
  readonly onFillSeries: () => void
  readonly onRevert: () => void
  readonly onFilter: (param: FilterParam) => void
  /** Opens the row's form; undefined where it has none. */
  readonly onEditRow: (() => void) | undefined
  /** Opens the form of a new row with the values of this one; undefined where none can be added. */
  readonly onDuplicate: (() => void) | undefined
  readonly onDelete: () => void
  /** What it refers to, and what refers to it. */
  readonly references: ReactNode
}

/** What can be done with a cell, with the selection around it, and with its row. */
export function CellMenu({ column, value, isRange, isEditable, isStaged, canDelete, references, ...on }: CellMenuProps) {
  const canBeDefault = column.default_value !== null || column.is_identity
  return (
    <>
      <MenuItem icon={isEditable ? <Pencil aria-hidden /> : <Eye aria-hidden />} hint="↵" onSelect={on.onOpen}>
        {isEditable ? cellMenuText.edit : cellMenuText.view} {column.name}
      </MenuItem>
      {on.onEditRow && (
        <MenuItem icon={<Rows3 aria-hidden />} onSelect={on.onEditRow}>
          {isEditable ? cellMenuText.editRow : cellMenuText.viewRow}
        </MenuItem>
      )}
      {on.onDuplicate && (
        <MenuItem icon={<CopyPlus aria-hidden />} onSelect={on.onDuplicate}>
          {cellMenuText.duplicateRow}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} hint={modified('C')} onSelect={() => on.onCopy('tsv')}>
        {isRange ? cellMenuText.copyCells : cellMenuText.copyValue}
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('csv')}>
        {cellMenuText.copyAsCsv}
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('json')}>
        {isRange ? cellMenuText.copyAsJson : cellMenuText.copyRowAsJson}
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('markdown')}>
        {cellMenuText.copyAsMarkdown}
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('sql')}>
        {cellMenuText.copyAsInsert}
      </MenuItem>
      {isRange && (
        <MenuItem icon={<Download aria-hidden />} onSelect={on.onExport}>
          {cellMenuText.exportCells}
        </MenuItem>
      )}
      {isEditable && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Clipboard aria-hidden />} hint={modified('V')} onSelect={on.onPaste}>
            {cellMenuText.paste}
          </MenuItem>
          <MenuItem
            icon={<Eraser aria-hidden />}
            hint={cellMenuText.del}
            disabled={!column.is_nullable || (value === null && !isRange)}
            onSelect={() => on.onSet({ kind: 'null' })}
          >
            {cellMenuText.setToNull}
          </MenuItem>
          <MenuItem icon={<RotateCcw aria-hidden />} disabled={!canBeDefault} onSelect={() => on.onSet({ kind: 'default' })}>
            {cellMenuText.setToDefault}
          </MenuItem>
          {isRange && (
            <>
              <MenuItem icon={<ArrowDownToLine aria-hidden />} hint={modified('D')} onSelect={on.onFillDown}>
                {cellMenuText.fillDown}
              </MenuItem>
              <MenuItem icon={<span />} onSelect={on.onFillSeries}>
                {cellMenuText.fillDownSeries}
              </MenuItem>
            </>
          )}
          {isStaged && (
            <MenuItem icon={<Undo2 aria-hidden />} onSelect={on.onRevert}>
              {cellMenuText.discardChange}
            </MenuItem>
          )}
        </>
      )}
      <FilterMenuItems column={column} value={value} onFilter={on.onFilter} />
      {references}
      {canDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={on.onDelete}>
            {cellMenuText.deleteRow}
          </MenuItem>
        </>
      )}
    </>
  )
}
