import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { AppError, type MemoryClaim } from '@colonnade/core'
import { MessageGuard, type MessageLimits } from './message-guard.ts'

/** How a server that Colonnade doesn't run is reached: nothing that it says or sends is trusted. */
export interface RemoteReach extends MessageLimits {
  /** Resolves a host at each connection. Fails where no connection to it is allowed. */
  readonly lookup: LookupFunction
}

export interface RemoteStreamOptions {
  readonly reach: RemoteReach
  /** None unless said; `unverified` encrypts without checking who answers. */
  readonly tls: 'verified' | 'unverified' | undefined
  /** Until the connection stands, TLS included. */
  readonly timeoutMs: number
  readonly memory?: MemoryClaim | undefined
}

/** Asks for TLS (PostgreSQL documentation, 54.2.11): the length of the message, and its code. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const [yes, no] = Buffer.from('SN')

/**
 * A connection to a remote server, in the form of a socket for `pg`. It handles TLS itself, so that protocol messages are also
 * bounded on encrypted connections.
 */
export class RemoteStream extends Duplex {
  readonly #options: RemoteStreamOptions
  readonly #guard: MessageGuard
  #socket: Socket | undefined

  constructor(options: RemoteStreamOptions) {
    super({ allowHalfOpen: false })
    this.#options = options
    this.#guard = new MessageGuard(options.reach, options.memory)
  }

  /** Emits `connect` once the connection stands, encrypted where that was asked for. */
  connect(port: number, host: string): this {
    const { reach, timeoutMs } = this.#options
    const timer = setTimeout(() => this.destroy(timedOut(host)), timeoutMs)
    this.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    // also for an address, of which Node itself asks no lookup; the one that was allowed is the one that is connected to
    reach.lookup(host, { all: false }, (error, address) => {
      if (this.destroyed) return
      if (error) return void this.destroy(error)
      this.#begin(connectTcp({ host: String(address), port, noDelay: true, keepAlive: true }), host)
    })
    return this
  }

  #begin(socket: Socket, host: string): void {
    this.#hold(socket)
    socket.once('connect', () => (this.#options.tls === undefined ? this.#open(socket) : this.#encrypt(socket, host)))
  }

  #hold(socket: Socket): void {
    this.#socket = socket
    socket.on('error', (error) => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  #encrypt(socket: Socket, host: string): void {
    socket.write(sslRequest)
    socket.once('data', (answer: Buffer) => {
      // whatever follows it in the clear was not sent by the server (CVE-2021-23222)
      if (answer.length === 1 && answer[0] === no) {
        return this.destroy(new AppError('encryption_required', {}, { message: 'The server does not support encrypted connections' }))
      }
      if (answer.length !== 1 || answer[0] !== yes) return this.destroy(notPostgres())
      socket.pause()
      const secure = connectTls({
        socket,
        host,
        rejectUnauthorized: this.#options.tls === 'verified',
        ...(isIP(host) === 0 && { servername: host }),
      })
      this.#hold(secure)
      secure.once('secureConnect', () => this.#open(secure))
    })
  }

  #open(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      const refusal = this.#guard.follow(chunk)
      if (refusal !== undefined) return void this.destroy(refusal)
      if (!this.push(chunk)) socket.pause()
    })
    socket.once('end', () => this.push(null))
    this.emit('connect')
  }

  override _read(): void {
    this.#socket?.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#socket === undefined) return done(new Error('not connected'))
    this.#socket.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket?.end()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#guard.release()
    this.#socket?.destroy()
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#socket?.ref()
    return this
  }

  unref(): this {
    this.#socket?.unref()
    return this
  }
}

function timedOut(host: string): Error {
  return Object.assign(new Error(`No response from ${host}`), { code: 'ETIMEDOUT' })
}

function notPostgres(): AppError {
  return new AppError('connection_lost', {}, { message: 'The server does not speak the Postgres protocol' })
}
