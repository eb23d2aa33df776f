import type { QueryInput, QueryReply, TransactionInput } from '@colonnade/contracts/data/queries'
import type { Input } from '@colonnade/contracts/foundation/endpoint'
import { api } from './client.ts'
import { watchingForLostSource } from './database-source/lost-sources.ts'
import { unlessLocked } from './production-lock/unless-locked.ts'
import { requireProjectRef } from './required.ts'

/** The database role, and the claims of its token, as which something runs, and which database is asked. */
export interface RunAs {
  /** The project's own user when left out. */
  readonly role?: string | undefined
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  /** Identifier of a replica; the primary when left out. */
  readonly database?: string | undefined
}

interface Run {
  readonly as?: RunAs | undefined
  readonly signal?: AbortSignal | undefined
}

export type SqlRun = Omit<Input<typeof QueryInput>, keyof RunAs> & Run
export type TransactionRun = Omit<Input<typeof TransactionInput>, keyof RunAs> & Run

/**
 * Runs SQL in a project: `runSql(ref, { query: 'select 1' })`. All values come back as the text that Postgres prints. Of what changes a locked
 * project the person is asked for its name first.
 */
export async function runSql(ref: string, { signal, as, ...body }: SqlRun): Promise<QueryReply> {
  return watchingForLostSource(
    ref,
    unlessLocked(ref, (confirmed) => api.queries.run({ params: { ref: requireProjectRef(ref) }, body: { ...body, ...as, ...confirmed }, signal })),
  )
}

/** Runs statements in one transaction, all or none; gives one result for each. @throws AppError `rows_changed`, by SQLSTATE */
export async function runTransaction(ref: string, { signal, as: { role, claims } = {}, ...body }: TransactionRun): Promise<QueryReply> {
  // a transaction changes something, which only the primary does
  const as = { role, claims }
  return unlessLocked(ref, (confirmed) =>
    api.queries.transaction({ params: { ref: requireProjectRef(ref) }, body: { ...body, ...as, ...confirmed }, signal }),
  )
}

/** Asks Postgres to stop the run with this key; false when it had already ended. */
export async function cancelSql(ref: string, key: string): Promise<boolean> {
  const { cancelled } = await api.queries.cancel({ params: { ref }, body: { key } })
  return cancelled
}
