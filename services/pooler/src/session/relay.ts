import type { Socket } from 'node:net'
import type { BusyPolling } from '../busy-polling.ts'
import { linger } from '../clients/linger.ts'
import type { DirectIo } from '../direct-io.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault, fatalResponse } from '../wire/fault.ts'
import { Greeting, type CancelKey } from '../wire/greeting.ts'
import { MessageTracker } from '../wire/message-tracker.ts'
import { wentAway } from './open-server.ts'

const errorResponse = 0x45 // E
const terminateType = 0x58 // X
/** A client's last message. */
const terminate = Buffer.from([terminateType, 0, 0, 0, 4])

export interface RelayParts {
  readonly ref: string
  readonly client: Socket
  readonly server: Socket
  /** The server's messages so far. */
  readonly said: Buffer
  /** The client's bytes after its authentication. */
  readonly early: Buffer
  readonly counters: Counters
  readonly polling: BusyPolling
  readonly io: DirectIo
  /** Replaces the server's cancel key with our own for the client. */
  readonly exchangeKey: (key: CancelKey) => CancelKey
  /** The client is gone, and nobody waits for what the server is doing. */
  readonly onAbandoned: () => void
}

/** One client and its server, joined until one of them leaves. */
export interface Relay {
  /** Ends it between two transactions: at once when nothing is going on. */
  drain(): void
  /** Ends it now. */
  end(): void
  /** When both sockets are closed. */
  readonly ended: Promise<void>
}

/** Passes everything on, in both directions and no faster than the other end takes it. */
export function startRelay({ ref, client, server, said, early, counters, polling, io, exchangeKey, onAbandoned }: RelayParts): Relay {
  const tracker = new MessageTracker()
  const asked = new MessageTracker()
  let greeting: Greeting | null = new Greeting(exchangeKey)
  /** The client has sent nothing since the server was last idle. */
  let isIdle = false
  let isDraining = false
  let isEnding = false

  const toClient = (bytes: Buffer): void => {
    counters.bytesToClients += bytes.length
    tracker.follow(bytes)
    if (!io.write(client, bytes)) server.pause()
    polling.heard(client, server)
    isIdle = tracker.isIdle
    if (isIdle && isDraining) end()
  }
  /** Sends both ends the error as far as possible, then closes them. */
  const close = (fault: Fault | null): void => {
    if (isEnding) return
    isEnding = true
    // in the middle of a message nothing else can be said
    if (fault && tracker.isBetweenMessages && !client.writableEnded) client.end(fatalResponse(fault))
    else if (fault) client.destroy()
    else client.end()
    client.resume()
    server.end(terminate)
    server.resume()
    linger(client)
    linger(server)
  }
  const end = (): void => close(new Fault('57P01', 'the pooler is shutting down', 'Connect again in a moment.'))

  const toServer = (chunk: Buffer): void => {
    if (isEnding) return
    isIdle = false
    counters.bytesFromClients += chunk.length
    asked.follow(chunk)
    if (!io.write(server, chunk)) client.pause()
    polling.heard(client, server)
  }
  client.on('data', toServer)
  server.on('drain', () => client.resume())
  const onServer = (chunk: Buffer): void => {
    if (isEnding) return
    if (!greeting) return toClient(chunk)
    try {
      const { bytes, isOver } = greeting.push(chunk)
      if (isOver) greeting = null
      if (bytes.length > 0) toClient(bytes)
    } catch (error) {
      close(error as Fault)
    }
  }
  server.on('data', onServer)
  client.on('drain', () => server.resume())

  /** Some clients say that they leave, and wait for the server to close. */
  const hasSaidGoodBye = (): boolean => asked.isBetweenMessages && asked.type === terminateType
  client.on('close', () => {
    if (isEnding) return
    isEnding = true
    // messages before Terminate still count; the server rolls back an open transaction when it sees the end
    if (!isIdle && !hasSaidGoodBye()) onAbandoned()
    server.end()
    server.resume()
    linger(server)
  })
  server.on('close', () => {
    const wasTold = tracker.isBetweenMessages && tracker.type === errorResponse
    close(wasTold || hasSaidGoodBye() ? null : wentAway(ref))
  })
  server.resume()
  onServer(said)
  if (early.length > 0) toServer(early)
  client.resume()
  return {
    drain() {
      isDraining = true
      if (isIdle) end()
    },
    end,
    ended: bothClosed(client, server),
  }
}

async function bothClosed(client: Socket, server: Socket): Promise<void> {
  await Promise.all([closed(client), closed(server)])
}

function closed(socket: Socket): Promise<void> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()))
}
