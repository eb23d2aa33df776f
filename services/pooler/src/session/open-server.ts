import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connectDeadlineMs, greetingMessageMax } from '../limits.ts'
import { createScramAnswers } from '../authentication/scram-client.ts'
import type { ScramKeys } from '../authentication/scram-server.ts'
import { messageOf } from '../transaction/client-messages.ts'
import type { Address } from '@colonnade/projects'
import { Fault, faultOf } from '../wire/fault.ts'

const errorResponse = 0x45 // E
const authenticationRequest = 0x52 // R
const headerBytes = 5
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const passwordMessage = (...parts: readonly (Buffer | string)[]): Buffer => messageOf('p', ...parts)

export interface OpenedServer {
  readonly socket: Socket
  readonly address: Address
  /** The server's messages so far, from AuthenticationOk on, that no client has received yet. */
  readonly said: Buffer
}

/** The client that a connection is opened for. */
export interface Opener {
  readonly startup: Buffer
  readonly role: string
  readonly keys: ScramKeys
}

/**
 * Connects to a project's server, and answers in its client's place when it asks for the password. Up to then the client has heard nothing of it, so that another
 * server may still be asked in its place.
 *
 * @throws Fault when nobody answers there, when it goes before it has let the client in, when it refuses it, and when the client leaves
 */
export async function openServer(address: Address, ref: string, { startup, role, keys }: Opener, client: Socket): Promise<OpenedServer> {
  const socket = await connectTo(address, ref)
  const leave = (): void => void socket.destroy()
  client.once('close', leave)
  try {
    if (client.destroyed) leave()
    else socket.write(startup)
    const said = await letIn(socket, role, keys)
    if (client.destroyed) throw new Fault('08003', 'the client disconnected')
    if (said === null) throw wentAway(ref)
    return { socket, address, said }
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    client.off('close', leave)
  }
}

export function wentAway(ref: string): Fault {
  return new Fault('08006', `lost the database connection of project ${ref}`, 'Connect again. Uncommitted changes were rolled back.')
}

/** @throws Fault when nobody answers there */
async function connectTo(address: Address, ref: string): Promise<Socket> {
  const server = connect({ ...address, noDelay: true, keepAlive: true })
  const timer = setTimeout(() => server.destroy(new Error(`no answer within ${connectDeadlineMs} ms`)), connectDeadlineMs)
  try {
    await once(server, 'connect')
  } catch {
    server.destroy()
    throw new Fault('57P03', `the database server of project ${ref} does not accept connections right now`, 'Try again in a few seconds.')
  } finally {
    clearTimeout(timer)
  }
  server.on('error', () => {})
  return server
}

/**
 * Returns the server's messages from AuthenticationOk on, as far as they are there; null at the end of the stream. Later bytes wait in the socket.
 * @throws Fault
 */
function letIn(socket: Socket, role: string, keys: ScramKeys): Promise<Buffer | null> {
  const answers = createScramAnswers(keys)
  /** Passed on: versions and options of the protocol that it does not know. */
  const kept: Buffer[] = []
  const answer = (message: Buffer): void => {
    const body = message.toString('utf8', 9)
    switch (message.readInt32BE(5)) {
      case 10:
        socket.write(passwordMessage('SCRAM-SHA-256\0', int32(answers.first.length), answers.first))
        return
      case 11: {
        const final = answers.final(body)
        if (final === null) throw refusedBy(role)
        socket.write(passwordMessage(final))
        return
      }
      case 12:
        if (!answers.isGenuine(body)) throw refusedBy(role)
        return
      default:
        throw refusedBy(role)
    }
  }
  return new Promise((resolve, reject) => {
    let held: Buffer = Buffer.alloc(0)
    const over = (): void => {
      socket.pause()
      socket.off('data', onData)
      socket.off('close', onClose)
    }
    const onClose = (): void => {
      over()
      resolve(null)
    }
    const onData = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk])
      try {
        while (held.length >= headerBytes) {
          const length = held.readUInt32BE(1) + 1
          if (length > greetingMessageMax) throw new Fault('08P01', 'the database server sent an invalid greeting')
          if (held.length < length) return
          const message = held.subarray(0, length)
          if (message[0] === errorResponse) throw faultOf(message)
          if (message[0] === authenticationRequest && message.readInt32BE(5) === 0) {
            over()
            return resolve(Buffer.concat([...kept, held]))
          }
          if (message[0] === authenticationRequest) answer(message)
          else kept.push(message)
          held = held.subarray(length)
        }
      } catch (error) {
        over()
        reject(error)
      }
    }
    socket.on('data', onData)
    socket.on('close', onClose)
  })
}

/** The server asks for something else than what its role has shown here: its password was changed right now, or the server takes no passwords of this kind. */
function refusedBy(role: string): Fault {
  return new Fault('28P01', `password authentication failed for user "${role}"`)
}
