import { AppError } from '@colonnade/core'
import type { Connection, Client, Submittable } from 'pg'
import { databaseError } from '../sqlstate.ts'
import { createDecoder } from './decoder.ts'
import { readFrame, statusUpdate } from './frames.ts'
import type { Lsn } from './lsn.ts'
import type { ReplicationMessage } from './messages.ts'

/** How often the server hears how far we are; it gives up after `wal_sender_timeout`, a minute unless set. */
const statusIntervalMs = 1_000
const quietStatusMs = 10_000
/** Bytes that may wait for whoever reads before the server is held up. */
const waitingBytesMax = 1024 * 1024
/** A server that does not take our leave is left without. */
const closeTimeoutMs = 1_000

/** The copy-both mode of a connection, once START_REPLICATION has begun it. */
export interface ReplicationStream {
  /** Resolves when the server has agreed. */
  start(command: string): Promise<void>
  /** What has arrived, at least one message; null when it was closed. Asking says that what was given before is done with. */
  next(): Promise<readonly ReplicationMessage[] | null>
  /** Resolves when the server has come past a position, whoever reads has had all of that, and waits for more; or when nothing more comes. */
  passed(lsn: Lsn): Promise<void>
  close(): Promise<void>
  /** Breaks the connection. */
  cut(): void
}

/** What of the driver's connection is needed here and not in its types. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  end(): void
}

export function createReplicationStream(client: Client): ReplicationStream {
  const { connection } = client as unknown as { connection: CopyConnection }
  const decode = createDecoder()
  const ended = new Promise<void>((resolve) => void client.once('end', resolve))
  let waiting: ReplicationMessage[] = []
  let waitingBytes = 0
  let reader: PromiseWithResolvers<readonly ReplicationMessage[] | null> | undefined
  let failure: AppError | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  /** What the server may forget; what we know it has come to; and the same for what the reader has in hand. */
  let done: Lsn = 0n
  let reached: Lsn = 0n
  let inHand: Lsn = 0n
  let reported: { readonly lsn: Lsn; readonly atMs: number } = { lsn: 0n, atMs: 0 }
  let isInTransaction = false
  let passing: { readonly lsn: Lsn; readonly resolve: () => void }[] = []

  const report = (): void => {
    reported = { lsn: done, atMs: performance.now() }
    connection.sendCopyFromChunk(statusUpdate(done, Date.now()))
  }
  const reportNowAndThen = (): void => {
    if (done > reported.lsn || performance.now() - reported.atMs >= quietStatusMs) report()
  }
  const hand = (): readonly ReplicationMessage[] => {
    const batch = waiting
    waiting = []
    waitingBytes = 0
    if (connection.stream.isPaused()) connection.stream.resume()
    const last = batch.findLast((message) => message.kind === 'commit')
    if (last?.kind === 'commit') inHand = last.endLsn
    return batch
  }
  const pass = (isOver: boolean): void => {
    for (const { lsn, resolve } of passing) if (isOver || lsn <= done) resolve()
    passing = passing.filter(({ lsn }) => !isOver && lsn > done)
  }
  /** Where nothing that the server has come past is left to be read. */
  const settle = (): void => {
    if (reader === undefined || waiting.length > 0 || isInTransaction) return
    done = reached
    pass(false)
  }

  const fail = (thrown: unknown): void => {
    if (isClosed || failure !== undefined) return
    failure = thrown instanceof RangeError ? new AppError('internal', {}, { cause: thrown, internal: thrown.message }) : databaseError(thrown)
    clearInterval(timer)
    reader?.reject(failure)
    reader = undefined
    pass(true)
    connection.stream.destroy()
  }
  const receive = (content: Buffer): void => {
    // the driver reads on into the memory of what it gave
    const message = decode(Buffer.from(content))
    if (message.kind === 'begin') isInTransaction = true
    if (message.kind === 'commit') {
      isInTransaction = false
      if (message.endLsn > reached) reached = message.endLsn
    }
    waiting.push(message)
    waitingBytes += content.length
    if (waitingBytes > waitingBytesMax) connection.stream.pause()
    if (reader === undefined) return
    // after the whole of what came in one piece
    if (waiting.length === 1) setImmediate(giveToReader)
  }
  const giveToReader = (): void => {
    if (reader === undefined || waiting.length === 0) return
    const asking = reader
    reader = undefined
    asking.resolve(hand())
  }
  const copying: Submittable & Record<string, unknown> = {
    submit() {},
    handleError: fail,
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (isClosed || failure !== undefined) return
      try {
        const frame = readFrame(chunk)
        if (frame.kind === 'data') return receive(frame.content)
        if (frame.walEnd > reached) reached = frame.walEnd
        settle()
        if (frame.wantsReply) report()
      } catch (error) {
        fail(error)
      }
    },
    // a server that shuts down ends the copy
    handleCommandComplete: () => fail(new AppError('connection_lost')),
    handleReadyForQuery() {},
  }
  client.on('error', fail)
  client.on('end', () => fail(new AppError('connection_lost')))

  return {
    async start(command) {
      const started = Promise.withResolvers<void>()
      copying['submit'] = () => connection.query(command)
      copying['handleError'] = (error: unknown) => {
        started.reject(error)
        fail(error)
      }
      connection.once('replicationStart', () => started.resolve())
      client.query(copying)
      await started.promise
      timer = setInterval(reportNowAndThen, statusIntervalMs)
      timer.unref()
    },
    async next() {
      if (inHand > done) done = inHand
      if (isClosed) return null
      if (failure !== undefined) throw failure
      if (waiting.length > 0) return hand()
      reader = Promise.withResolvers()
      settle()
      return reader.promise
    },
    async passed(lsn) {
      if (isClosed || failure !== undefined) return
      const { promise, resolve } = Promise.withResolvers<void>()
      passing.push({ lsn, resolve })
      settle()
      await promise
    },
    async close() {
      if (!isClosed) {
        isClosed = true
        clearInterval(timer)
        reader?.resolve(null)
        reader = undefined
        pass(true)
        connection.stream.resume()
        connection.end()
      }
      const giveUp = setTimeout(() => connection.stream.destroy(), closeTimeoutMs)
      await ended
      clearTimeout(giveUp)
    },
    cut: () => void connection.stream.destroy(),
  }
}
