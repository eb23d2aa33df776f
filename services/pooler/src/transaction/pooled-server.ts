import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connectDeadlineMs, greetingMessageMax } from '../limits.ts'
import type { Address } from '@colonnade/projects'
import { Fault, faultOf } from '../wire/fault.ts'
import type { CancelKey } from '../wire/greeting.ts'
import { type Place, requestCancel } from '../request-cancel.ts'
import { type Parameters, startupBytes } from '../wire/startup.ts'
import { messageOf } from './client-messages.ts'
import { ServerStatements, type Statement, type There } from './server-statements.ts'

const protocol3 = 196_608

/** The client that a connection currently serves. */
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
  /** Session settings on the connection, as one string; empty for a new connection. */
  state: string
  /** The client that left its session state on the connection, seen or not; null for a clean connection. */
  owner: ServerUser | null
  /** Last reported value of each reported setting (ParameterStatus), by name. */
  readonly reported: Map<string, string>
  /** Takes note of a ParameterStatus. */
  heard(parameterStatus: Buffer): { readonly name: string; readonly value: string; readonly previous: string | undefined }
  user: ServerUser | null
  idleSince: number
  readonly openedAt: number
  /** Requests to cancel that are on their way: until they have arrived it works for nobody else. */
  cancelling: Promise<void> | null
  /** The unnamed statement that is there. */
  unnamed: (There & { readonly statement: Statement }) | null
  readonly statements: ServerStatements
  cancel(): Promise<void>
  end(): void
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
    throw new Fault('57P03', `the database server of project ${ref} does not accept connections right now`, 'Try again in a few seconds.')
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
    owner: null,
    reported: new Map(),
    heard(message) {
      const [name = '', value = ''] = message.toString('latin1', 5).split('\0')
      const previous = server.reported.get(name)
      server.reported.set(name, value)
      return { name, value, previous }
    },
    user: null,
    idleSince: 0,
    openedAt: performance.now(),
    cancelling: null,
    unnamed: null,
    statements: new ServerStatements(),
    cancel: () => requestCancel(place, cancelKey),
    end() {
      socket.end(messageOf('X'))
      socket.resume()
    },
  }
  for (let at = 0; at < greeting.length; at += greeting.readUInt32BE(at + 1) + 1)
    server.heard(greeting.subarray(at, at + greeting.readUInt32BE(at + 1) + 1))
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
      if (length > greetingMessageMax) throw new Error('invalid greeting')
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
  throw new Error('the server closed the connection')
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
