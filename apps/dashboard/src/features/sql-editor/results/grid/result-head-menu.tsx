import { copyText, MenuItem, MenuSeparator } from '@colonnade/ui'
import { ArrowDown, ArrowUp, Check, Copy, EyeOff, X } from 'lucide-react'
import { resultHeadMenuText } from './messages.ts'
import type { ResultColumn } from './result-columns.ts'
import type { ResultSort } from './sort-rows.ts'

export interface ResultHeadMenuProps {
  readonly column: ResultColumn
  /** Null when the rows aren't sorted by this column. */
  readonly direction: 'ASC' | 'DESC' | null
  /** Undefined while rows are still coming. */
  readonly onSort: ((sort: ResultSort | null) => void) | undefined
  readonly onHide: () => void
}

/** Menu of a result's column, opened at its header. */
export function ResultHeadMenu({ column, direction, onSort, onHide }: ResultHeadMenuProps) {
  return (
    <>
      {onSort && (
        <>
          <MenuItem
            icon={<ArrowUp aria-hidden />}
            hint={direction === 'ASC' && <Check aria-hidden />}
            onSelect={() => onSort({ column, isDescending: false })}
          >
            {resultHeadMenuText.sortAscending}
          </MenuItem>
          <MenuItem
            icon={<ArrowDown aria-hidden />}
            hint={direction === 'DESC' && <Check aria-hidden />}
            onSelect={() => onSort({ column, isDescending: true })}
          >
            {resultHeadMenuText.sortDescending}
          </MenuItem>
          {direction !== null && (
            <MenuItem icon={<X aria-hidden />} onSelect={() => onSort(null)}>
              {resultHeadMenuText.removeSorting}
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copyText(column.name)}>
        {resultHeadMenuText.copyName}
      </MenuItem>
      <MenuItem icon={<EyeOff aria-hidden />} onSelect={onHide}>
        {resultHeadMenuText.hide}
      </MenuItem>
    </>
  )
}
