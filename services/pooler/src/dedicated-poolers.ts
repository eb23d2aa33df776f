import type { Entrance } from './entrances.ts'
import type { WantedPort } from './listen.ts'
import type { Address } from '@colonnade/projects'

/** Settings of a dedicated pooler. */
export interface DedicatedPoolingRequest {
  /** "session": transactions share no connections, and only sessions have a port. */
  readonly poolMode: 'transaction' | 'session'
  /** Where it listened last; null takes the next free port. */
  readonly sessionPort: number | null
  readonly transactionPort: number | null
  /** Ports that other projects' poolers are to have. */
  readonly avoid: ReadonlySet<number>
}

/** Where a project's own pooler listens. */
export interface DedicatedWays {
  readonly session: Address
  /** null where the pool mode is session. */
  readonly transaction: Address | null
}

/** Ports of single projects, whose clients need not say which one they mean. */
export interface DedicatedPoolers {
  /** The address that all of them are on; null where the pooler has none of IPv4. */
  readonly host: string | null
  /** Opens the ports that are wanted and not open yet, and closes the one that is wanted no more. @throws where no port can be had */
  open(ref: string, request: DedicatedPoolingRequest): Promise<DedicatedWays>
  /** Closes them; clients may finish their transactions. */
  close(ref: string): Promise<void>
}

export interface DedicatedParts {
  readonly host: string | null
  /** Where the search for a free port begins. 0 takes any. */
  readonly firstPort: number
  readonly enter: (ref: string, mode: 'transaction' | 'session', host: string, port: WantedPort) => Promise<Entrance>
}

type Open = { session?: Entrance; transaction?: Entrance }

export function createDedicatedPoolers({
  host,
  firstPort,
  enter,
}: DedicatedParts): DedicatedPoolers & { closeAll(): Promise<void>; connections(): number } {
  const poolers = new Map<string, Open>()
  let isClosed = false
  const close = async (ref: string): Promise<void> => {
    const open = poolers.get(ref)
    poolers.delete(ref)
    await Promise.all([open?.session?.close(), open?.transaction?.close()])
  }
  return {
    host,
    async open(ref, { poolMode, sessionPort, transactionPort, avoid }) {
      if (host === null) throw new Error('The pooler has no IPv4 address: set COLONNADE_IPV4_HOST')
      const open = poolers.get(ref) ?? {}
      poolers.set(ref, open)
      const take = async (mode: 'transaction' | 'session', last: number | null): Promise<Entrance> => {
        if (isClosed) throw new Error('The pooler is closed')
        const entrance = await enter(ref, mode, host, { last, from: firstPort, avoid })
        // closed while it was being opened
        if (poolers.get(ref) !== open) {
          await entrance.close()
          throw new Error('The pooler is closed')
        }
        open[mode] = entrance
        return entrance
      }
      const session = open.session ?? (await take('session', sessionPort))
      if (poolMode === 'session') {
        const unwanted = open.transaction
        delete open.transaction
        await unwanted?.close()
        return { session: session.address, transaction: null }
      }
      const transaction = open.transaction ?? (await take('transaction', transactionPort))
      return { session: session.address, transaction: transaction.address }
    },
    close,
    connections: () =>
      [...poolers.values()].reduce((sum, { session, transaction }) => sum + (session?.connections ?? 0) + (transaction?.connections ?? 0), 0),
    async closeAll() {
      isClosed = true
      await Promise.all([...poolers.keys()].map(close))
    },
  }
}
