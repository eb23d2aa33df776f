import type { RunningQuery } from '@colonnade/pg-meta/activity'
import { longIdleSeconds } from '../limits.ts'
import { spanText } from '../run/session/session-rules.ts'
import { activityWordsCopy } from './messages.ts'

export interface ActivityWords {
  /** "Running for 12 s", "Transaction idles for 3 min 4 s" */
  readonly state: string
  readonly tone: 'neutral' | 'warning' | 'danger'
  /** What it waits for, or what it does to others. */
  readonly notes: readonly string[]
}

/** Describes what a backend is doing. `all` holds every running query of the list. */
export function activityWords(query: RunningQuery, all: readonly Pick<RunningQuery, 'process_id' | 'blocked_by'>[]): ActivityWords {
  const isIdle = query.state.startsWith('idle in transaction')
  const blocked = all.filter(({ blocked_by: by }) => by.includes(query.process_id)).length
  const notes = [
    ...(query.blocked_by.length > 0 ? [activityWordsCopy.blockedBy(query.blocked_by.map(holderText).join(', '))] : []),
    ...(blocked > 0 ? [activityWordsCopy.blocks(blocked)] : []),
    ...(!isIdle && query.blocked_by.length === 0 && query.wait_type !== null
      ? [activityWordsCopy.waiting(query.wait_type, query.wait_event ?? '')]
      : []),
    ...(!isIdle && query.transaction_seconds !== null && query.transaction_seconds - query.seconds > 1
      ? [activityWordsCopy.transactionOpen(spanText(query.transaction_seconds * 1_000))]
      : []),
  ]
  const span = spanText(query.seconds * 1_000)
  const isLongIdle = isIdle && query.seconds >= longIdleSeconds
  return {
    state: isIdle
      ? query.state.includes('aborted')
        ? activityWordsCopy.idleInFailedTransaction(span)
        : activityWordsCopy.idleInTransaction(span)
      : activityWordsCopy.running(span),
    tone: query.blocked_by.length > 0 ? 'danger' : isLongIdle || blocked > 0 ? 'warning' : 'neutral',
    notes: isLongIdle ? [...notes, activityWordsCopy.longIdle] : notes,
  }
}

function holderText(processId: number): string {
  return processId === 0 ? activityWordsCopy.preparedTransaction : activityWordsCopy.process(processId)
}

/** "postgres · psql · 10.0.0.7" */
export function whoText({ user, application, client, backend }: RunningQuery): string {
  return [user ?? backend, application, client].filter((part) => part !== null && part !== '').join(' · ')
}
