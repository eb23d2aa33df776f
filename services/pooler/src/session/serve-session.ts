import type { Socket } from 'node:net'
import type { Arrival } from '../entrances.ts'
import type { BusyPolling } from '../busy-polling.ts'
import type { DirectIo } from '../direct-io.ts'
import { earlyBytesMax, tooManyHint } from '../limits.ts'
import type { Reach } from '../projects/reach.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault } from '../wire/fault.ts'
import type { CancelKey } from '../wire/greeting.ts'
import { startupBytes } from '../wire/startup.ts'
import type { CancelKeys } from './cancel-keys.ts'
import { openServer } from './open-server.ts'
import { type Relay, startRelay } from './relay.ts'

export interface SessionParts {
  readonly reach: Reach
  readonly cancelKeys: CancelKeys
  readonly countersOf: (ref: string) => Counters
  readonly polling: BusyPolling
  readonly io: DirectIo
  /** Told when the client has its server. */
  readonly onJoined: (relay: Relay) => void
}

/**
 * Serves a client in session mode: a server of its own from the first byte to the last. Only the user's name and the cancel key are
 * exchanged; the password is between client and server.
 *
 * @throws Fault for the client
 */
export async function serveSession({ stream: client, ref, version, parameters, rest, isEncrypted }: Arrival, parts: SessionParts): Promise<void> {
  const early = holdEarly(client)
  const beganAt = performance.now()
  const role = parameters.find(([name]) => name === 'user')![1]
  const { limits, open, release } = await parts.reach(ref, {
    mode: 'session',
    role: Buffer.from(role, 'latin1').toString(),
    address: client.remoteAddress ?? '',
    isEncrypted,
  })
  try {
    const counters = parts.countersOf(ref)
    if (counters.sessions >= limits.sessions) {
      counters.refused += 1
      throw new Fault('53300', `project ${ref} has ${limits.sessions} sessions through the pooler, and may have no more`, tooManyHint)
    }
    if (client.destroyed) return
    counters.clients += 1
    counters.sessions += 1
    let issued: CancelKey | undefined
    try {
      counters.waiting += 1
      const startup = startupBytes(version, parameters)
      const server = await open(({ address }) => openServer(address, ref, startup, client)).finally(() => (counters.waiting -= 1))
      counters.served += 1
      counters.waitedMs += performance.now() - beganAt
      counters.servers += 1
      try {
        const relay = startRelay({
          ref,
          client,
          server: server.socket,
          said: server.said,
          early: Buffer.concat([rest, early.release()]),
          counters,
          polling: parts.polling,
          io: parts.io,
          exchangeKey(key) {
            issued = parts.cancelKeys.issue(key, server.address)
            return issued
          },
          onAbandoned: () => void (issued && parts.cancelKeys.cancel(issued)),
        })
        parts.onJoined(relay)
        await relay.ended
      } finally {
        counters.servers -= 1
      }
    } finally {
      counters.clients -= 1
      counters.sessions -= 1
      if (issued !== undefined) parts.cancelKeys.revoke(issued.processId)
    }
  } finally {
    release()
  }
}

/** Reads on while a client waits, so that its leaving is seen; few clients say anything before they are asked. */
function holdEarly(client: Socket): { release(): Buffer } {
  const held: Buffer[] = []
  let bytes = 0
  const onData = (chunk: Buffer): void => {
    held.push(chunk)
    bytes += chunk.length
    if (bytes > earlyBytesMax) client.pause()
  }
  client.on('data', onData)
  client.resume()
  return {
    release() {
      client.off('data', onData)
      client.resume()
      return Buffer.concat(held)
    },
  }
}
