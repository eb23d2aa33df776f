import { CircleAlert } from 'lucide-react'
import { messageOf } from '../../../lib/error-notice.tsx'
import type { GridRow } from '../rows/row-window.ts'
import { useGridContext } from '../grid/grid-context.ts'
import { rowNumberText } from './messages.ts'

/** The number of a row in the whole table; a sign where its page could not be fetched. */
export function RowNumber({ row, index }: { readonly row: GridRow; readonly index: number }) {
  const { nameOf } = useGridContext()
  if (row.error !== undefined) {
    return (
      <span title={messageOf(row.error)} className="flex justify-end text-danger">
        <CircleAlert aria-hidden className="size-3.5" />
        <span className="sr-only">{rowNumberText.notLoaded(nameOf(index))}</span>
      </span>
    )
  }
  return nameOf(index)
}
