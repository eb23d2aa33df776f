import type { RunningQuery } from '@colonnade/pg-meta/activity'
import { longIdleSeconds } from '../limits.ts'
import { spanText } from '../run/session/session-rules.ts'

export interface ActivityWords {
  /** "Running for 12 s", "Transaction idles for 3 min 4 s" */
  readonly state: string
  readonly tone: 'neutral' | 'warning' | 'danger'
  /** What it waits for, or what it does to others. */
  readonly notes: readonly string[]
}

/** What a backend is doing, in words. `all` are the others that are told. */
export function activityWords(query: RunningQuery, all: readonly Pick<RunningQuery, 'process_id' | 'blocked_by'>[]): ActivityWords {
  const isIdle = query.state.startsWith('idle in transaction')
  const blocked = all.filter(({ blocked_by: by }) => by.includes(query.process_id)).length
  const notes = [
    ...(query.blocked_by.length > 0 ? [`Blocked by ${query.blocked_by.map(holderText).join(', ')}`] : []),
    ...(blocked > 0 ? [`Blocks ${blocked === 1 ? '1 other' : `${blocked} others`}`] : []),
    ...(!isIdle && query.blocked_by.length === 0 && query.wait_type !== null ? [`Waits: ${query.wait_type}, ${query.wait_event ?? ''}`] : []),
    ...(!isIdle && query.transaction_seconds !== null && query.transaction_seconds - query.seconds > 1
      ? [`Its transaction is open for ${spanText(query.transaction_seconds * 1_000)}`]
      : []),
  ]
  const span = spanText(query.seconds * 1_000)
  const isLongIdle = isIdle && query.seconds >= longIdleSeconds
  return {
    state: isIdle
      ? query.state.includes('aborted')
        ? `Failed transaction idles for ${span}`
        : `Transaction idles for ${span}`
      : `Running for ${span}`,
    tone: query.blocked_by.length > 0 ? 'danger' : isLongIdle || blocked > 0 ? 'warning' : 'neutral',
    notes: isLongIdle ? [...notes, 'An open transaction keeps its locks, and old rows from being cleaned up'] : notes,
  }
}

function holderText(processId: number): string {
  return processId === 0 ? 'a prepared transaction' : `process ${processId}`
}

/** "postgres · psql · 10.0.0.7" */
export function whoText({ user, application, client, backend }: RunningQuery): string {
  return [user ?? backend, application, client].filter((part) => part !== null && part !== '').join(' · ')
}
