import type { Logger } from '@colonnade/core'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { messages } from './messages.ts'

interface Address {
  readonly host: string
  readonly port: number
}

/**
 * Listens at the addresses of sleeping projects, so that clients who don’t use the pooler also wake them. A server takes over its address as
 * soon as it starts; earlier clients are connected to it.
 */
export interface WakeListeners {
  /** Skips an address that another process listens on. */
  open(ref: string, address: Address): Promise<void>
  /** Frees the address before it returns. Clients that connected before stay connected. */
  close(ref: string): void
  closeAll(): void
}

export interface WakeListenersParts {
  readonly logger: Logger
  /** Serves a client; nothing has been read from it. Fails with the error to send to it. */
  readonly serveClient: (ref: string, client: Socket) => Promise<void>
}

export function createWakeListeners({ logger, serveClient }: WakeListenersParts): WakeListeners {
  const listeners = new Map<string, Server>()
  const clients = new Set<Socket>()
  const close = (ref: string): void => {
    listeners.get(ref)?.close()
    listeners.delete(ref)
  }
  return {
    async open(ref, address) {
      if (listeners.has(ref)) return
      const listener = createServer({ pauseOnConnect: true, noDelay: true, keepAlive: true }, (client) => {
        clients.add(client)
        client.once('close', () => clients.delete(client))
        client.on('error', () => {})
        serveClient(ref, client).catch((error: unknown) => {
          logger.warn('client of a sleeping project not served', { ref, error })
          refuse(client, error instanceof Error ? error.message : messages.notWoken)
        })
      })
      listeners.set(ref, listener)
      try {
        listener.listen({ ...address, exclusive: true })
        await once(listener, 'listening')
      } catch (error) {
        logger.warn('address of a sleeping project not listened on', { ref, error })
        if (listeners.get(ref) === listener) listeners.delete(ref)
      }
    },
    close,
    closeAll() {
      for (const ref of listeners.keys()) close(ref)
      for (const client of clients) client.destroy()
    },
  }
}

/** Connects a client to a server. Resolves when either of them disconnects. */
export async function relayTo(address: Address, client: Socket): Promise<void> {
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

/** Sends a FATAL error of the protocol (PostgreSQL documentation, 54.7). Drivers show it even after they asked for TLS. */
function refuse(client: Socket, message: string): void {
  const fields = Buffer.from(['SFATAL', 'VFATAL', 'C57P03', `M${message}`].join('\0') + '\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  client.end(Buffer.concat([head, fields]))
  client.resume()
}
