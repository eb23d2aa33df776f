import { type Clusters, targetOf } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { clientConfig, databaseError, type Queryable, queryable } from '@colonnade/pg'
import { Socket } from 'node:net'
import pg from 'pg'

export interface Question {
  readonly ref: string
  /** The project's database by default. */
  readonly database?: string
  readonly deadlineMs: number
  /** Aborts the call early. */
  readonly signal?: AbortSignal
}

/**
 * Runs a short task on a project's server as our superuser. Ends at the deadline even if the server accepts the connection and never responds.
 *
 * @throws AppError `unavailable` at the deadline, `connection_lost`, `too_many_connections`, `cluster_not_found`
 */
export async function askServer<T>(clusters: Clusters, question: Question, work: (server: Queryable) => Promise<T>): Promise<T> {
  const { ref, database, deadlineMs, signal } = question
  const endpoint = await clusters.endpoint(ref)
  const { settings, ...target } = targetOf(endpoint, 'administrator')
  const config = clientConfig({
    ...target,
    ...(database !== undefined && endpoint.login === undefined && { database }),
    applicationName: 'colonnade-monitor',
    settings: { ...settings, statement_timeout: String(deadlineMs) },
    connectTimeoutMs: deadlineMs,
  })
  const stream = typeof config.stream === 'function' ? config.stream() : undefined
  const socket = stream ?? new Socket()
  const client = new pg.Client({
    ...config,
    stream: () => socket,
  })
  client.on('error', () => {})
  const late = Promise.withResolvers<never>()
  const giveUp = (message: string): void => {
    late.reject(new AppError('unavailable', { ref }, { message }))
    socket.destroy()
  }
  const timer = setTimeout(giveUp, deadlineMs, `The database server didn’t respond within ${deadlineMs / 1000} seconds`)
  const stop = (): void => giveUp('The caller no longer waits for the response')
  signal?.addEventListener('abort', stop, { once: true })
  const answer = client.connect().then(() => work(queryable(client)))
  answer.catch(() => {}) // may fail after the deadline, with nobody waiting
  try {
    return await Promise.race([late.promise, answer])
  } catch (error) {
    throw databaseError(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    // not awaited: an unresponsive server never confirms
    client.end().catch(() => {})
  }
}

/** Another database to read statistics from, which keeps our queries out of the project's statistics. The project's owner can't drop or change it. */
export const neutralDatabase = 'template1'
