import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import type { DataGridHandle } from 'react-data-grid'

export interface CellNoteProps {
  readonly title: string
  readonly detail: string | null
  /** Place of its row in the grid; null when it is not there. */
  readonly rowIndex: number | null
  readonly grid: RefObject<DataGridHandle | null>
  /** Place of the column in the grid, from 1. */
  readonly ariaColumn: number
  /** Changes when the grid is scrolled, so that the note stays with its cell. */
  readonly scrolled: number
  readonly children: ReactNode
}

const notePx = 340

/** Says something about a cell, right below it; at the foot of the grid when the cell is scrolled away. */
export function CellNote({ title, detail, rowIndex, grid, ariaColumn, scrolled, children }: CellNoteProps) {
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number } | null>(null)
  useLayoutEffect(() => {
    const root = grid.current?.element
    const cell = rowIndex === null ? null : root?.querySelector(`[aria-rowindex="${rowIndex + 2}"] > [aria-colindex="${ariaColumn}"]`)
    // where the cell stands is known only once it is laid out
    // oxlint-disable-next-line react/set-state-in-effect
    if (!root || !cell) return setPlace(null)
    const box = root.getBoundingClientRect()
    const at = cell.getBoundingClientRect()
    const isInside = at.bottom > box.top + 44 && at.top < box.bottom - 40
    setPlace(isInside ? { left: Math.max(4, Math.min(at.left - box.left, box.width - notePx - 16)), top: at.bottom - box.top + 4 } : null)
    // measured again whenever the grid was scrolled
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [rowIndex, grid, ariaColumn, scrolled])
  return (
    <div
      role="alert"
      style={place ?? { left: 12, bottom: 12 }}
      className="pop absolute z-10 flex w-[340px] max-w-[calc(100%-1.5rem)] gap-2 border-danger/50! px-3 py-2"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium break-words">{title}</p>
        {detail !== null && <p className="max-h-24 overflow-y-auto text-xs break-words whitespace-pre-wrap text-soft">{detail}</p>}
        <div className="flex flex-wrap gap-1">{children}</div>
      </div>
    </div>
  )
}
