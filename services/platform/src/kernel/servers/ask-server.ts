import { type Clusters, targetOf } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { clientConfig, databaseError, type Queryable, queryable } from '@colonnade/pg'
import { Socket } from 'node:net'
import pg from 'pg'

export interface Question {
  readonly ref: string
  /** The project's own database unless said. */
  readonly database?: string
  readonly deadlineMs: number
  /** Ends it sooner. */
  readonly signal?: AbortSignal
}

/**
 * One short conversation with a project's server as our own superuser. It ends at the deadline whatever the server does: also one that
 * takes the connection and then says nothing.
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
  const timer = setTimeout(giveUp, deadlineMs, `The database server did not answer within ${deadlineMs / 1000} seconds`)
  const stop = (): void => giveUp('The caller no longer waits for the answer')
  signal?.addEventListener('abort', stop, { once: true })
  const answer = client.connect().then(() => work(queryable(client)))
  answer.catch(() => {}) // may fail after the deadline, when nobody waits for it
  try {
    return await Promise.race([late.promise, answer])
  } catch (error) {
    throw databaseError(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    // not waited for: a server that hangs takes no leave
    client.end().catch(() => {})
  }
}

/**
 * A database to read statistics from, other than the project's: what is counted there does not show up in the project's counts. The
 * project's owner can neither drop nor change it.
 */
export const neutralDatabase = 'template1'
