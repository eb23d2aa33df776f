import { Button, IconButton, Menu, MenuChoice, Spinner, toast } from '@colonnade/ui'
import { ArrowDownToLine, ArrowUpToLine, ChevronLeft, ChevronRight, Rows3 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { failureText } from '../../../lib/error-notice.tsx'
import { ColumnChooser } from '../../../lib/data-grid/columns/column-chooser.tsx'
import type { ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import type { GridDisplay } from '../columns/display.ts'
import { rowsPerPageChoices } from '../limits.ts'
import { GoToRow } from '../rows/go-to-row.tsx'
import type { RowWindow, WindowState } from '../rows/row-window.ts'
import { numberText, rowsText } from '../../../lib/texts/rows-text.ts'
import { tableFooterText } from './messages.ts'

export interface TableFooterProps {
  readonly window: RowWindow
  readonly state: WindowState
  readonly display: GridDisplay
  readonly layout: ColumnLayout
  readonly isAsking: boolean
  readonly onAsking: (isAsking: boolean) => void
  readonly onDisplay: (display: GridDisplay) => void
  readonly onLayout: (layout: ColumnLayout) => void
  readonly onGoTo: (row: number) => void
  readonly onLast: () => void
  /** About the selected cells. */
  readonly status: ReactNode
  /** At its end. */
  readonly children: ReactNode
}

/** How many rows there are, ways to any of them, and how they are shown. */
export function TableFooter({
  window,
  state,
  display,
  layout,
  isAsking,
  onAsking,
  onDisplay,
  onLayout,
  onGoTo,
  onLast,
  status,
  children,
}: TableFooterProps) {
  const [isCounting, setIsCounting] = useState(false)
  const { rows, isExact } = state.total
  const { from, maxRows } = state.stretch
  const count = () => {
    setIsCounting(true)
    window
      .count(true)
      .catch((error: unknown) => toast.error(failureText(tableFooterText.countTask, error)))
      .finally(() => setIsCounting(false))
  }
  const isStretched = from > 0 || rows > maxRows
  return (
    <footer className="flex min-h-8 flex-wrap items-center gap-x-3 border-t bg-surface px-3 text-xs text-soft max-md:gap-y-0.5 max-md:py-1">
      <output className="tabular-nums">{rows > 0 || isExact ? rowsText(rows, isExact) : state.error === null ? tableFooterText.counting : ''}</output>
      {!isExact && rows > 0 && (
        <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={count} disabled={isCounting}>
          {isCounting && <Spinner />}
          {tableFooterText.countExactly}
        </Button>
      )}
      {status}
      <span className="ml-auto flex flex-wrap items-center gap-1 tabular-nums">
        {isStretched && (
          <>
            <span className="max-md:sr-only">{tableFooterText.rows(numberText(from + 1), numberText(from + state.rows.length))}</span>
            <IconButton label={tableFooterText.earlierRows} disabled={from === 0} onClick={() => onGoTo(Math.max(0, from - maxRows) + 1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton label={tableFooterText.laterRows} disabled={rows <= from + maxRows} onClick={() => onGoTo(from + maxRows + 1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </>
        )}
        <GoToRow total={state.total} isOpen={isAsking} onOpenChange={onAsking} onGo={onGoTo} />
        <IconButton label={tableFooterText.firstRow} disabled={rows === 0} onClick={() => onGoTo(1)}>
          <ArrowUpToLine aria-hidden />
        </IconButton>
        <IconButton label={tableFooterText.lastRow} disabled={rows === 0} onClick={onLast}>
          <ArrowDownToLine aria-hidden />
        </IconButton>
        <Menu
          side="top"
          align="end"
          trigger={
            <IconButton label={tableFooterText.settings}>
              <Rows3 aria-hidden />
            </IconButton>
          }
        >
          <MenuChoice
            label={tableFooterText.rowHeight}
            value={display.rowHeight}
            options={[
              { value: 'compact', label: tableFooterText.compact },
              { value: 'medium', label: tableFooterText.medium },
              { value: 'tall', label: tableFooterText.tall },
            ]}
            onChange={(rowHeight) => onDisplay({ ...display, rowHeight })}
          />
          <MenuChoice
            label={tableFooterText.pageSize}
            value={String(display.rowsPerPage)}
            options={rowsPerPageChoices.map((size) => ({ value: String(size), label: numberText(size) }))}
            onChange={(size) => onDisplay({ ...display, rowsPerPage: Number(size) as GridDisplay['rowsPerPage'] })}
          />
        </Menu>
        <ColumnChooser columns={window.entity.columns} layout={layout} onLayout={onLayout} />
        {children}
      </span>
    </footer>
  )
}
