import { AppError } from '@colonnade/core'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { clientConfig, type ConnectionTarget } from '../connection.ts'
import { GuardedSocket } from '../guarded-socket.ts'
import { databaseError } from '../sqlstate.ts'
import { type Lsn, parseLsn } from './lsn.ts'
import type { ReplicationMessage } from './messages.ts'
import { createReplicationStream, type ReplicationStream } from './stream.ts'

/** Milliseconds until the slot must be there: it waits for every transaction that runs in the database. */
const defaultOpenTimeoutMs = 5_000
/** Largest single message, which holds the two versions of one row at most. */
const defaultMaxMessageBytes = 64 * 1024 * 1024

export interface ReplicationOptions {
  /** Names of publications; only what they publish is sent. They need not exist from the start in Postgres 18, and must before. */
  readonly publications: readonly string[]
  /** Begins the name of the slot: lower case letters, digits and underscores. */
  readonly slotPrefix?: string
  readonly openTimeoutMs?: number
  readonly maxMessageBytes?: number
}

/**
 * The changes of a database since the stream was opened. Each iteration yields what has arrived; requesting the next one confirms that the
 * previous changes were processed, so the server can discard them. Rolled-back transactions never appear. The iteration ends on close, and
 * throws if the connection is lost. Backpressure reaches the server: nothing is buffered here while nobody reads.
 */
export interface Replication extends AsyncIterable<readonly ReplicationMessage[]>, AsyncDisposable {
  readonly slot: string
  /** Earlier commits are not part of the stream. */
  readonly startLsn: Lsn
  /**
   * Resolves once every commit before a position has been read and processed, so that a stream starting there can take over. Also resolves
   * when the stream has ended.
   */
  passed(lsn: Lsn): Promise<void>
  /** Ends the iteration; resolves when the slot is gone. */
  close(): Promise<void>
}

/**
 * Follows the logical changes of the target's database through its own temporary slot, which ends with the connection (PostgreSQL
 * documentation, 54.4 and 54.5). The login needs the attribute `replication`.
 *
 * @throws AppError by SQLSTATE in `details.sqlstate`: 53400 no free slot, 53300 no free sender, 55P03 a long-running transaction prevents
 * the slot's creation (also if it hits `statement_timeout`)
 */
export async function openReplication(target: ConnectionTarget, options: ReplicationOptions): Promise<Replication> {
  const openTimeoutMs = options.openTimeoutMs ?? defaultOpenTimeoutMs
  const settings = {
    ...target.settings,
    // making a slot waits for others like for a lock; and a server whose client is gone would go on waiting
    lock_timeout: String(openTimeoutMs),
    client_connection_check_interval: '1000',
  }
  const config: pg.ClientConfig & { replication: 'database' } = {
    ...clientConfig({ ...target, settings, connectTimeoutMs: openTimeoutMs }),
    replication: 'database',
    stream: () => new GuardedSocket(options.maxMessageBytes ?? defaultMaxMessageBytes),
  }
  const client = new pg.Client(config)
  const stream = createReplicationStream(client)
  const slot = `${options.slotPrefix ?? 'colonnade'}_${randomBytes(8).toString('hex')}`
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    stream.cut()
  }, openTimeoutMs + 1_000)
  try {
    await client.connect()
    const startLsn = await createSlot(client, slot)
    await stream.start(`START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names ${publicationNames(options.publications)})`)
    return replicationOf(slot, startLsn, stream)
  } catch (error) {
    await stream.close()
    if (isLate) throw new AppError('statement_timeout', { timeout_ms: openTimeoutMs }, { cause: error })
    throw databaseError(error)
  } finally {
    clearTimeout(deadline)
  }
}

function replicationOf(slot: string, startLsn: Lsn, stream: ReplicationStream): Replication {
  return {
    slot,
    startLsn,
    passed: (lsn) => stream.passed(lsn),
    close: () => stream.close(),
    [Symbol.asyncDispose]: () => stream.close(),
    async *[Symbol.asyncIterator]() {
      try {
        for (let batch = await stream.next(); batch !== null; batch = await stream.next()) yield batch
      } finally {
        await stream.close()
      }
    },
  }
}

/** The form of its options that every version takes; this language knows capital letters only. */
async function createSlot(client: pg.Client, slot: string): Promise<Lsn> {
  const { rows } = await client.query<{ consistent_point: string }>(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
  return parseLsn(rows[0]!.consistent_point)
}

/** A literal that holds a list of quoted identifiers. */
function publicationNames(names: readonly string[]): string {
  return pg.escapeLiteral(names.map((name) => pg.escapeIdentifier(name)).join(','))
}
