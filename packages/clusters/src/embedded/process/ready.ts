import { connect } from 'node:net'
import { join } from 'node:path'

/** `starting`: there, but not taking connections yet. `absent`: nobody listens. */
export type Answer = 'ready' | 'starting' | 'absent'

const startup = startupPacket({ user: 'platform_admin', database: 'postgres', application_name: 'colonnade-ready' })
const terminate = Buffer.from([0x58, 0, 0, 0, 4])
/** cannot_connect_now: starting up, shutting down, or recovering */
const notYet = '57P03'

/** Asks a server, over its socket, for a session, as any client would. */
export function askServer(socketFolder: string, port: number, timeoutMs = 2_000): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(join(socketFolder, `.s.PGSQL.${port}`))
    let received: Buffer = Buffer.alloc(0)
    const finish = (answer: Answer): void => {
      if (answer === 'ready' && !socket.destroyed) socket.end(terminate)
      else socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(timeoutMs, () => finish('starting'))
    socket.on('connect', () => socket.write(startup))
    socket.on('error', () => finish('absent'))
    socket.on('close', () => finish('starting'))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answer = readAnswer(received)
      if (answer !== undefined) finish(answer)
    })
  })
}

/** Protocol 3.0 (PostgreSQL documentation, "Message Formats"): authentication passed, or the SQLSTATE of the refusal. */
function readAnswer(bytes: Buffer): Answer | undefined {
  if (bytes.length < 5) return undefined
  const [type, length] = [String.fromCharCode(bytes[0]!), bytes.readUInt32BE(1)]
  if (bytes.length < length + 1) return undefined
  if (type !== 'E') return bytes.includes(readyForQuery) ? 'ready' : undefined
  const fields = bytes
    .subarray(5, length + 1)
    .toString('utf8')
    .split('\0')
  // any other refusal (the database was renamed, no connection is free) comes from a server at work
  return fields.includes(`C${notYet}`) ? 'starting' : 'ready'
}

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5])

function startupPacket(parameters: { readonly [name: string]: string }): Buffer {
  const text = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`)
  const body = Buffer.from(`${text.join('')}\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.writeUInt32BE(196_608, 4)
  return Buffer.concat([head, body])
}
