import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connectDeadlineMs, greetingMessageMax } from '../limits.ts'
import type { Address } from '../projects/projects.ts'
import { Fault, faultOf } from '../wire/fault.ts'

const errorResponse = 0x45 // E
const headerBytes = 5

export interface OpenedServer {
  readonly socket: Socket
  readonly address: Address
  /** What it has said so far: at least the beginning of its first message, and nobody has been told of it. */
  readonly said: Buffer
}

/**
 * Connects to a project's server and waits for its first word. Up to then its client has heard nothing, so that another server may still be asked in
 * its place; later none may, since a password is shown to the one whose salt and nonce the client has.
 *
 * @throws Fault when nobody answers there, when it goes without a word, when its first word is that it takes nobody, and when the client leaves
 */
export async function openServer(address: Address, ref: string, startup: Buffer, client: Socket): Promise<OpenedServer> {
  const socket = await connectTo(address, ref)
  const leave = (): void => void socket.destroy()
  client.once('close', leave)
  try {
    if (client.destroyed) leave()
    else socket.write(startup)
    const said = await firstWord(socket)
    if (client.destroyed) throw new Fault('08003', 'the client left')
    if (said === null) throw wentAway(ref)
    if (said[0] === errorResponse) throw faultOf(said)
    return { socket, address, said }
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    client.off('close', leave)
  }
}

export function wentAway(ref: string): Fault {
  return new Fault('08006', `the database server of project ${ref} went away`, 'Connect again: what was not committed is rolled back.')
}

/** @throws Fault when nobody answers there */
async function connectTo(address: Address, ref: string): Promise<Socket> {
  const server = connect({ ...address, noDelay: true, keepAlive: true })
  const timer = setTimeout(() => server.destroy(new Error(`no answer within ${connectDeadlineMs} ms`)), connectDeadlineMs)
  try {
    await once(server, 'connect')
  } catch {
    server.destroy()
    throw new Fault('57P03', `the database server of project ${ref} takes no connections now`, 'Try again in a few seconds.')
  } finally {
    clearTimeout(timer)
  }
  server.on('error', () => {})
  return server
}

/** Of an error the whole message, of anything else what is there; null when there is no more to come. What comes next waits in the socket. */
function firstWord(socket: Socket): Promise<Buffer | null> {
  return new Promise((resolve) => {
    let held: Buffer = Buffer.alloc(0)
    const over = (said: Buffer | null): void => {
      socket.pause()
      socket.off('data', onData)
      socket.off('close', onClose)
      resolve(said)
    }
    const onClose = (): void => over(null)
    const onData = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk])
      if (held.length < headerBytes) return
      const length = held[0] === errorResponse ? held.readUInt32BE(1) + 1 : 0
      if (length > greetingMessageMax || held.length >= length) over(held)
    }
    socket.on('data', onData)
    socket.on('close', onClose)
  })
}
