import type { BatchConnection, BatchRows, BatchStatement } from '@colonnade/pg'
import { RestError } from '@colonnade/rest-query'
import { acquireMs, joinedWithinMs, pipelinedMost } from '../limits.ts'

/** What a request wants to run. */
export interface Run {
  readonly statements: readonly BatchStatement[]
  /** Nothing else is in flight on its connection: it writes, is slow, or changes what the connection is set to. */
  readonly isAlone: boolean
  /** What is run afterwards, for nobody: it gives the connection back its settings. */
  readonly afterwards: readonly BatchStatement[]
  readonly signal: AbortSignal
}

export interface Ran {
  readonly rows: BatchRows
  /** Milliseconds that it waited for a connection, and that Postgres took. */
  readonly queueMs: number
  readonly sqlMs: number
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
  /** When the oldest batch in flight was sent. */
  oldestAt: number
  isAlone: boolean
}

interface Waiting {
  readonly run: Run
  readonly since: number
  resolve(ran: Ran): void
  reject(error: unknown): void
}

const aborted = new RestError(499, 'PGRST000', 'The client has left')
const timedOut = (): RestError => new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')

/** @param most read at each new connection, because settings change it */
export function createRestConnections(connect: () => Promise<BatchConnection>, most: () => number): RestConnections {
  const open = new Set<Open>()
  const queue: Waiting[] = []
  let opening = 0
  let isClosed = false

  const find = (isAlone: boolean, now: number): Open | undefined => {
    let joinable: Open | undefined
    for (const each of open) {
      const { pending } = each.connection
      if (pending === 0) return each
      if (!isAlone && !each.isAlone && pending < pipelinedMost && now - each.oldestAt < joinedWithinMs) joinable ??= each
    }
    return joinable
  }
  const send = (to: Open, waiting: Waiting): void => {
    const { run, since } = waiting
    const sentAt = performance.now()
    const { connection } = to
    if (connection.pending === 0) to.oldestAt = sentAt
    to.isAlone = run.isAlone
    const cancel = (): void => {
      // who shares the connection would be cancelled instead
      if (to.isAlone || connection.pending === 1) connection.cancel()
    }
    run.signal.addEventListener('abort', cancel, { once: true })
    connection
      .run(run.statements)
      .then(
        (rows) => waiting.resolve({ rows, queueMs: sentAt - since, sqlMs: performance.now() - sentAt }),
        (error: unknown) => waiting.reject(error),
      )
      .finally(() => {
        run.signal.removeEventListener('abort', cancel)
        to.oldestAt = performance.now()
        dispatch()
      })
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
      const added: Open = { connection: await connect(), oldestAt: 0, isAlone: false }
      open.add(added)
      void forgetWhenClosed(added)
      if (isClosed) void added.connection.close()
    } catch (error) {
      // there is no other way for them, unless a connection is left to wait for
      if (open.size === 0) for (const waiting of queue.splice(0)) waiting.reject(error)
    } finally {
      opening -= 1
      dispatch()
    }
  }
  const dispatch = (): void => {
    const now = performance.now()
    while (queue.length > 0 && now - queue[0]!.since > acquireMs) queue.shift()!.reject(timedOut())
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (next.run.signal.aborted) {
        queue.shift()!.reject(aborted)
        continue
      }
      const to = find(next.run.isAlone, now)
      if (to === undefined) break
      queue.shift()
      send(to, next)
    }
    const wanted = Math.min(queue.length, most() - open.size)
    for (let count = opening; count < wanted; count += 1) void openOne()
    watch()
  }
  /** A queue that nobody moves on still ends in time. */
  let watching: NodeJS.Timeout | null = null
  const watch = (): void => {
    if (watching !== null || queue.length === 0) return
    watching = setTimeout(
      () => {
        watching = null
        dispatch()
      },
      Math.max(1, queue[0]!.since + acquireMs + 1 - performance.now()),
    ).unref()
  }
  return {
    run(run) {
      return new Promise((resolve, reject) => {
        const waiting = { run, since: performance.now(), resolve, reject }
        const to = queue.length === 0 ? find(run.isAlone, waiting.since) : undefined
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
