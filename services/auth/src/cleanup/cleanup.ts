import { type Clock, type Logger, toAppError } from '@colonnade/core'
import { type Fragment, ident, sql } from '@colonnade/sql'
import type { ProjectDatabases } from '../project/project-databases.ts'

/** Time between cleanups of a project in use, and rows of a table per batch: no one waits for it, or for its locks. */
const everyMs = 60 * 60_000
const rowsMost = 1_000
/** Projects whose last time is remembered. */
const projectsMost = 10_000

interface Litter {
  readonly table: string
  readonly key: string
  readonly condition: Fragment
}

/** Rows that have expired (GoTrue, `models/cleanup.go`; auth.md, Design: flows for 24 hours, the audit log for 90 days). */
const litter: readonly Litter[] = [
  { table: 'flow_state', key: 'id', condition: sql`created_at < now() - interval '24 hours'` },
  { table: 'oauth_client_states', key: 'id', condition: sql`created_at < now() - interval '24 hours'` },
  { table: 'saml_relay_states', key: 'id', condition: sql`created_at < now() - interval '24 hours'` },
  { table: 'mfa_challenges', key: 'id', condition: sql`created_at < now() - interval '24 hours'` },
  { table: 'webauthn_challenges', key: 'id', condition: sql`expires_at < now() - interval '24 hours'` },
  { table: 'oauth_authorizations', key: 'id', condition: sql`expires_at < now() - interval '24 hours'` },
  { table: 'one_time_tokens', key: 'id', condition: sql`created_at < now() at time zone 'UTC' - interval '7 days'` },
  { table: 'refresh_tokens', key: 'id', condition: sql`revoked and updated_at < now() - interval '24 hours'` },
  { table: 'sessions', key: 'id', condition: sql`not_after < now() - interval '24 hours'` },
  { table: 'audit_log_entries', key: 'id', condition: sql`created_at < now() - interval '90 days'` },
]

/** Removes what is left behind, in projects that are awake anyway. */
export interface Cleanup extends AsyncDisposable {
  /** After a call to a project: cleans up if that is due. */
  after(ref: string): void
}

export function createCleanup({ databases, clock, logger }: { databases: ProjectDatabases; clock: Clock; logger: Logger }): Cleanup {
  /** In the order of their last time, oldest first. */
  const cleanedAt = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let isOver = false

  const clean = async (ref: string): Promise<void> => {
    const { database, leave } = await databases.enter(ref)
    try {
      for (const { table, key, condition } of litter) {
        if (isOver) return
        const [name, column] = [ident('auth', table), ident(key)]
        await database.run(sql`
          delete from ${name} where ${column} in (select ${column} from ${name} where ${condition} limit ${rowsMost} for update skip locked)`)
      }
    } finally {
      leave()
    }
  }
  return {
    after(ref) {
      const now = clock.now()
      if (isOver || now - (cleanedAt.get(ref) ?? -Infinity) < everyMs) return
      cleanedAt.delete(ref)
      cleanedAt.set(ref, now)
      if (cleanedAt.size > projectsMost) cleanedAt.delete(cleanedAt.keys().next().value!)
      const work = clean(ref)
        .catch((error: unknown) => logger.warn('auth not cleaned up', { ref, error: toAppError(error) }))
        .finally(() => running.delete(work))
      running.add(work)
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(running)
    },
  }
}
