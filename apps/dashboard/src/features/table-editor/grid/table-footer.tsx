import { Button, IconButton, Spinner, toast } from '@colonnade/ui'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { stretchRows } from '../limits.ts'
import type { RowWindow, WindowState } from '../rows/row-window.ts'
import { numberText, rowsText } from '../rows-text.ts'

export interface TableFooterProps {
  readonly window: RowWindow
  readonly state: WindowState
  readonly from: number
  readonly onFrom: (from: number) => void
}

/** How many rows there are, and the way to the next stretch of a very long table. */
export function TableFooter({ window, state, from, onFrom }: TableFooterProps) {
  const [isCounting, setIsCounting] = useState(false)
  const { rows, isExact } = state.total
  const count = () => {
    setIsCounting(true)
    window
      .count(true)
      .catch((error: unknown) => toast.error(`Failed to count the rows: ${messageOf(error)}`))
      .finally(() => setIsCounting(false))
  }
  const isStretched = from > 0 || rows > stretchRows
  return (
    <footer className="flex min-h-8 flex-wrap items-center gap-x-3 border-t bg-surface px-3 text-xs text-soft">
      <output className="tabular-nums">{rows === 0 && !isExact ? 'Counting…' : rowsText(from + rows, isExact)}</output>
      {!isExact && rows > 0 && (
        <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={count} disabled={isCounting}>
          {isCounting && <Spinner />}
          Count exactly
        </Button>
      )}
      {isStretched && (
        <span className="ml-auto flex items-center gap-1 tabular-nums">
          Rows {numberText(from + 1)} to {numberText(from + state.rows.length)}
          <IconButton label="Earlier rows" disabled={from === 0} onClick={() => onFrom(Math.max(0, from - stretchRows))}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton label="Later rows" disabled={rows <= stretchRows} onClick={() => onFrom(from + stretchRows)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </span>
      )}
    </footer>
  )
}
