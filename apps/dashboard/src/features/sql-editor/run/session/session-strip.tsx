import { Button, RelativeTime, cn } from '@colonnade/ui'
import { CircleDot, TriangleAlert, Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SqlSession } from '../run-state.ts'
import { lostText, transactionText } from './messages.ts'
import { closesAt, lostThings, spanText, ranText } from './session-rules.ts'

export interface SessionStripProps {
  readonly session: SqlSession
  readonly isRunning: boolean
  readonly onCommit: () => void
  readonly onRollBack: () => void
  /** Runs what was run last on a new connection; null when there is nothing to run. */
  readonly onRunAgain: (() => void) | null
  readonly onDismiss: () => void
}

/** Says that a transaction is open, or that a connection was lost with what it held; nothing otherwise. */
export function SessionStrip({ session, isRunning, onCommit, onRollBack, onRunAgain, onDismiss }: SessionStripProps) {
  if (session.kind === 'lost') {
    return (
      <section
        aria-label={lostText.region}
        role="alert"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-danger-tint px-3 py-1.5 text-xs"
      >
        <span className="flex min-w-0 items-baseline gap-1.5">
          <Unplug aria-hidden className="size-3.5 shrink-0 self-center text-danger" />
          <span className="min-w-0">
            <strong className="font-medium">{lostText.title}</strong> {lostThings(session).join(' ')}
          </span>
        </span>
        <span className="ml-auto flex items-center gap-1">
          {onRunAgain !== null && (
            <Button size="sm" className="h-6" onClick={onRunAgain}>
              {lostText.runAgain}
            </Button>
          )}
          <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={onDismiss}>
            {lostText.dismiss}
          </Button>
        </span>
      </section>
    )
  }
  if (session.kind === 'none' || session.transaction === 'none') return null
  const isFailed = session.transaction === 'failed'
  const Icon = isFailed ? TriangleAlert : CircleDot
  return (
    <section
      aria-label={transactionText.region}
      className={cn('flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5 text-xs', isFailed ? 'bg-danger-tint' : 'bg-warning-tint')}
    >
      <span className="flex min-w-0 items-baseline gap-1.5">
        <Icon aria-hidden className={cn('size-3.5 shrink-0 self-center', isFailed ? 'text-danger' : 'text-warning')} />
        <output className="min-w-0">
          <strong className="font-medium">{isFailed ? transactionText.failed : transactionText.open}</strong>
        </output>
      </span>
      <span className="text-soft">
        {session.transactionStartedAt !== null && (
          <>
            {transactionText.since} <RelativeTime value={session.transactionStartedAt} className="underline decoration-dotted underline-offset-2" />
            {session.statements > 0 && ', '}
          </>
        )}
        {session.statements > 0 && ranText(session.statements)}
        {(session.transactionStartedAt !== null || session.statements > 0) && '. '}
        {!isRunning && <Remaining until={closesAt(session)} />}
      </span>
      <span className="ml-auto flex items-center gap-1.5">
        {!isFailed && (
          <Button size="sm" className="h-6" disabled={isRunning} onClick={onCommit}>
            {transactionText.commit}
          </Button>
        )}
        <Button size="sm" className="h-6" disabled={isRunning} onClick={onRollBack}>
          {transactionText.rollBack}
        </Button>
      </span>
    </section>
  )
}

/** Counts down to the server's rollback of an unused transaction. */
function Remaining({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="tabular-nums">{transactionText.remaining(spanText(until - now))}</span>
}
