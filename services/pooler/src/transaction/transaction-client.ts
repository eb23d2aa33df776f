import type { MemoryClaim } from '@colonnade/core'
import type { Socket } from 'node:net'
import type { BusyPolling } from '../busy-polling.ts'
import { Inflow, type InflowLimits } from '../clients/inflow.ts'
import { linger } from '../clients/linger.ts'
import { refuse } from '../clients/open-client.ts'
import type { DirectIo } from '../direct-io.ts'
import { earlyBytesMax } from '../limits.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault } from '../wire/fault.ts'
import type { Parameters } from '../wire/startup.ts'
import { cleaningOf } from './cleaning.ts'
import { fromClient, isBehindTime, messageOf } from './client-messages.ts'
import { ClientStatements } from './client-statements.ts'
import { Pipeline } from './pipeline.ts'
import type { PooledServer, ServerUser } from './pooled-server.ts'
import type { ProjectPool, Wanted } from './project-pool.ts'
import { ReplySplitter } from './reply-splitter.ts'
import { Reports } from './reports.ts'
import { SessionSettings, textsIn } from './session-settings.ts'
import { Warnings } from './warnings.ts'

const [errorResponse, readyForQuery, commandComplete, copyIn, parameterStatus, idle] = Buffer.from('EZCGSI')

export interface TransactionClientParts {
  readonly ref: string
  readonly stream: Socket
  readonly pool: ProjectPool
  readonly poolKey: string
  readonly parameters: Parameters
  /** Settings reported to it at the start. */
  readonly told: ReadonlyMap<string, string>
  readonly counters: Counters
  readonly polling: BusyPolling
  readonly io: DirectIo
  /** Holds what it has sent and its server has not taken. */
  readonly claim: MemoryClaim
  readonly inflow: Partial<InflowLimits> | undefined
  readonly idleTransactionMs: number
  /** Told of what should not happen. */
  readonly onError: (error: unknown) => void
}

/** A client in transaction mode: it has a connection from the first message of a transaction to its end. */
export class TransactionClient implements ServerUser {
  readonly #parts: TransactionClientParts
  readonly #inflow: Inflow
  readonly #statements = new ClientStatements()
  readonly #settings = new SessionSettings()
  readonly #warnings = new Warnings()
  readonly #leaving = new AbortController()
  readonly #reports: Reports
  /** Messages that came while there was no connection, or that wait for an answer on it. */
  #waiting: Buffer[] = []
  #isAcquiring = false
  #server: PooledServer | null = null
  #pipeline: Pipeline | null = null
  #splitter = new ReplySplitter()
  #waitingBytes = 0
  /** Last transaction status of the server in this transaction. */
  #status = 0
  #isCopyingIn = false
  /** Something failed since the server was last idle. */
  #hasFailed = false
  /** The connection has to be cleaned before anybody gets it. */
  #leaves = false
  /** Settings to read from the server: null for none, not even unnamed ones. */
  #toRead: Set<string> | null = null
  #ownFault: Fault | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #isDraining = false
  /** It has said good-bye, and what it asked before is still answered. */
  #isLeaving = false
  #isOver = false
  readonly ended: Promise<void>

  constructor(parts: TransactionClientParts) {
    this.#parts = parts
    this.#reports = new Reports(parts.told)
    const { ref, stream, claim } = parts
    this.#inflow = new Inflow({ ref, stream, claim, limits: parts.inflow, onFault: (fault) => this.#fail(fault) })
    this.ended = new Promise((resolve) => stream.once('close', () => resolve()))
    stream.on('data', (chunk: Buffer) => this.#fromClient(chunk))
    stream.on('drain', () => this.#server?.socket.resume())
    stream.on('close', () => this.#left())
  }

  /** The connection that works for it right now. */
  get server(): PooledServer | null {
    return this.#server
  }

  /** Bytes that came before it was set up. */
  begin(rest: Buffer): void {
    if (rest.length > 0) this.#fromClient(rest)
    this.#parts.stream.resume()
  }

  drain(): void {
    this.#isDraining = true
    if (!this.#server && !this.#isAcquiring) this.end()
  }

  end(): void {
    this.#fail(new Fault('57P01', 'the pooler is shutting down', 'Connect again in a moment.'))
  }

  #fromClient(chunk: Buffer): void {
    if (this.#isOver) return
    this.#parts.counters.bytesFromClients += chunk.length
    try {
      const messages = this.#inflow.push(chunk)
      if (messages.length === 0) return this.#account()
      if (!this.#server) this.#enqueue(messages)
      else if (this.#pipeline!.isBlocked) this.#hold(messages)
      else this.#forward(messages)
      this.#account()
    } catch (error) {
      this.#fail(error)
    }
  }

  #account(): void {
    if (!this.#isOver) this.#inflow.account(this.#waitingBytes + this.#statements.bytes + (this.#server?.socket.writableLength ?? 0))
  }

  #enqueue(messages: readonly Buffer[]): void {
    for (const message of messages) {
      if (this.#waiting.length > 0 || !isBehindTime(message)) this.#hold([message])
    }
    if (this.#waiting.length === 0) return
    if (this.#waiting[0]?.[0] === fromClient.terminate) return this.#leave()
    const { pool, poolKey, parameters } = this.#parts
    if (this.#isAcquiring) return
    const wanted = { poolKey, parameters, owner: this }
    const free = pool.tryAcquire(wanted)
    if (free) return this.#lease(free)
    void this.#acquire(wanted)
  }

  #hold(messages: readonly Buffer[]): void {
    for (const message of messages) {
      this.#waiting.push(message)
      this.#waitingBytes += message.length
    }
    // reading on shows when it leaves, and is enough of it
    if (this.#waitingBytes > earlyBytesMax) this.#parts.stream.pause()
  }

  #takeHeld(): Buffer[] {
    const held = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    return held
  }

  async #acquire(wanted: Wanted): Promise<void> {
    const { pool } = this.#parts
    this.#isAcquiring = true
    try {
      const server = await pool.acquire(wanted, this.#leaving.signal)
      this.#isAcquiring = false
      if (this.#isOver) pool.release(server)
      else this.#lease(server)
    } catch (error) {
      this.#isAcquiring = false
      this.#fail(error)
    }
  }

  #lease(server: PooledServer): void {
    this.#server = server
    server.user = this
    this.#splitter = new ReplySplitter()
    this.#pipeline = new Pipeline(server, this.#statements)
    this.#status = 0
    this.#isCopyingIn = false
    this.#hasFailed = false
    this.#leaves = false
    this.#toRead = null
    this.#reports.begin()
    const isOwn = server.owner === this && server.state === this.#settings.state
    const before = isOwn ? [] : this.#setUp(server, this.#pipeline)
    server.owner = this
    server.state = this.#settings.state
    try {
      const news = before.length === 0 ? this.#reports.news(server) : null
      if (news) this.#toClient([news])
      this.#forward(this.#takeHeld(), before)
    } catch (error) {
      this.#fail(error)
    }
    this.#parts.stream.resume()
  }

  /**
   * Returns messages that prepare a connection for the client: they remove another session's state, and apply the client's settings. They precede its
   * own messages.
   */
  #setUp(server: PooledServer, pipeline: Pipeline): Buffer[] {
    const settings = this.#settings.setUp()
    const questions = [...(server.owner === null ? [] : cleaningOf(server)), ...(settings ? [settings] : [])]
    const onOver = (fault: Fault | null): void => {
      if (fault) this.#ownFault = new Fault(fault.sqlstate, fault.message, 'The pooler could not restore this session’s settings. Connect again.')
    }
    return questions.map((messages) => pipeline.own(messages, { onOver }))
  }

  #forward(messages: readonly Buffer[], before: readonly Buffer[] = []): void {
    const server = this.#server!
    const pipeline = this.#pipeline!
    clearTimeout(this.#idleTimer)
    const toServer = [...before]
    for (const [index, message] of messages.entries()) {
      if (message[0] === fromClient.terminate) {
        this.#isLeaving = true
        break
      }
      if (pipeline.send(message, toServer)) continue
      this.#hold(messages.slice(index))
      break
    }
    const { stream, io, polling } = this.#parts
    if (toServer.length > 0 && !io.write(server.socket, toServer.length === 1 ? toServer[0]! : Buffer.concat(toServer))) stream.pause()
    // replies that need no server go out at once
    const answers = pipeline.ownAnswers()
    if (answers) this.#toClient([answers])
    polling.heard(stream, server.socket)
    if (this.#isLeaving && !pipeline.isWorking) this.#leave()
    else this.#watchIdle()
  }

  onDrain(): void {
    this.#account()
    this.#parts.stream.resume()
  }

  onData(chunk: Buffer): void {
    const pipeline = this.#pipeline!
    const server = this.#server!
    const parts = this.#splitter.push(chunk, {
      get holdsRows() {
        return pipeline.isOwn
      },
      begins: (type, message) => {
        if (type === errorResponse && !pipeline.isOwn) this.#hasFailed = true
        if (type === parameterStatus) this.#reports.heard(server, message, !pipeline.isOwn)
        return pipeline.isForClient(type, message)
      },
      ended: (type, message) => {
        const isOwn = pipeline.isOwn
        if (type === readyForQuery) this.#status = message[5]!
        if (type === copyIn) this.#isCopyingIn = true
        else if (type === commandComplete || type === errorResponse) this.#isCopyingIn = false
        // after a failure, it's unknown whether the session state exists
        const isTold = type === commandComplete && !isOwn && !this.#hasFailed
        const note = isTold ? this.#warnings.after(message, pipeline.effects) : null
        const answers = pipeline.answered(type, message)
        if (type === readyForQuery && this.#status === idle && !isOwn) this.#settle(pipeline)
        const news = type === readyForQuery && isOwn && !pipeline.isOwn ? this.#reports.news(server) : null
        const inserted = [note, answers, news].filter((each) => each !== null)
        return inserted.length === 0 ? null : Buffer.concat(inserted)
      },
    })
    this.#toClient(parts)
    this.#parts.polling.heard(this.#parts.stream, this.#server?.socket ?? null)
    if (this.#ownFault) return this.#fail(this.#ownFault)
    if (this.#waiting.length > 0 && !pipeline.isBlocked) {
      try {
        this.#forward(this.#takeHeld())
      } catch (error) {
        this.#fail(error)
      }
      this.#parts.stream.resume()
    } else if (this.#status === idle && pipeline.isAtRest) this.#rest(server, pipeline)
    else if (this.#isLeaving && !pipeline.isWorking) this.#leave()
    else this.#watchIdle()
  }

  /** The server is idle, and the client has asked nothing since: it is asked what was set, then it is free. */
  #rest(server: PooledServer, pipeline: Pipeline): void {
    const isChanged = this.#reports.takeChange(server)
    const named = this.#toRead
    this.#toRead = null
    if (named === null && !isChanged) {
      pipeline.settingsKnown(false)
      return this.#release()
    }
    const rows: (readonly [string, string | null])[] = []
    const question = {
      onRow(row: Buffer) {
        const [name, value = null] = textsIn(row)
        if (typeof name === 'string') rows.push([name, value])
      },
      onOver: (fault: Fault | null): void => {
        if (fault) this.#ownFault = new Fault(fault.sqlstate, fault.message, 'The pooler could not read this session’s settings. Connect again.')
        const isAll = this.#settings.keep(rows)
        server.state = this.#settings.state
        pipeline.settingsKnown(named === null)
        if (!isAll) this.#toClient([this.#warnings.tooMany()])
      },
    }
    const text = this.#settings.readText(named ?? new Set())
    this.#parts.io.write(server.socket, pipeline.own(messageOf('Q', `${text}\0`), question))
  }

  #toClient(parts: readonly Buffer[]): void {
    const { stream, io, counters } = this.#parts
    for (const part of parts) {
      counters.bytesToClients += part.length
      if (!io.write(stream, part)) this.#server?.socket.pause()
    }
  }

  #release(): void {
    const server = this.#server!
    const leaves = this.#leaves
    this.#server = null
    this.#pipeline = null
    server.user = null
    clearTimeout(this.#idleTimer)
    server.socket.resume()
    const { pool } = this.#parts
    if (!leaves && !server.cancelling) pool.release(server)
    else void pool.releaseUnclean(server, leaves ? 'session and statements' : null)
    if (this.#isLeaving) this.#leave()
    else if (this.#isDraining) this.end()
  }

  /** A transaction is over: what it may have done to the session is looked at once the client is silent. */
  #settle(pipeline: Pipeline): void {
    for (const { settings, setsOthers, leaves } of pipeline.takeEffects()) {
      if (leaves) this.#leaves = true
      if (setsOthers || settings.length > 0) this.#toRead = new Set([...(this.#toRead ?? []), ...settings])
    }
    this.#hasFailed = false
  }

  /** A transaction that nobody goes on with keeps others from a connection. */
  #watchIdle(): void {
    clearTimeout(this.#idleTimer)
    const { idleTransactionMs } = this.#parts
    if (!this.#server || (this.#pipeline!.isWorking && !this.#isCopyingIn)) return
    const over = (): void =>
      this.#fail(
        new Fault('25P03', `a transaction was idle for ${idleTransactionMs / 1000} s`, 'End transactions sooner, or use the session pooler.'),
      )
    this.#idleTimer = setTimeout(over, idleTransactionMs)
  }

  onClosed(): void {
    const { ref, pool } = this.#parts
    const server = this.#server!
    this.#server = null
    pool.discard(server)
    const wasTold = this.#hasFailed && this.#splitter.isBetweenMessages
    if (wasTold) this.#leave()
    else this.#fail(new Fault('08006', `lost the database connection of project ${ref}`, 'Connect again. Uncommitted changes were rolled back.'))
  }

  /** Sends the client the error that ends it; an open transaction is rolled back. */
  #fail(error: unknown): void {
    if (this.#isOver) return
    const isBetween = this.#splitter.isBetweenMessages
    this.#over()
    const { stream } = this.#parts
    if (isBetween) refuse(stream, error instanceof Fault ? error : new Fault('XX000', 'internal error in the pooler', 'Connect again.'))
    else stream.destroy()
    if (!(error instanceof Fault)) this.#parts.onError(error)
  }

  #leave(): void {
    this.#over()
    this.#parts.stream.end()
    this.#parts.stream.resume()
    linger(this.#parts.stream)
  }

  #left(): void {
    this.#over()
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#idleTimer)
    this.#inflow.over()
    this.#leaving.abort()
    const server = this.#server
    this.#server = null
    this.#parts.pool.forsake(this)
    if (!server) return
    // nobody waits for the answer, and the connection is taken as long as there is none; who said good-bye wants it done
    if (this.#pipeline!.isWorking && !this.#isLeaving) void server.cancel()
    // in the middle of a transaction: only the end of the connection is sure to roll it back
    this.#parts.pool.discard(server)
  }
}
