import type { MemoryBudget, Random } from '@colonnade/core'
import { timingSafeEqual } from 'node:crypto'
import type { InflowLimits } from '../clients/inflow.ts'
import type { BusyPolling } from '../busy-polling.ts'
import type { DirectIo } from '../direct-io.ts'
import type { Arrival } from '../entrances.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault } from '../wire/fault.ts'
import type { CancelKey } from '../wire/greeting.ts'
import type { Parameters } from '../wire/startup.ts'
import { tooManyHint } from '../limits.ts'
import { authentication } from '../authentication/authenticate.ts'
import { type ProofParts, prove } from '../authentication/prove.ts'
import { messageOf } from './client-messages.ts'
import { createProjectPool, type ProjectPool } from './project-pool.ts'
import { TransactionClient } from './transaction-client.ts'

const protocol3 = 196_608
const readyIdle = messageOf('Z', 'I')

export interface TransactionParts extends ProofParts {
  readonly countersOf: (ref: string) => Counters
  readonly polling: BusyPolling
  readonly io: DirectIo
  readonly random: Random
  /** For what clients send before their servers take it; its owners are projects. */
  readonly memory: MemoryBudget
  readonly inflow: Partial<InflowLimits> | undefined
  readonly idleTransactionMs: number
}

/** Clients that share connections by transaction. */
export interface Transactions {
  /** Serves a client until it leaves. @throws Fault for the client */
  serve(arrival: Arrival, onJoined: (client: TransactionClient) => void): Promise<void>
  /** Returns true if the key was one of the pooler's. */
  cancel(key: CancelKey): Promise<boolean>
  /** Closes connections to a project as soon as nobody has them. */
  evict(ref: string): void
  close(): void
}

export function createTransactions(parts: TransactionParts): Transactions {
  const pools = new Map<string, ProjectPool>()
  const clients = new Map<number, { readonly secret: Buffer; readonly client: TransactionClient }>()
  const poolOf = (ref: string, most: number): ProjectPool => {
    const pool = pools.get(ref) ?? createProjectPool(ref, { reach: parts.reach, counters: parts.countersOf(ref), limit: most })
    pools.set(ref, pool)
    pool.allow(most)
    return pool
  }
  const newProcessId = (): number => {
    for (;;) {
      const number = Buffer.from(parts.random.bytes(4)).readUInt32BE(0) & 0x7fffffff
      if (number > 0 && !clients.has(number)) return number
    }
  }
  return {
    async serve(arrival, onJoined) {
      const { stream, ref, version, parameters, isEncrypted, address } = arrival
      const own = ownParameters(parameters)
      const role = Buffer.from(own.find(([name]) => name === 'user')![1], 'latin1').toString()
      const comer = { mode: 'transaction', role, address, isEncrypted } as const
      if (version > protocol3 || parameters.some(([name]) => name.startsWith('_pq_.'))) stream.write(negotiation(parameters))
      const proof = await prove(arrival, comer, parts)
      if (proof === null) return
      arrival.enter()
      const { limits, release } = await parts.reach(ref, comer)
      const counters = parts.countersOf(ref)
      if (counters.clients - counters.sessions >= limits.clients) {
        release()
        counters.refused += 1
        throw new Fault('53300', `project ${ref} has reached its limit of ${limits.clients} transaction-mode clients`, tooManyHint)
      }
      counters.clients += 1
      try {
        await proof.recheck()
        const pool = poolOf(ref, limits.servers)
        const poolKey = JSON.stringify(own.toSorted(([a], [b]) => (a < b ? -1 : 1)))
        let greeting = pool.greetingOf(poolKey)
        if (!greeting) {
          const leaving = new AbortController()
          const onClose = (): void => leaving.abort()
          stream.once('close', onClose)
          const server = await pool.acquire({ poolKey, parameters: own, owner: null }, leaving.signal).finally(() => stream.off('close', onClose))
          greeting = server.greeting
          pool.release(server)
        }
        const processId = newProcessId()
        const secret = Buffer.from(parts.random.bytes(4))
        const { polling, io, inflow, idleTransactionMs, onError } = parts
        const claim = parts.memory.open(ref)
        const client = new TransactionClient({
          ref,
          stream,
          pool,
          poolKey,
          parameters: own,
          told: statusesIn(greeting),
          counters,
          polling,
          io,
          claim,
          inflow,
          idleTransactionMs,
          onError,
        })
        clients.set(processId, { secret, client })
        try {
          const number = Buffer.alloc(4)
          number.writeInt32BE(processId)
          stream.write(Buffer.concat([authentication(0), greeting, messageOf('K', number, secret), readyIdle]))
          // from here on its transactions keep the project awake
          release()
          onJoined(client)
          client.begin(proof.rest)
          await client.ended
        } finally {
          clients.delete(processId)
        }
      } finally {
        release()
        counters.clients -= 1
      }
    },
    async cancel({ processId, secret }) {
      const found = clients.get(processId)
      if (!found || found.secret.length !== secret.length || !timingSafeEqual(found.secret, secret)) return false
      const { server } = found.client
      if (server) {
        // it works for nobody else before this has arrived, or it would hit them
        const before = server.cancelling
        const now = (async () => {
          await before
          await server.cancel()
        })()
        server.cancelling = now
        await now
        if (server.cancelling === now) server.cancelling = null
      }
      return true
    },
    evict: (ref) => pools.get(ref)?.evict(),
    close() {
      for (const pool of pools.values()) pool.close()
    },
  }
}

/** Settings by name, as ParameterStatus messages have them. */
function statusesIn(greeting: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < greeting.length; at += greeting.readUInt32BE(at + 1) + 1) {
    const [name, value] = greeting.toString('latin1', at + 5, at + greeting.readUInt32BE(at + 1)).split('\0')
    found.set(name!, value!)
  }
  return found
}

/** Returns the startup parameters of a shared connection. @throws Fault for parameters that can't be shared */
function ownParameters(parameters: Parameters): Parameters {
  const replication = parameters.find(([name]) => name === 'replication')?.[1]
  if (replication !== undefined && !/^(false|off|no|0)$/i.test(replication)) {
    throw new Fault('0A000', 'the transaction pooler does not support replication', 'Use the session pooler or the direct connection.')
  }
  return parameters.filter(([name]) => name !== 'replication' && !name.startsWith('_pq_.'))
}

/** NegotiateProtocolVersion: 3.0, and none of the options that were asked for. */
function negotiation(parameters: Parameters): Buffer {
  const options = parameters.map(([name]) => name).filter((name) => name.startsWith('_pq_.'))
  const numbers = Buffer.alloc(8)
  numbers.writeInt32BE(protocol3, 0)
  numbers.writeInt32BE(options.length, 4)
  return messageOf('v', numbers, options.map((option) => `${option}\0`).join(''))
}
