import type { CellInput, Entity, EntityColumn } from '@colonnade/pg-meta'
import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { ArrowUpRight, Braces, Copy, Eraser, Eye, Pencil, RotateCcw, Trash2 } from 'lucide-react'

const copyKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘C' : 'Ctrl C'

export interface CellMenuProps {
  readonly entity: Entity
  readonly column: EntityColumn
  readonly value: string | null
  readonly isEditable: boolean
  readonly canDelete: boolean
  readonly onOpen: () => void
  readonly onCopy: () => void
  readonly onCopyRow: () => void
  readonly onSet: (input: CellInput) => void
  readonly onDelete: () => void
  readonly onOpenTable: (id: number) => void
}

/** What can be done with a cell and its row. */
export function CellMenu({ entity, column, value, isEditable, canDelete, ...on }: CellMenuProps) {
  const target = entity.relationships.find(({ source_column_name: name }) => name === column.name)
  const canBeDefault = column.default_value !== null || column.is_identity
  return (
    <>
      <MenuItem icon={isEditable ? <Pencil aria-hidden /> : <Eye aria-hidden />} hint="↵" onSelect={on.onOpen}>
        {isEditable ? 'Edit' : 'View'} {column.name}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} hint={copyKeys} disabled={value === null} onSelect={on.onCopy}>
        Copy value
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden />} onSelect={on.onCopyRow}>
        Copy row as JSON
      </MenuItem>
      {isEditable && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Eraser aria-hidden />}
            hint="Del"
            disabled={!column.is_nullable || value === null}
            onSelect={() => on.onSet({ kind: 'null' })}
          >
            Set to NULL
          </MenuItem>
          <MenuItem icon={<RotateCcw aria-hidden />} disabled={!canBeDefault} onSelect={() => on.onSet({ kind: 'default' })}>
            Set to default
          </MenuItem>
        </>
      )}
      {target && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ArrowUpRight aria-hidden />} onSelect={() => on.onOpenTable(target.target_table_id)}>
            Open {target.target_table_name}
          </MenuItem>
        </>
      )}
      {canDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={on.onDelete}>
            Delete row…
          </MenuItem>
        </>
      )}
    </>
  )
}
