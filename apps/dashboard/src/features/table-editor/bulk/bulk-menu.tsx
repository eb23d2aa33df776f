import type { RowFilter, RowKey } from '@colonnade/pg-meta'
import { IconButton, Menu, MenuItem, MenuSeparator } from '@colonnade/ui'
import { ListChecks, Pencil, Trash2 } from 'lucide-react'
import { numberText } from '../../../lib/texts/rows-text.ts'
import type { TableScope } from '../table-scope.ts'
import type { BulkTarget } from './bulk-target.ts'
import { bulkMenuText } from './messages.ts'

export interface BulkMenuProps {
  readonly scope: TableScope
  readonly selected: ReadonlyMap<string, RowKey | null>
  readonly filters: readonly RowFilter[]
  readonly onChoose: (kind: 'edit' | 'delete', target: BulkTarget) => void
}

/** Changes of many rows at once: of those that are selected, or of all that the filters match. */
export function BulkMenu({ scope, selected, filters, onChoose }: BulkMenuProps) {
  const { canUpdate, canDelete } = scope.rights
  if (!canUpdate && !canDelete) return null
  const keys = [...selected.values()].filter((key) => key !== null)
  const selection: BulkTarget = { kind: 'selection', keys }
  const matching: BulkTarget = { kind: 'matching', filters }
  const all = filters.length > 0 ? bulkMenuText.matchingRows : bulkMenuText.allRows
  const picked = bulkMenuText.selectedRows(numberText(keys.length), keys.length)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={bulkMenuText.changeManyRows}>
          <ListChecks aria-hidden />
        </IconButton>
      }
    >
      {canUpdate && keys.length > 0 && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onChoose('edit', selection)}>
          {bulkMenuText.editPicked(picked)}
        </MenuItem>
      )}
      {canUpdate && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onChoose('edit', matching)}>
          {bulkMenuText.editAll(all)}
        </MenuItem>
      )}
      <MenuSeparator />
      {canDelete && keys.length > 0 && (
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onChoose('delete', selection)}>
          {bulkMenuText.deletePicked(picked)}
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onChoose('delete', matching)}>
          {bulkMenuText.deleteAll(all)}
        </MenuItem>
      )}
    </Menu>
  )
}
