import { type Clusters, type Login, targetOf } from '@colonnade/clusters'
import { AppError, type ErrorCode, type MemoryBudget } from '@colonnade/core'
import { clientConfig, databaseError, GuardedSocket, messageBytesMax, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import pg from 'pg'
import { projectConnectionIdleMs, projectConnections, projectRuns, projectSessions, projectTransfers } from './limits.ts'
import type { Uses } from './uses.ts'
import { RunningQueries } from './running.ts'

/** An exclusive connection, until `giveBack`. */
export interface Lease {
  readonly client: pg.Client
  /** The backend's process id: what pg_cancel_backend takes. */
  readonly processId: number
  /** `isClean` false closes it; else it is reset and used again. */
  giveBack(isClean: boolean): void
  /** Ends the backend, whatever it's doing and even if it ignores cancel requests. The lease must still be returned. */
  terminate(): Promise<void>
}

/**
 * What a connection is for: what takes long has connections of its own, so that queries need not wait for it. A `run` lasts as long as its
 * reader takes, a `session` as long as a person keeps it.
 */
export type LeaseKind = 'query' | 'transfer' | 'run' | 'session'

const connectionsOf: Readonly<Record<LeaseKind, number>> = {
  query: projectConnections,
  transfer: projectTransfers,
  run: projectRuns,
  session: projectSessions,
}

/** A context's part of this module. */
export interface HasConnections {
  readonly connections: ProjectConnections
}

/** Connections to the databases of projects, a few kept open for each. */
export interface ProjectConnections {
  /**
   * Waits until one of its kind (`query` unless said) is free.
   *
   * @throws AppError `too_many_connections`, `connection_lost`; `project_not_active` while another database is put in its place
   */
  lease(ref: string, login: Login, kind?: LeaseKind): Promise<Lease>
  /** Opens one for a lease that is about to come, unless there is one. */
  warm(ref: string, login: Login): void
  /** Closes those of a project that nobody has. */
  closeIdle(ref: string): void
  /** What runs on them under a key. */
  readonly running: RunningQueries
  close(): Promise<void>
}

/** What a connection fails with to a server that is not there, or not yet. */
const absent: ReadonlySet<ErrorCode> = new Set(['connection_lost', 'unavailable'])

interface Idle {
  readonly client: pg.Client
  readonly timer: NodeJS.Timeout
}

interface Group {
  readonly idle: Idle[]
  readonly waiting: Array<() => void>
  open: number
}

/**
 * Creates leases of project connections. A project counts as in use while a lease is open.
 *
 * @param explainAbsence explains why a database cannot be reached, if known; in that case no query was sent
 */
export function createProjectConnections(
  clusters: Clusters,
  uses: Uses,
  memory: MemoryBudget,
  explainAbsence: (ref: string) => Promise<AppError | null> = async () => null,
): ProjectConnections {
  const groups = new Map<string, Group>()
  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? { idle: [], waiting: [], open: 0 }
    groups.set(key, group)
    return group
  }
  const free = (key: string, group: Group): void => {
    group.open -= 1
    const next = group.waiting.shift()
    if (next) next()
    else if (group.open === 0 && groups.get(key) === group) groups.delete(key)
  }
  const forget = (group: Group, idle: Idle): void => {
    clearTimeout(idle.timer)
    group.idle.splice(group.idle.indexOf(idle), 1)
  }
  const keep = (key: string, group: Group, client: pg.Client): void => {
    const drop = (): void => {
      if (!group.idle.includes(idle)) return
      forget(group, idle)
      void client.end().catch(() => {})
      free(key, group)
    }
    const idle: Idle = { client, timer: setTimeout(drop, projectConnectionIdleMs).unref() }
    client.once('end', drop)
    group.idle.push(idle)
    group.waiting.shift()?.()
  }

  return {
    running: new RunningQueries(),
    async lease(ref, login, kind = 'query') {
      const key = `${ref} ${login} ${kind}`
      const group = groupOf(key)
      for (;;) {
        const kept = group.idle.at(-1)
        if (kept) {
          forget(group, kept)
          kept.client.removeAllListeners('end')
          return leaseOf(kept.client, ref, key, group)
        }
        if (group.open < connectionsOf[kind]) break
        await new Promise<void>((resolve) => group.waiting.push(resolve))
      }
      group.open += 1
      try {
        return leaseOf(await connect(clusters, memory, ref, login), ref, key, group)
      } catch (error) {
        free(key, group)
        const failure = databaseError(error)
        throw (absent.has(failure.code) ? await explainAbsence(ref) : null) ?? failure
      }
    },
    warm(ref, login) {
      const key = `${ref} ${login} query`
      const group = groupOf(key)
      if (group.open > 0) return
      group.open += 1
      connect(clusters, memory, ref, login).then(
        (client) => keep(key, group, client),
        () => free(key, group),
      )
    },
    closeIdle(ref) {
      for (const [key, { idle }] of groups) {
        if (key.startsWith(`${ref} `)) for (const { client } of idle) void client.end().catch(() => {})
      }
    },
    async close() {
      const all = [...groups.values()].flatMap(({ idle }) => idle)
      groups.clear()
      await Promise.all(
        all.map(({ client, timer }) => {
          clearTimeout(timer)
          return client.end().catch(() => {})
        }),
      )
    },
  }

  function leaseOf(client: pg.Client, ref: string, key: string, group: Group): Lease {
    const endUse = uses.begin(ref)
    return {
      client,
      processId: processIdOf(client),
      giveBack(isClean) {
        endUse()
        const end = (): void => {
          free(key, group)
          void client.end().catch(() => {})
        }
        if (!isClean) return end()
        reset(client).then(() => keep(key, group, client), end)
      },
      async terminate() {
        const endpoint = await clusters.endpoint(ref)
        await withClient(targetOf(endpoint, 'administrator'), (administrator) =>
          administrator.first(sql`select pg_terminate_backend(${processIdOf(client)})`),
        )
      },
    }
  }
}

/** Ends what was left open, and forgets settings, temporary tables and listeners of whoever had it. */
async function reset(client: pg.Client): Promise<void> {
  if (client.getTransactionStatus() !== 'I') await client.query('rollback')
  await client.query('discard all')
}

async function connect(clusters: Clusters, memory: MemoryBudget, ref: string, login: Login): Promise<pg.Client> {
  const endpoint = await clusters.endpoint(ref)
  const target = { ...targetOf(endpoint, login), applicationName: 'colonnade' }
  const client = new pg.Client({
    ...(endpoint.login === undefined
      ? { ...clientConfig(target), stream: () => new GuardedSocket(messageBytesMax, memory.open(ref)) }
      : clientConfig(target, memory.open(ref))),
  })
  // the loss of a connection reaches whoever runs a query on it; an idle one just ends
  client.on('error', () => {})
  await client.connect()
  return client
}

function processIdOf(client: pg.Client): number {
  const { processID } = client as unknown as { processID: unknown }
  if (typeof processID !== 'number') throw new AppError('internal', {}, { internal: 'pg gives no processID' })
  return processID
}
