import type { ReactNode } from 'react'
import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { ArrowDownToLine, Clipboard, Copy, CopyPlus, Download, Eraser, Eye, Pencil, RotateCcw, Rows3, Trash2, Undo2 } from 'lucide-react'
import { modified } from '../../../lib/modifier-key.ts'
import { FilterMenuItems } from '../filters/filter-menu-items.tsx'
import type { FilterParam } from '../filters/filter-param.ts'
import type { CopyFormat } from '../../../lib/data-grid/ranges/copied.ts'

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
        {isEditable ? 'Edit' : 'View'} {column.name}
      </MenuItem>
      {on.onEditRow && (
        <MenuItem icon={<Rows3 aria-hidden />} onSelect={on.onEditRow}>
          {isEditable ? 'Edit row…' : 'View row…'}
        </MenuItem>
      )}
      {on.onDuplicate && (
        <MenuItem icon={<CopyPlus aria-hidden />} onSelect={on.onDuplicate}>
          Duplicate row…
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} hint={modified('C')} onSelect={() => on.onCopy('tsv')}>
        {isRange ? 'Copy cells' : 'Copy value'}
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('csv')}>
        Copy as CSV
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('json')}>
        {isRange ? 'Copy as JSON' : 'Copy row as JSON'}
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('markdown')}>
        Copy as Markdown
      </MenuItem>
      <MenuItem icon={<span />} onSelect={() => on.onCopy('sql')}>
        Copy as SQL INSERT
      </MenuItem>
      {isRange && (
        <MenuItem icon={<Download aria-hidden />} onSelect={on.onExport}>
          Export cells…
        </MenuItem>
      )}
      {isEditable && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Clipboard aria-hidden />} hint={modified('V')} onSelect={on.onPaste}>
            Paste
          </MenuItem>
          <MenuItem
            icon={<Eraser aria-hidden />}
            hint="Del"
            disabled={!column.is_nullable || (value === null && !isRange)}
            onSelect={() => on.onSet({ kind: 'null' })}
          >
            Set to NULL
          </MenuItem>
          <MenuItem icon={<RotateCcw aria-hidden />} disabled={!canBeDefault} onSelect={() => on.onSet({ kind: 'default' })}>
            Set to default
          </MenuItem>
          {isRange && (
            <>
              <MenuItem icon={<ArrowDownToLine aria-hidden />} hint={modified('D')} onSelect={on.onFillDown}>
                Fill down
              </MenuItem>
              <MenuItem icon={<span />} onSelect={on.onFillSeries}>
                Fill down as a series
              </MenuItem>
            </>
          )}
          {isStaged && (
            <MenuItem icon={<Undo2 aria-hidden />} onSelect={on.onRevert}>
              Take back the change
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
            Delete row
          </MenuItem>
        </>
      )}
    </>
  )
}
