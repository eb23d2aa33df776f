import pg from 'pg'
import { clientConfig, type ConnectionTarget } from '../connection.ts'
import { GuardedSocket, messageBytesMax } from '../guarded-socket.ts'
import type { MemoryClaim } from '@colonnade/core'
import { BatchQuery, type BatchRows, type BatchStatement } from './batch-query.ts'

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
  /** In the order of their last use, oldest first. */
  const known = new Set<string>()
  let pending = 0
  const makeRoom = (): string[] => {
    const forgotten: string[] = []
    for (const name of known) {
      if (known.size <= statementsMost) break
      known.delete(name)
      forgotten.push(name)
    }
    return forgotten
  }
  const use = (name: string): void => {
    if (name === '') return
    known.delete(name)
    known.add(name)
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
            for (const { name } of statements) use(name)
            resolve(rows)
          },
          reject(error: Error) {
            pending -= 1
            reject(error)
          },
        }
        client.query(new BatchQuery(statements, known, makeRoom(), settle) as unknown as pg.Submittable)
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
