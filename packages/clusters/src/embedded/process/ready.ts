import { connect } from 'node:net'
import { join } from 'node:path'
import { logins } from '../../logins.ts'

/** `starting`: there, but not taking connections yet. `absent`: nobody listens. */
export type Answer = 'ready' | 'starting' | 'absent'

const startup = startupPacket({
  user: logins.administrator.user,
  database: logins.administrator.database,
  application_name: 'colonnade-ready',
  ...logins.administrator.settings,
})
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

/** Protocol 3.0 (PostgreSQL documentation, "Message Formats"): ready for queries, or refused, which may come after authentication has passed. */
function readAnswer(bytes: Buffer): Answer | undefined {
  let at = 0
  while (bytes.length >= at + 5) {
    const [type, end] = [String.fromCharCode(bytes[at]!), at + 1 + bytes.readUInt32BE(at + 1)]
    if (bytes.length < end) return undefined
    if (type === 'Z') return 'ready'
    if (type === 'E') {
      const fields = bytes
        .subarray(at + 5, end)
        .toString('utf8')
        .split('\0')
      // any other refusal (the database was renamed, no connection is free) comes from a server at work
      return fields.includes(`C${notYet}`) ? 'starting' : 'ready'
    }
    at = end
  }
  return undefined
}

function startupPacket(parameters: { readonly [name: string]: string }): Buffer {
  const text = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`)
  const body = Buffer.from(`${text.join('')}\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.writeUInt32BE(196_608, 4)
  return Buffer.concat([head, body])
}
