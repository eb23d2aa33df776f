import type { EntityColumn } from '@colonnade/pg-meta'
import { MenuItem, MenuSeparator } from '@colonnade/ui'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Check,
  Copy,
  EyeOff,
  Filter,
  MoveHorizontal,
  Pencil,
  Pin,
  PinOff,
  Plus,
  SquareDashed,
  Trash2,
  X,
} from 'lucide-react'
import type { ColumnActions } from './column-actions.ts'
import { columnMenuText } from './messages.ts'

export interface ColumnMenuProps {
  readonly column: EntityColumn
  readonly direction: 'ASC' | 'DESC' | undefined
  readonly isFrozen: boolean
  readonly actions: ColumnActions
}

/** What can be done with a column. */
export function ColumnMenu({ column, direction, isFrozen, actions }: ColumnMenuProps) {
  const { name } = column
  const sort = (ascending: boolean, nullsFirst: boolean) => actions.onSort(name, { column: name, ascending, ...(nullsFirst && { nullsFirst }) })
  return (
    <>
      {column.is_orderable && (
        <>
          <MenuItem icon={<ArrowUp aria-hidden />} hint={direction === 'ASC' && <Check aria-hidden />} onSelect={() => sort(true, false)}>
            {columnMenuText.sortAscending}
          </MenuItem>
          <MenuItem icon={<ArrowDown aria-hidden />} hint={direction === 'DESC' && <Check aria-hidden />} onSelect={() => sort(false, false)}>
            {columnMenuText.sortDescending}
          </MenuItem>
          {column.is_nullable && (
            <>
              <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => sort(true, true)}>
                {columnMenuText.sortAscendingNullsFirst}
              </MenuItem>
              <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => sort(false, true)}>
                {columnMenuText.sortDescendingNullsFirst}
              </MenuItem>
            </>
          )}
          {direction !== undefined && (
            <MenuItem icon={<X aria-hidden />} onSelect={() => actions.onSort(name, null)}>
              {columnMenuText.removeSorting}
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      {actions.onFilter && (
        <MenuItem icon={<Filter aria-hidden />} onSelect={() => actions.onFilter!(column)}>
          {columnMenuText.filterByColumn}
        </MenuItem>
      )}
      <MenuItem icon={<SquareDashed aria-hidden />} onSelect={() => actions.onSelect(name)}>
        {columnMenuText.selectColumn}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => actions.onCopyName(name)}>
        {columnMenuText.copyName}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={isFrozen ? <PinOff aria-hidden /> : <Pin aria-hidden />} onSelect={() => actions.onFreeze(name, !isFrozen)}>
        {isFrozen ? columnMenuText.unfreeze : columnMenuText.freeze}
      </MenuItem>
      <MenuItem icon={<MoveHorizontal aria-hidden />} onSelect={() => actions.onFit(name)}>
        {columnMenuText.fitWidth}
      </MenuItem>
      <MenuItem icon={<ArrowLeft aria-hidden />} onSelect={() => actions.onMove(name, -1)}>
        {columnMenuText.moveLeft}
      </MenuItem>
      <MenuItem icon={<ArrowRight aria-hidden />} onSelect={() => actions.onMove(name, 1)}>
        {columnMenuText.moveRight}
      </MenuItem>
      <MenuItem icon={<EyeOff aria-hidden />} onSelect={() => actions.onHide(name)}>
        {columnMenuText.hide}
      </MenuItem>
      {(actions.onEdit || actions.onAdd || actions.onDelete) && <MenuSeparator />}
      {actions.onEdit && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => actions.onEdit!(name)}>
          {columnMenuText.editColumn}
        </MenuItem>
      )}
      {actions.onAdd && (
        <MenuItem icon={<Plus aria-hidden />} onSelect={actions.onAdd}>
          {columnMenuText.addColumn}
        </MenuItem>
      )}
      {actions.onDelete && (
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => actions.onDelete!(name)}>
          {columnMenuText.deleteColumn}
        </MenuItem>
      )}
    </>
  )
}
