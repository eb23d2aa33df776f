import { cn } from '@colonnade/ui'
import type { PointerEvent } from 'react'
import { atBottom, atCorner, atLeft, atRight, atTop, inFill, inRange } from './range-store.ts'

export interface RangeMarkProps {
  readonly marks: number
  /** Undefined where nothing can be filled. */
  readonly onFillStart: ((event: PointerEvent) => void) | undefined
}

/** The tint of a selected cell, the selection's outline where the cell is at its edge, and the handle at its last cell. */
export function RangeMark({ marks, onFillStart }: RangeMarkProps) {
  if (marks === 0) return null
  return (
    <>
      {(marks & (inRange | inFill)) !== 0 && (
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute inset-0 border-accent',
            (marks & inRange) !== 0 && 'bg-selected',
            (marks & inFill) !== 0 && (marks & inRange) === 0 && 'outline-1 -outline-offset-1 outline-accent outline-dashed',
            (marks & atTop) !== 0 && 'border-t',
            (marks & atRight) !== 0 && 'border-r',
            (marks & atBottom) !== 0 && 'border-b',
            (marks & atLeft) !== 0 && 'border-l',
          )}
        />
      )}
      {(marks & atCorner) !== 0 && onFillStart && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+D and Ctrl+R do the same
        <span aria-hidden data-fill-handle className="absolute right-0 bottom-0 size-1.5 cursor-crosshair bg-accent" onPointerDown={onFillStart} />
      )}
    </>
  )
}
