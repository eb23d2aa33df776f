import { Badge, Button, CodeBlock, Popover, Spinner, toast } from '@colonnade/ui'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { runTransaction } from '../../../scope/run-sql.ts'
import type { Editability } from './editability.ts'
import { reasonBadgeText } from './messages.ts'

export interface ReasonBadgeProps {
  readonly projectRef: string
  readonly reason: NonNullable<Editability['reason']>
  readonly isInsertable: boolean
  /** The statement that lifts the reason was run. */
  readonly onDone: () => void
  readonly onWriteSql: (text: string) => void
}

/** Building a key reads and locks the whole table: it may take its time. */
const timeoutMs = 10 * 60_000

/** Why not everything can be done with the rows, and the statement that changes that: to run, or to be changed first. */
export function ReasonBadge({ projectRef, reason, isInsertable, onDone, onWriteSql }: ReasonBadgeProps) {
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly problem: string | null }>({ isRunning: false, problem: null })
  const { sql } = reason
  const run = async (query: string) => {
    setState({ isRunning: true, problem: null })
    try {
      await runTransaction(projectRef, {
        statements: [{ query }],
        migration: { name: reason.sql === null ? reason.title : reasonBadgeText.addPrimaryKey },
        timeout_ms: timeoutMs,
      })
      setState({ isRunning: false, problem: null })
      toast.success(reasonBadgeText.done)
      onDone()
    } catch (error) {
      setState({ isRunning: false, problem: messageOf(error) })
    }
  }
  return (
    <Popover
      label={reason.title}
      className="w-96"
      trigger={
        <button type="button" className="rounded-full">
          <Badge tone="neutral">
            <Lock aria-hidden className="size-3" />
            {isInsertable ? reasonBadgeText.insertOnly : reasonBadgeText.readOnly}
          </Badge>
        </button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        <h2 className="font-medium">{reason.title}</h2>
        <p className="text-soft">{reason.text}</p>
        {sql !== null && (
          <>
            <CodeBlock code={sql} label={reasonBadgeText.statement} isWrapped />
            {state.problem !== null && (
              <p role="alert" className="text-danger">
                {state.problem}
              </p>
            )}
            <div className="flex gap-2">
              <Button size="sm" variant="primary" disabled={state.isRunning} onClick={() => void run(sql)}>
                {state.isRunning && <Spinner />}
                {reasonBadgeText.run}
              </Button>
              <Button size="sm" onClick={() => onWriteSql(sql)}>
                {reasonBadgeText.openInSqlEditor}
              </Button>
            </div>
          </>
        )}
      </div>
    </Popover>
  )
}
