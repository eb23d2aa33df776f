import { Badge, Button, Kbd, Select, Tooltip } from '@colonnade/ui'
import { Play, Square } from 'lucide-react'
import { Elapsed } from './elapsed.tsx'
import { rowLimits, timeLimits, type RowLimit, type TimeLimit } from './limits.ts'
import type { SqlRunState } from './run-store.ts'
import { rowsText } from './wording.ts'

export interface RunBarProps {
  readonly run: SqlRunState
  readonly isSelection: boolean
  readonly isEmpty: boolean
  readonly isReadOnly: boolean
  readonly modifier: string
  readonly rowLimit: RowLimit
  readonly timeLimit: TimeLimit
  readonly onRun: () => void
  readonly onCancel: () => void
  readonly onRowLimit: (limit: RowLimit) => void
  readonly onTimeLimit: (limit: TimeLimit) => void
}

const rowOptions = rowLimits.map((limit) => ({ value: String(limit), label: `First ${rowsText(limit)}` }))

export function RunBar(props: RunBarProps) {
  const { run, isSelection, isEmpty, isReadOnly, modifier, rowLimit, timeLimit } = props
  const isRunning = run.kind === 'running'
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-2 border-b bg-surface px-3 py-1.5">
      <h1 className="mr-1 text-sm font-semibold">SQL editor</h1>
      <Button variant="primary" size="sm" disabled={isEmpty || isRunning} onClick={props.onRun}>
        <Play aria-hidden />
        {isSelection ? 'Run selection' : 'Run'}
        <span aria-hidden className="text-2xs">
          {modifier}↵
        </span>
      </Button>
      {isRunning && (
        <>
          <Button size="sm" isPending={run.isCancelling} onClick={props.onCancel}>
            {!run.isCancelling && <Square aria-hidden />}
            Cancel
            <span aria-hidden>
              <Kbd>Esc</Kbd>
            </span>
          </Button>
          <Elapsed since={run.startedAt} />
        </>
      )}
      <div className="ml-auto flex items-center gap-2">
        {isReadOnly && (
          <Tooltip content="Your role may look but not change: statements run as a database role that can only read.">
            <button type="button" className="rounded-full">
              <Badge tone="warning">Read-only</Badge>
            </button>
          </Tooltip>
        )}
        <Select
          label="Rows per result"
          size="sm"
          className="w-40"
          value={String(rowLimit)}
          options={rowOptions}
          onValueChange={(value) => props.onRowLimit(Number(value) as RowLimit)}
        />
        <Select label="Time limit" size="sm" className="w-32" value={timeLimit} options={timeLimits} onValueChange={props.onTimeLimit} />
      </div>
    </header>
  )
}
