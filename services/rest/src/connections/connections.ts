import type { BatchConnection, BatchRows, BatchStatement } from '@colonnade/pg'
import { RestError } from '@colonnade/rest-query'
import pg from 'pg'
import { acquireMs, joinedWithinMs, keptFromSlow, pipelinedMost } from '../limits.ts'

/** A request's statements. */
export interface Run {
  readonly statements: readonly BatchStatement[]
  /** Nothing else is in flight on its connection: it writes, is slow, or changes what the connection is set to. */
  readonly isAlone: boolean
  /** It is known to take long: some connections are kept free of such. */
  readonly isSlow: boolean
  /** Statements that run afterwards, to restore the connection's settings. */
  readonly afterwards: readonly BatchStatement[]
  readonly signal: AbortSignal
}

export interface Ran {
  readonly rows: BatchRows
  /** Milliseconds that it waited for a connection, and that Postgres took. */
  readonly queueMs: number
  readonly sqlMs: number
  /** Another batch was in flight before it on the connection, so that it may have waited for that. */
  readonly isShared: boolean
}

/** The connections to one project's database, which requests share. */
export interface RestConnections {
  /** Rejects with what Postgres failed with; with PGRST003 when no connection came free in time. */
  run(run: Run): Promise<Ran>
  /** Closes all once what is in flight is over. */
  close(): Promise<void>
}

interface Open {
  readonly connection: BatchConnection
  /** The last batch runs alone: nothing joins it. */
  isAlone: boolean
  isSlow: boolean
  /** When the oldest batch in flight was sent. */
  oldestAt: number
}

interface Waiting {
  readonly run: Run
  readonly since: number
  resolve(ran: Ran): void
  reject(error: unknown): void
}

export const clientLeft = (): RestError => new RestError(499, 'PGRST000', 'The client disconnected')
const timedOut = (): RestError => new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')

/** @param most read at each new connection, because settings change it */
export function createRestConnections(connect: () => Promise<BatchConnection>, most: () => number): RestConnections {
  const open = new Set<Open>()
  /** Slow requests have their own queue, so that no one waits behind them. */
  const queues: Readonly<Record<'usual' | 'slow', Waiting[]>> = { usual: [], slow: [] }
  const queueOf = ({ isSlow }: Run): Waiting[] => (isSlow ? queues.slow : queues.usual)
  let opening = 0
  let isClosed = false

  const find = ({ isAlone, isSlow }: Run, now: number): Open | undefined => {
    let joinable: Open | undefined
    if (isSlow) {
      let slow = 0
      for (const { connection, isSlow: hasSlow } of open) if (hasSlow && connection.pending > 0) slow += 1
      if (slow >= Math.max(1, most() - keptFromSlow)) return undefined
    }
    for (const each of open) {
      const { pending } = each.connection
      if (pending === 0) return each
      if (!isAlone && !isSlow && !each.isAlone && pending < pipelinedMost && now - each.oldestAt < joinedWithinMs) joinable ??= each
    }
    return joinable
  }
  const send = (to: Open, waiting: Waiting): void => {
    const { run, since } = waiting
    const sentAt = performance.now()
    const { connection } = to
    const isShared = connection.pending > 0
    if (!isShared) to.oldestAt = sentAt
    to.isAlone = run.isAlone || run.isSlow
    to.isSlow = run.isSlow
    let isCancelled = false
    const cancel = (): void => {
      // a request that shares the connection would be cancelled instead
      isCancelled = to.isAlone || connection.pending === 1
      if (isCancelled) connection.cancel()
    }
    run.signal.addEventListener('abort', cancel, { once: true })
    const end = (now: number): void => {
      run.signal.removeEventListener('abort', cancel)
      to.oldestAt = now
      // the server may hear of it only now, and would cancel what comes next
      if (isCancelled && open.delete(to)) void connection.close()
      dispatch()
    }
    const succeed = (rows: BatchRows): void => {
      const now = performance.now()
      waiting.resolve({ rows, queueMs: sentAt - since, sqlMs: now - sentAt, isShared })
      end(now)
    }
    const fail = (error: unknown): void => {
      // it is about to close, and nothing more can be sent on it
      if (isBroken(error)) open.delete(to)
      waiting.reject(error)
      end(performance.now())
    }
    void connection.run(run.statements).then(succeed, fail)
    if (run.afterwards.length > 0) void connection.run(run.afterwards).then(dispatch, () => connection.close())
  }
  const forgetWhenClosed = async (added: Open): Promise<void> => {
    await added.connection.closed
    open.delete(added)
    dispatch()
  }
  const openOne = async (): Promise<void> => {
    opening += 1
    try {
      const added: Open = { connection: await connect(), isAlone: false, isSlow: false, oldestAt: 0 }
      open.add(added)
      void forgetWhenClosed(added)
      if (isClosed) void added.connection.close()
    } catch (error) {
      // there is no other way for them, unless a connection is left to wait for
      if (open.size === 0) for (const queue of Object.values(queues)) for (const waiting of queue.splice(0)) waiting.reject(error)
    } finally {
      opening -= 1
      dispatch()
    }
  }
  const dispatch = (): void => {
    if (queues.usual.length === 0 && queues.slow.length === 0) return
    const now = performance.now()
    for (const queue of [queues.usual, queues.slow]) {
      while (queue.length > 0 && now - queue[0]!.since > acquireMs) queue.shift()!.reject(timedOut())
      for (let next = queue[0]; next !== undefined; next = queue[0]) {
        const to = next.run.signal.aborted ? null : find(next.run, now)
        if (to === undefined) break
        queue.shift()
        if (to === null) next.reject(clientLeft())
        else send(to, next)
      }
    }
    const wanted = Math.min(queues.usual.length + queues.slow.length, most() - open.size)
    for (let count = opening; count < wanted; count += 1) void openOne()
    watch()
  }
  /** A queue that nobody moves on still ends in time. */
  let watching: NodeJS.Timeout | null = null
  const watch = (): void => {
    if (watching !== null) return
    const oldest = Math.min(queues.usual[0]?.since ?? Infinity, queues.slow[0]?.since ?? Infinity)
    if (oldest === Infinity) return
    const ended = (): void => {
      watching = null
      dispatch()
    }
    watching = setTimeout(ended, Math.max(1, oldest + acquireMs + 1 - performance.now())).unref()
  }
  return {
    run(run) {
      return new Promise((resolve, reject) => {
        const waiting = { run, since: performance.now(), resolve, reject }
        const queue = queueOf(run)
        const to = queue.length === 0 ? find(run, waiting.since) : undefined
        if (to !== undefined) return send(to, waiting)
        queue.push(waiting)
        dispatch()
      })
    },
    async close() {
      isClosed = true
      if (watching !== null) clearTimeout(watching)
      await Promise.all([...open].map(({ connection }) => connection.close()))
    },
  }
}

/** Tests if an error ends its connection. */
function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL'
}
