import type { Socket } from 'node:net'
import type { BusyPolling } from '../busy-polling.ts'
import { linger } from '../clients/linger.ts'
import { refuse } from '../clients/open-client.ts'
import type { DirectIo } from '../direct-io.ts'
import { earlyBytesMax } from '../limits.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault, faultOf } from '../wire/fault.ts'
import type { Parameters } from '../wire/startup.ts'
import { ClientReader, fromClient, messageOf } from './client-messages.ts'
import { ClientStatements } from './client-statements.ts'
import { Pipeline } from './pipeline.ts'
import type { PooledServer, ServerUser } from './pooled-server.ts'
import type { ProjectPool, Wanted } from './project-pool.ts'
import { ReplySplitter } from './reply-splitter.ts'
import { SessionSettings, settingsText } from './session-settings.ts'
import { Warnings } from './warnings.ts'

const [errorResponse, readyForQuery, commandComplete, copyIn, idle] = Buffer.from('EZCGI')

export interface TransactionClientParts {
  readonly ref: string
  readonly stream: Socket
  readonly pool: ProjectPool
  readonly poolKey: string
  readonly parameters: Parameters
  readonly counters: Counters
  readonly polling: BusyPolling
  readonly io: DirectIo
  readonly idleTransactionMs: number
  /** Told of what should not happen. */
  readonly onError: (error: unknown) => void
}

/** A client in transaction mode: it has a connection from the first message of a transaction to its end. */
export class TransactionClient implements ServerUser {
  readonly #parts: TransactionClientParts
  readonly #reader = new ClientReader()
  readonly #statements = new ClientStatements()
  readonly #settings = new SessionSettings()
  readonly #warnings = new Warnings()
  readonly #leaving = new AbortController()
  /** Messages that came while there was no connection. */
  #waiting: Buffer[] = []
  #isAcquiring = false
  #server: PooledServer | null = null
  #pipeline: Pipeline | null = null
  #splitter = new ReplySplitter()
  #waitingBytes = 0
  /** What the server said last of its state in this turn. */
  #status = 0
  #isCopyingIn = false
  /** A transaction block was open, or something failed, since the server was last idle. */
  #wasBlock = false
  #hasFailed = false
  /** The connection has to be cleaned before somebody else gets it. */
  #leaves = false
  #ownFault: Fault | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #isDraining = false
  /** It has said good-bye, and what it asked before is still answered. */
  #isLeaving = false
  #isOver = false
  readonly ended: Promise<void>

  constructor(parts: TransactionClientParts) {
    this.#parts = parts
    const { stream } = parts
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
      const messages = this.#reader.push(chunk)
      if (messages.length === 0) return
      if (this.#server) this.#forward(messages)
      else this.#enqueue(messages)
    } catch (error) {
      this.#fail(error)
    }
  }

  #enqueue(messages: readonly Buffer[]): void {
    for (const message of messages) {
      if (this.#waiting.length === 0 && isBehindTime(message)) continue
      this.#waiting.push(message)
      this.#waitingBytes += message.length
    }
    if (this.#waiting.length === 0) return
    if (this.#waiting[0]?.[0] === fromClient.terminate) return this.#leave()
    const { pool, poolKey, parameters, stream } = this.#parts
    // reading on shows when it leaves, and is enough of it
    if (this.#waitingBytes > earlyBytesMax) stream.pause()
    if (this.#isAcquiring) return
    const wanted = { poolKey, parameters, state: this.#settings.state }
    const free = pool.tryAcquire(wanted)
    if (free) return this.#lease(free)
    void this.#acquire(wanted)
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
    this.#wasBlock = false
    this.#hasFailed = false
    this.#leaves = false
    const before: Buffer[] = []
    if (server.state !== this.#settings.state) {
      before.push(this.#pipeline.own(settingsText(this.#settings.state)))
      server.state = this.#settings.state
    }
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    try {
      this.#forward(waiting, before)
    } catch (error) {
      this.#fail(error)
    }
    this.#parts.stream.resume()
  }

  #forward(messages: readonly Buffer[], before: readonly Buffer[] = []): void {
    const server = this.#server!
    const pipeline = this.#pipeline!
    clearTimeout(this.#idleTimer)
    const toServer = [...before]
    for (const message of messages) {
      if (message[0] === fromClient.terminate) {
        this.#isLeaving = true
        break
      }
      pipeline.send(message, toServer)
    }
    const { stream, io, polling } = this.#parts
    if (toServer.length > 0 && !io.write(server.socket, toServer.length === 1 ? toServer[0]! : Buffer.concat(toServer))) stream.pause()
    // what needs no server at all is answered at once
    const answers = pipeline.ownAnswers()
    if (answers) this.#toClient([answers])
    polling.heard(stream, server.socket)
    if (this.#isLeaving && !pipeline.isWorking) this.#leave()
    else this.#watchIdle()
  }

  onDrain(): void {
    this.#parts.stream.resume()
  }

  onData(chunk: Buffer): void {
    const pipeline = this.#pipeline!
    const parts = this.#splitter.push(chunk, {
      begins: (type, message) => {
        if (type === errorResponse) {
          this.#hasFailed = true
          if (pipeline.isOwn) this.#ownFault = faultOf(message)
        }
        return pipeline.isForClient(type)
      },
      ended: (type, message) => {
        if (type === readyForQuery) {
          this.#status = message[5]!
          if (this.#status !== idle) this.#wasBlock = true
        }
        if (type === copyIn) this.#isCopyingIn = true
        else if (type === commandComplete || type === errorResponse) this.#isCopyingIn = false
        // once something has failed, it can't be told whether what would be left is there
        const isTold = type === commandComplete && !pipeline.isOwn && !this.#hasFailed
        const note = isTold ? this.#warnings.after(message, pipeline.effects, this.#wasBlock) : null
        const answers = pipeline.answered(type)
        if (type === readyForQuery && this.#status === idle) this.#settle(pipeline)
        return note && answers ? Buffer.concat([note, answers]) : (note ?? answers)
      },
    })
    this.#toClient(parts)
    this.#parts.polling.heard(this.#parts.stream, this.#server?.socket ?? null)
    if (this.#ownFault) {
      const hint = 'Connect again: a setting of this session can not be made any more.'
      return this.#fail(new Fault(this.#ownFault.sqlstate, this.#ownFault.message, hint))
    }
    if (this.#status === idle && pipeline.isEmpty) this.#release()
    else if (this.#isLeaving && !pipeline.isWorking) this.#leave()
    else this.#watchIdle()
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
    server.state = this.#settings.state
    this.#server = null
    this.#pipeline = null
    server.user = null
    clearTimeout(this.#idleTimer)
    server.socket.resume()
    const { pool } = this.#parts
    if (!leaves && !server.cancelling) pool.release(server)
    else void cleanUp(server, pool, leaves)
    if (this.#isLeaving) this.#leave()
    else if (this.#isDraining) this.end()
  }

  /** A transaction is over: what it did to the session is kept for the client, or removed from the connection. */
  #settle(pipeline: Pipeline): void {
    const effects = pipeline.takeEffects()
    const leaves = this.#hasFailed ? effects.length > 0 : this.#settings.keep(effects, this.#wasBlock)
    this.#leaves ||= leaves
    this.#wasBlock = false
    this.#hasFailed = false
  }

  /** A transaction that nobody goes on with keeps others from a connection. */
  #watchIdle(): void {
    clearTimeout(this.#idleTimer)
    const { idleTransactionMs } = this.#parts
    if (!this.#server || (this.#pipeline!.isWorking && !this.#isCopyingIn)) return
    const over = (): void =>
      this.#fail(
        new Fault('25P03', `nothing happened in a transaction for ${idleTransactionMs / 1000} s`, 'End transactions, or use the session pooler.'),
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
    else this.#fail(new Fault('08006', `the database server of project ${ref} went away`, 'Connect again: what was not committed is rolled back.'))
  }

  /** Tells the client why it goes no further; a transaction that is open is rolled back. */
  #fail(error: unknown): void {
    if (this.#isOver) return
    const isBetween = this.#splitter.isBetweenMessages
    this.#over()
    const { stream } = this.#parts
    if (isBetween) refuse(stream, error instanceof Fault ? error : new Fault('XX000', 'the pooler failed', 'Connect again.'))
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
    this.#leaving.abort()
    const server = this.#server
    this.#server = null
    if (!server) return
    // nobody waits for the answer, and the connection is taken as long as there is none; who said good-bye wants it done
    if (this.#pipeline!.isWorking && !this.#isLeaving) void server.cancel()
    // in the middle of a transaction: only the end of the connection is sure to roll it back
    this.#parts.pool.discard(server)
  }
}

/** Nothing is asked with it: the rest of a file of which the server has read enough, or a Flush of no answers. Postgres takes no notice of it. */
function isBehindTime([type]: Buffer): boolean {
  return type === fromClient.copyData || type === fromClient.copyDone || type === fromClient.copyFail || type === fromClient.flush
}

/** A connection goes to the next one when requests to cancel have arrived, and without what the last one has left on it. */
async function cleanUp(server: PooledServer, pool: ProjectPool, leaves: boolean): Promise<void> {
  while (server.cancelling) await server.cancelling
  if (!leaves || (await discardAll(server))) pool.release(server)
  else pool.discard(server)
}

function discardAll(server: PooledServer): Promise<boolean> {
  return new Promise((resolve) => {
    const splitter = new ReplySplitter()
    let isClean = true
    server.user = {
      onDrain() {},
      onClosed: () => resolve(false),
      onData(chunk) {
        splitter.push(chunk, {
          begins: (type) => {
            if (type === errorResponse) isClean = false
            return false
          },
          ended: (type) => {
            if (type === readyForQuery) {
              server.statements.clear()
              server.unnamed = null
              server.state = ''
              resolve(isClean)
            }
            return null
          },
        })
      },
    }
    if (server.socket.destroyed) return resolve(false)
    server.socket.write(messageOf('Q', 'discard all\0'))
  })
}
