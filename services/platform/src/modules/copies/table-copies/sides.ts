import { type ClusterEndpoint, type Fleet, logins } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { freshSession, limitWaiting } from '../merges/replay.ts'
import type { ReplayClient } from '../merges/replay-client.ts'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'

/** A connection to one end of a copy. */
export type SideClient = ReplayClient

/** Both ends of a copy, by their refs. */
export interface Sides {
  readonly branch_ref: string
  readonly parent_ref: string
}

export interface SideTools {
  readonly clusters: Fleet
  readonly sleeper: Sleeper
}

/** Wakes both projects, and keeps them awake during the work. @throws AppError `project_wake_failed` */
export async function awake<T>({ sleeper }: SideTools, { branch_ref, parent_ref }: Sides, work: () => Promise<T>): Promise<T> {
  const releases: (() => void)[] = []
  try {
    for (const ref of [branch_ref, parent_ref]) releases.push(await sleeper.use(ref, { kind: 'change', what: 'table copy' }))
    return await work()
  } finally {
    for (const release of releases) release()
  }
}

/**
 * Opens a connection as the owner, never as our superuser. Rows that a policy would hide are an error. It closes when the signal aborts, so that
 * waiting statements fail and the server rolls back.
 */
export function asOwner<T>(
  server: ClusterEndpoint & { readonly applicationName?: string },
  signal: AbortSignal | null,
  work: (client: SideClient) => Promise<T>,
): Promise<T> {
  const settings = { ...logins.owner.settings, row_security: 'off' }
  return withClient({ ...server, ...logins.owner, settings }, async (client) => {
    const leave = (): void => void client.client.end().catch(() => {})
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await client.client.query(`${freshSession}; ${limitWaiting}`)
      return await work(client)
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  })
}

/** @throws AppError `connection_lost` unless the transaction was committed */
export async function commit({ client }: SideClient): Promise<void> {
  const { command } = await client.query('commit')
  // after an error Postgres answers COMMIT with ROLLBACK
  if (command !== 'COMMIT') throw new AppError('internal', {}, { internal: 'the transaction was rolled back' })
}
