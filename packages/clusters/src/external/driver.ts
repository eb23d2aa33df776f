import { AppError, type Logger, toAppError } from '@colonnade/core'
import type { ConnectionTarget, RemoteReach } from '@colonnade/pg'
import type { Driver } from '../capabilities.ts'
import type { ClusterEndpoint, ClusterState, ClusterStatus } from '../clusters.ts'
import { targetOf } from '../logins.ts'
import { createQueues } from '../queues.ts'
import { examine } from './examine.ts'
import { holdConnection, type HeldConnection } from './held-connection.ts'

/** A Postgres server that someone else runs, with the login for it. */
export interface ExternalServer {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly tls: ConnectionTarget['tls']
}

export interface ExternalClustersOptions {
  readonly logger: Logger
  /** Known servers when the driver starts; `ensure` adds to them. */
  readonly refs: readonly string[]
  /** Called for every connection. Undefined if there is no server of that ref. */
  readonly find: (ref: string) => Promise<ExternalServer | undefined>
  readonly reach: RemoteReach
}

/** The driver for servers that someone else runs: starting one connects to it, and destroying it forgets it. */
export interface ExternalClusters extends Driver, AsyncDisposable {
  has(ref: string): boolean
}

/** Delays between reconnection attempts; the last one repeats. */
const retryMs = [500, 2_000, 10_000, 30_000]

interface Known {
  state: ClusterState
  version: string | null
  address: ClusterStatus['address']
  problem: ClusterStatus['problem']
  held: HeldConnection | undefined
  retry: NodeJS.Timeout | undefined
}

export function createExternalClusters({ logger, refs, find, reach }: ExternalClustersOptions): ExternalClusters {
  const unknown = (): Known => ({ state: 'stopped', version: null, address: null, problem: null, held: undefined, retry: undefined })
  const clusters = new Map<string, Known>(refs.map((ref) => [ref, unknown()]))
  const listeners = new Set<(status: ClusterStatus) => void>()
  const queues = createQueues()
  let isClosed = false

  const statusOf = (ref: string): ClusterStatus => {
    const known = clusters.get(ref)
    const { state, version, address, problem } = known ?? { ...unknown(), state: 'absent' as const }
    return { ref, state, compute: null, version, address, follows: null, problem }
  }
  const change = (ref: string, known: Known, changes: Partial<Known>): void => {
    Object.assign(known, changes)
    for (const listener of listeners) {
      try {
        listener(statusOf(ref))
      } catch (error) {
        logger.error('cluster listener failed', { ref, error })
      }
    }
  }
  const get = (ref: string): Known => {
    const known = clusters.get(ref)
    if (known === undefined) throw new AppError('cluster_not_found', { ref })
    return known
  }
  const endpoint = async (ref: string): Promise<ClusterEndpoint> => {
    get(ref)
    const server = await find(ref)
    if (server === undefined) throw new AppError('cluster_not_found', { ref })
    return endpointOf(server, reach)
  }
  const release = (known: Known): void => {
    clearTimeout(known.retry)
    known.held?.close()
    known.held = undefined
  }
  /** Resolves when it answers, and then sees when it no longer does. */
  const connect = async (ref: string, known: Known): Promise<void> => {
    release(known)
    const server = await endpoint(ref)
    const { version } = await examine(server)
    const held = await holdConnection(targetOf(server, 'administrator'), () => void queues.run(ref, () => lost(ref, known, held, 0)))
    change(ref, known, { state: 'running', problem: null, version, address: { host: server.host, port: server.port }, held })
  }
  /** Servers end idle connections, and go away: only one that can't be reached at once is down, and is tried until it can be. */
  const lost = async (ref: string, known: Known, held: HeldConnection | undefined, attempt: number): Promise<void> => {
    if (isClosed || clusters.get(ref) !== known || known.held !== held || !['running', 'crashed'].includes(known.state)) return
    try {
      await connect(ref, known)
    } catch (thrown) {
      const { message } = toAppError(thrown)
      if (known.state === 'running') change(ref, known, { state: 'crashed', held: undefined, problem: { message, log: [] } })
      retry(ref, known, attempt)
    }
  }
  const retry = (ref: string, known: Known, attempt: number): void => {
    const again = (): void => void queues.run(ref, () => lost(ref, known, undefined, attempt + 1))
    known.retry = setTimeout(again, retryMs[Math.min(attempt, retryMs.length - 1)]).unref()
  }

  return {
    has: (ref) => clusters.has(ref),
    ensure: (ref) =>
      queues.run(ref, async () => {
        if (clusters.has(ref)) return
        if ((await find(ref)) === undefined) throw new AppError('cluster_not_found', { ref })
        const known = unknown()
        clusters.set(ref, known)
        change(ref, known, {})
      }),
    start: (ref) =>
      queues.run(ref, async () => {
        const known = get(ref)
        if (known.state === 'running') return
        change(ref, known, { state: 'starting', problem: null })
        try {
          await connect(ref, known)
        } catch (thrown) {
          const { message } = toAppError(thrown)
          change(ref, known, { state: 'crashed', problem: { message, log: [] } })
          retry(ref, known, 0)
          throw new AppError('cluster_start_failed', { log: [] }, { message, cause: thrown })
        }
      }),
    stop: (ref) =>
      queues.run(ref, async () => {
        const known = get(ref)
        release(known)
        change(ref, known, { state: 'stopped', problem: null })
      }),
    destroy: (ref) =>
      queues.run(ref, async () => {
        const known = clusters.get(ref)
        if (known === undefined) return
        release(known)
        clusters.delete(ref)
        change(ref, known, {})
      }),
    status: async (ref) => statusOf(ref),
    endpoint,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const known of clusters.values()) release(known)
      await queues.idle()
      for (const known of clusters.values()) release(known)
    },
  }
}

/** Where a server is, with the login for it. */
export function endpointOf({ host, port, ...login }: ExternalServer, reach: RemoteReach): ClusterEndpoint {
  return { host, port, login: { ...login, reach } }
}
