import pg from 'pg'
import { clientConfig, type ConnectionTarget } from '../connection.ts'
import { GuardedSocket, messageBytesMax } from '../guarded-socket.ts'
import type { MemoryClaim } from '@colonnade/core'
import type { BatchStatement } from './batch-message.ts'
import { BatchQuery, type BatchRows } from './batch-query.ts'

/** A connection that takes batches without waiting for the one before (pipelining). */
export interface BatchConnection {
  /** Batches that were sent and are not over. */
  readonly pending: number
  /** Runs statements in one transaction. Rejects with what Postgres or the connection failed with: `databaseError` reads it. */
  run(statements: readonly BatchStatement[]): Promise<BatchRows>
  /** Asks the server to stop what runs on it now, which may be over before it hears of it. */
  cancel(): void
  /** Resolves once it is closed, by whomever. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** Prepared statements that a connection keeps; the one that was not used for longest goes first. */
const statementsMost = 200

const none: readonly string[] = []

/** @param memory that long messages of the server are claimed from until they are whole */
export async function openBatchConnection(target: ConnectionTarget, memory?: MemoryClaim): Promise<BatchConnection> {
  const config: pg.ClientConfig & { readonly pipeline: true } = {
    ...clientConfig(target, memory),
    ...(target.reach === undefined && target.tls === undefined && { stream: () => new GuardedSocket(messageBytesMax, memory) }),
    pipeline: true,
  }
  const client = new pg.Client(config)
  // whoever waits for a batch gets the error
  client.on('error', () => {})
  const closed = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  /** The number of each one's last use, counted as it is sent: what is in flight must not be forgotten. */
  const known = new Map<string, number>()
  let uses = 0
  let pending = 0
  const isKnown = (name: string): boolean => known.has(name)
  const note = (name: string): void => {
    uses += 1
    known.set(name, uses)
  }
  const makeRoom = (): readonly string[] => {
    if (known.size <= statementsMost) return none
    const oldest = [...known].sort(([, one], [, other]) => one - other).slice(0, known.size - statementsMost)
    const forgotten = oldest.map(([name]) => name)
    for (const name of forgotten) known.delete(name)
    return forgotten
  }
  return {
    get pending() {
      return pending
    },
    closed,
    run(statements) {
      pending += 1
      return new Promise((resolve, reject) => {
        const settle = {
          resolve(rows: BatchRows) {
            pending -= 1
            for (const { name } of statements) if (name !== '' && !known.has(name)) note(name)
            resolve(rows)
          },
          reject(error: Error) {
            pending -= 1
            reject(error)
          },
        }
        for (const { name } of statements) if (known.has(name)) note(name)
        client.query(new BatchQuery(statements, isKnown, makeRoom(), settle) as unknown as pg.Submittable)
      })
    },
    cancel() {
      requestCancel(client)
    },
    async close() {
      await client.end().catch(() => {})
    },
  }
}

/** The parts of `pg`'s client that its types leave out. */
interface CancellableClient {
  readonly processID: number
  readonly secretKey: unknown
  readonly host: string
  readonly port: number
}

interface CancellingConnection {
  readonly stream: { end(): void }
  on(event: 'connect' | 'error', listener: () => void): void
  connect(portOrPath: number | string, host?: string): void
  cancel(processID: number, secretKey: unknown): void
}

/** Sends a CancelRequest over a connection of its own (PostgreSQL documentation, 54.2.8). */
function requestCancel(running: pg.Client): void {
  const { processID, secretKey, host, port } = running as unknown as CancellableClient
  const connection = new pg.Connection({}) as unknown as CancellingConnection
  connection.on('error', () => {})
  connection.on('connect', () => {
    connection.cancel(processID, secretKey)
    connection.stream.end()
  })
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}
