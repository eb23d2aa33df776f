import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connectDeadlineMs, greetingMessageMax, serverStatementsMax } from '../limits.ts'
import type { Address } from '../projects/projects.ts'
import { Fault, faultOf } from '../wire/fault.ts'
import type { CancelKey } from '../wire/greeting.ts'
import { type Place, requestCancel } from '../request-cancel.ts'
import { type Parameters, startupBytes } from '../wire/startup.ts'
import { messageOf } from './client-messages.ts'
import type { Effect } from './statements.ts'

const protocol3 = 196_608

/** A statement that a client has parsed: its text and the types of its parameters, as they stand in the message. */
export interface Statement {
  readonly tail: Buffer
  /** The same for the same statement; empty for one without a name, which no connection keeps for others. */
  readonly key: string
  /** What it does to the connection, each time that it is executed. */
  readonly effect: Effect | null
}

/** Who a connection works for right now. */
export interface ServerUser {
  onData(chunk: Buffer): void
  onDrain(): void
  onClosed(): void
}

/** A connection to a project's server that clients take turns with. */
export interface PooledServer {
  readonly socket: Socket
  /** Clients that began with the same parameters as the same role share it. */
  readonly poolKey: string
  readonly cancelKey: CancelKey
  /** ParameterStatus messages, as they came when it was opened. */
  readonly greeting: Buffer
  /** Settings that the last client has made, as one text; those of a connection that was just begun are none. */
  state: string
  user: ServerUser | null
  idleSince: number
  readonly openedAt: number
  /** Requests to cancel that are on their way: until they have arrived it works for nobody else. */
  cancelling: Promise<void> | null
  /** The unnamed statement that is there. */
  unnamed: Statement | null
  readonly statements: PreparedStatements
  cancel(): Promise<void>
  end(): void
}

/** Names of ours for the statements that are prepared on one connection. */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  #count = 0

  /** The name of a statement that is there; it then counts as just used. */
  nameOf({ key }: Statement): string | undefined {
    const name = this.#names.get(key)
    if (name !== undefined) {
      this.#names.delete(key)
      this.#names.set(key, name)
    }
    return name
  }

  /** A name for a statement that is about to be prepared, and that of one that makes room. */
  add({ key }: Statement): { readonly name: string; readonly removed: string | undefined } {
    this.#count += 1
    const name = `colonnade_${this.#count}`
    let removed: string | undefined
    const [oldest] = this.#names
    if (this.#names.size >= serverStatementsMax && oldest) {
      this.#names.delete(oldest[0])
      removed = oldest[1]
    }
    this.#names.set(key, name)
    return { name, removed }
  }

  remove({ key }: Statement): void {
    this.#names.delete(key)
  }

  clear(): void {
    this.#names.clear()
  }
}

/**
 * Connects over the platform's own socket, which asks for no password: who calls has made sure that the client may be that role.
 *
 * @throws Fault, with what the server said against it
 */
export async function openServer(ref: string, endpoint: Address, parameters: Parameters, poolKey: string): Promise<PooledServer> {
  const place = endpoint.host.startsWith('/') ? { path: `${endpoint.host}/.s.PGSQL.${endpoint.port}` } : { ...endpoint }
  const socket = connect({ ...place, noDelay: true, keepAlive: true })
  socket.on('error', () => {})
  const timer = setTimeout(() => socket.destroy(), connectDeadlineMs)
  try {
    await once(socket, 'connect')
    socket.write(startupBytes(protocol3, parameters))
    const { cancelKey, greeting } = await readGreeting(socket)
    return serverOn(socket, place, poolKey, cancelKey, greeting)
  } catch (error) {
    socket.destroy()
    if (error instanceof Fault) throw error
    throw new Fault('57P03', `the database server of project ${ref} takes no connections now`, 'Try again in a few seconds.')
  } finally {
    clearTimeout(timer)
  }
}

function serverOn(socket: Socket, place: Place, poolKey: string, cancelKey: CancelKey, greeting: Buffer): PooledServer {
  const server: PooledServer = {
    socket,
    poolKey,
    cancelKey,
    greeting,
    state: '',
    user: null,
    idleSince: 0,
    openedAt: performance.now(),
    cancelling: null,
    unnamed: null,
    statements: new PreparedStatements(),
    cancel: () => requestCancel(place, cancelKey),
    end() {
      socket.end(messageOf('X'))
      socket.resume()
    },
  }
  socket.on('data', (chunk: Buffer) => server.user?.onData(chunk))
  socket.on('drain', () => server.user?.onDrain())
  socket.on('close', () => server.user?.onClosed())
  return server
}

/** Everything until the first ReadyForQuery. @throws Fault with the server's words when it refuses */
async function readGreeting(socket: Socket): Promise<{ cancelKey: CancelKey; greeting: Buffer }> {
  const parameters: Buffer[] = []
  let cancelKey: CancelKey | undefined
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of onData(socket)) {
    held = Buffer.concat([held, chunk])
    while (held.length >= 5) {
      const length = held.readUInt32BE(1) + 1
      if (length > greetingMessageMax) throw new Error('no greeting')
      if (held.length < length) break
      const message = Buffer.from(held.subarray(0, length))
      held = held.subarray(length)
      switch (String.fromCharCode(message[0]!)) {
        case 'R':
          // a server that asks for a password does not trust us
          if (message.readUInt32BE(5) !== 0) throw new Error('the server asks for a password')
          break
        case 'S':
          parameters.push(message)
          break
        case 'K':
          cancelKey = { processId: message.readInt32BE(5), secret: message.subarray(9) }
          break
        case 'E':
          throw faultOf(message)
        case 'Z':
          if (cancelKey) return { cancelKey, greeting: Buffer.concat(parameters) }
      }
    }
  }
  throw new Error('the server went away')
}

/** Chunks until the caller has enough; the socket goes on flowing, and is not closed. */
async function* onData(socket: Socket): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = []
  let wake = (): void => {}
  const onChunk = (chunk: Buffer): void => {
    chunks.push(chunk)
    wake()
  }
  const onClose = (): void => wake()
  socket.on('data', onChunk)
  socket.on('close', onClose)
  try {
    for (;;) {
      const chunk = chunks.shift()
      if (chunk) yield chunk
      else if (socket.destroyed) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    socket.off('data', onChunk)
    socket.off('close', onClose)
  }
}
