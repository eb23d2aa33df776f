import { holdEarly, type ProofParts, prove } from '../authentication/prove.ts'
import type { Arrival } from '../entrances.ts'
import type { BusyPolling } from '../busy-polling.ts'
import type { DirectIo } from '../direct-io.ts'
import { tooManyHint } from '../limits.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault } from '../wire/fault.ts'
import type { CancelKey } from '../wire/greeting.ts'
import { startupBytes } from '../wire/startup.ts'
import type { CancelKeys } from './cancel-keys.ts'
import { openServer } from './open-server.ts'
import { type Relay, startRelay } from './relay.ts'

export interface SessionParts extends ProofParts {
  readonly cancelKeys: CancelKeys
  readonly countersOf: (ref: string) => Counters
  readonly polling: BusyPolling
  readonly io: DirectIo
  /** Told when the client has its server. */
  readonly onJoined: (relay: Relay) => void
}

/**
 * Serves a client in session mode: a server of its own from when it has shown its password to the end. The server asks for it as well, and is
 * answered with what the client's proof has shown.
 *
 * @throws Fault for the client
 */
export async function serveSession(arrival: Arrival, parts: SessionParts): Promise<void> {
  const { stream: client, ref, version, parameters, isEncrypted, address } = arrival
  const role = Buffer.from(parameters.find(([name]) => name === 'user')![1], 'latin1').toString()
  const comer = { mode: 'session', role, address, isEncrypted } as const
  const proof = await prove(arrival, comer, parts)
  if (proof === null) return
  arrival.enter()
  const early = holdEarly(client)
  const beganAt = performance.now()
  const { limits, open, release } = await parts.reach(ref, comer)
  try {
    const counters = parts.countersOf(ref)
    if (counters.sessions >= limits.sessions) {
      counters.refused += 1
      throw new Fault('53300', `project ${ref} has reached its limit of ${limits.sessions} session-mode clients`, tooManyHint)
    }
    if (client.destroyed) return
    counters.clients += 1
    counters.sessions += 1
    let issued: CancelKey | undefined
    try {
      counters.waiting += 1
      const startup = startupBytes(version, parameters)
      const server = await open(({ address }) => openServer(address, ref, { startup, role, keys: proof.keys }, client)).finally(
        () => (counters.waiting -= 1),
      )
      counters.served += 1
      counters.waitedMs += performance.now() - beganAt
      counters.servers += 1
      try {
        const relay = startRelay({
          ref,
          client,
          server: server.socket,
          said: server.said,
          early: Buffer.concat([proof.rest, early.release()]),
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
