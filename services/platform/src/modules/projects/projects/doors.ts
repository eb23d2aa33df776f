import type { Logger } from '@colonnade/core'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

interface Address {
  readonly host: string
  readonly port: number
}

/**
 * Who listens where the server of a sleeping project would, so that clients who connect past the pooler wake it too. The server takes
 * the place as soon as it starts; who knocked before is led to it.
 */
export interface Doors {
  /** A place that somebody else has taken is left to them. */
  open(ref: string, address: Address): Promise<void>
  /** The place is free when this returns. Who has knocked is not sent away. */
  close(ref: string): void
  closeAll(): void
}

export interface DoorsParts {
  readonly logger: Logger
  /** Serves a client, of whom nothing has been read. Fails with what it is to be told. */
  readonly welcome: (ref: string, client: Socket) => Promise<void>
}

export function createDoors({ logger, welcome }: DoorsParts): Doors {
  const doors = new Map<string, Server>()
  const clients = new Set<Socket>()
  const close = (ref: string): void => {
    doors.get(ref)?.close()
    doors.delete(ref)
  }
  return {
    async open(ref, address) {
      if (doors.has(ref)) return
      const door = createServer({ pauseOnConnect: true, noDelay: true, keepAlive: true }, (client) => {
        clients.add(client)
        client.once('close', () => clients.delete(client))
        client.on('error', () => {})
        welcome(ref, client).catch((error: unknown) => {
          logger.warn('client of a sleeping project not served', { ref, error })
          refuse(client, error instanceof Error ? error.message : 'The project could not be woken')
        })
      })
      doors.set(ref, door)
      try {
        door.listen({ ...address, exclusive: true })
        await once(door, 'listening')
      } catch (error) {
        logger.warn('nobody listens for a sleeping project', { ref, error })
        if (doors.get(ref) === door) doors.delete(ref)
      }
    },
    close,
    closeAll() {
      for (const ref of doors.keys()) close(ref)
      for (const client of clients) client.destroy()
    },
  }
}

/** Joins a client to the server that is there now. Resolves when one of them has left. */
export async function leadTo(address: Address, client: Socket): Promise<void> {
  const server = connect({ ...address, noDelay: true, keepAlive: true })
  await once(server, 'connect')
  server.on('error', () => {})
  const ended = Promise.race([once(server, 'close'), client.closed ? undefined : once(client, 'close')])
  client.pipe(server)
  server.pipe(client)
  await ended
  server.destroy()
  client.end()
}

/** A FATAL error of the protocol (PostgreSQL documentation, 54.7): drivers show it also where they asked for TLS first. */
function refuse(client: Socket, message: string): void {
  const fields = Buffer.from(['SFATAL', 'VFATAL', 'C57P03', `M${message}`].join('\0') + '\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  client.end(Buffer.concat([head, fields]))
  client.resume()
}
