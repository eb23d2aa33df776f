import { queueDeadlineMs, serverAgeMs, serverIdleMs } from '../limits.ts'
import type { Reach } from '../projects/reach.ts'
import type { Counters } from '../projects/statistics.ts'
import { Fault } from '../wire/fault.ts'
import type { Parameters as StartupParameters } from '../wire/startup.ts'
import { clean } from './cleaning.ts'
import { openServer, type PooledServer, type ServerUser } from './pooled-server.ts'

/** A client's request for a connection. */
export interface Wanted {
  readonly poolKey: string
  readonly parameters: StartupParameters
  /** A connection that was its own last is taken first, then one that is as it began. */
  readonly owner: ServerUser | null
}

interface Waiter {
  readonly wanted: Wanted
  readonly beganAt: number
  isOver: boolean
  give(server: PooledServer): void
  fail(fault: unknown): void
}

export interface ProjectPool {
  /** Returns the greeting of the newest connection for clients like this one, which they all get. Undefined without a connection. */
  greetingOf(poolKey: string): Buffer | undefined
  /** One that is free now, and nobody waited longer for. */
  tryAcquire(wanted: Wanted): PooledServer | null
  /** Resolves in the order of asking, whatever role asks. @throws Fault */
  acquire(wanted: Wanted, signal: AbortSignal): Promise<PooledServer>
  /** Returns a connection to the pool between two transactions. */
  release(server: PooledServer): void
  /** Returns a connection to the pool once its cancel requests have arrived and it was cleaned, if necessary. */
  releaseUnclean(server: PooledServer, what: Parameters<typeof clean>[1] | null): Promise<void>
  /** Removes the session state of a disconnected client from idle connections. */
  forsake(owner: ServerUser): void
  /** Closes one in the middle of something. It takes its place until the server is done with it. */
  discard(server: PooledServer): void
  /** Changes the limit; connections beyond it are closed when they become idle. */
  allow(most: number): void
  /** Closes idle connections, and the others when they are released: their initial settings are out of date. */
  evict(): void
  close(): void
}

export interface PoolParts {
  readonly reach: Reach
  readonly counters: Counters
  /** Initial limit, until the project has another one. */
  readonly limit: number
}

/** The connections to one project's server: so many at most, whoever they are for. */
export function createProjectPool(ref: string, { reach, counters, limit }: PoolParts): ProjectPool {
  const servers = new Set<PooledServer>()
  const idle = new Map<string, PooledServer[]>()
  const waiters: Waiter[] = []
  /** Holds that keep the project awake, one per connection. */
  const holds = new Map<PooledServer, () => void>()
  let opening = 0
  let most = limit
  let sweeping: NodeJS.Timeout | undefined
  /** Connections opened before this time are no longer used. */
  let evictedAt = 0

  const takeIdle = ({ poolKey, owner }: Wanted): PooledServer | null => {
    const free = idle.get(poolKey)
    if (!free || free.length === 0) return null
    const own = free.findLastIndex((server) => server.owner === owner)
    const best = own === -1 ? free.findLastIndex((server) => server.owner === null) : own
    return free.splice(best === -1 ? free.length - 1 : best, 1)[0]!
  }
  const takeOut = (server: PooledServer): void => {
    const free = idle.get(server.poolKey)
    const place = free?.indexOf(server) ?? -1
    if (place >= 0) free!.splice(place, 1)
    if (free?.length === 0) idle.delete(server.poolKey)
  }
  const remove = (server: PooledServer): void => {
    takeOut(server)
    if (servers.delete(server)) counters.servers -= 1
    holds.get(server)?.()
    holds.delete(server)
  }
  const end = (server: PooledServer): void => {
    remove(server)
    server.user = null
    server.end()
  }
  /** The idle connection that was unused for longest. */
  const oldestIdle = (): PooledServer | undefined => [...idle.values()].flat().sort((a, b) => a.idleSince - b.idleSince)[0]
  const openFor = async (waiter: Waiter): Promise<void> => {
    opening += 1
    try {
      const { parameters, poolKey } = waiter.wanted
      const role = parameters.find(([name]) => name === 'user')![1]
      const { limits, open, release } = await reach(ref, {
        mode: 'transaction',
        role: Buffer.from(role, 'latin1').toString(),
        address: null,
        isEncrypted: true,
      })
      most = limits.servers
      const server = await open(({ endpoint }) => openServer(ref, endpoint, parameters, poolKey)).catch((error: unknown) => {
        release()
        throw error
      })
      holds.set(server, release)
      servers.add(server)
      counters.servers += 1
      rest(server)
    } catch (error) {
      waiter.fail(error)
    } finally {
      opening -= 1
      served.delete(waiter)
      dispatch()
    }
  }
  const userUntilClosed = (server: PooledServer): ServerUser => ({
    onData() {},
    onDrain() {},
    onClosed() {
      remove(server)
      dispatch()
    },
  })
  const rest = (server: PooledServer): void => {
    server.idleSince = performance.now()
    server.user = userUntilClosed(server)
    if (server.socket.destroyed) return remove(server)
    const free = idle.get(server.poolKey) ?? []
    free.push(server)
    idle.set(server.poolKey, free)
    sweeping ??= setInterval(sweep, serverIdleMs / 3).unref()
  }
  const sweep = (): void => {
    const limit = performance.now() - serverIdleMs
    for (const server of [...idle.values()].flat()) if (server.idleSince < limit) end(server)
    if (servers.size > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }
  /** Waiters for whom a connection is being opened. */
  const served = new WeakSet<Waiter>()
  const dispatch = (): void => {
    if (waiters.length === 0) return
    // in the order of asking; who has one on the way holds up nobody
    for (const waiter of waiters.slice()) {
      const server = takeIdle(waiter.wanted)
      if (server) {
        waiter.give(server)
        continue
      }
      if (served.has(waiter)) continue
      if (servers.size + opening >= most) {
        const victim = oldestIdle()
        if (!victim) return
        end(victim)
      }
      served.add(waiter)
      void openFor(waiter)
    }
  }
  const evict = (): void => {
    evictedAt = performance.now()
    for (const server of [...idle.values()].flat()) end(server)
  }
  const release = (server: PooledServer): void => {
    const isOld = performance.now() - server.openedAt > serverAgeMs || server.openedAt < evictedAt
    if (isOld || servers.size > most) end(server)
    else rest(server)
    dispatch()
  }
  const discard = (server: PooledServer): void => {
    server.user = userUntilClosed(server)
    server.end()
    if (!server.socket.destroyed) return
    remove(server)
    dispatch()
  }
  const releaseUnclean = async (server: PooledServer, what: Parameters<typeof clean>[1] | null): Promise<void> => {
    while (server.cancelling) await server.cancelling
    if (what === null || (await clean(server, what))) release(server)
    else discard(server)
  }
  return {
    greetingOf: (poolKey) => [...servers].findLast((server) => server.poolKey === poolKey)?.greeting,
    tryAcquire(wanted) {
      const server = waiters.length === 0 ? takeIdle(wanted) : null
      if (server) counters.served += 1
      return server
    },
    acquire(wanted, signal) {
      return new Promise((resolve, reject) => {
        const over = (): void => {
          waiter.isOver = true
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          const place = waiters.indexOf(waiter)
          if (place >= 0) waiters.splice(place, 1)
          counters.waiting -= 1
        }
        const waiter: Waiter = {
          wanted,
          beganAt: performance.now(),
          isOver: false,
          give(server) {
            over()
            counters.served += 1
            counters.waitedMs += performance.now() - waiter.beganAt
            resolve(server)
          },
          fail(fault) {
            if (waiter.isOver) return
            over()
            reject(fault)
          },
        }
        const late = (): void => {
          const hint = 'Shorten your transactions, or choose a larger compute size.'
          waiter.fail(
            new Fault(
              '53300',
              `no connection to project ${ref} became available within ${queueDeadlineMs / 1000} s: transactions are using all ${most}`,
              hint,
            ),
          )
        }
        const onAbort = (): void => waiter.fail(new Fault('57P01', 'the client disconnected'))
        const timer = setTimeout(late, queueDeadlineMs)
        signal.addEventListener('abort', onAbort)
        counters.waiting += 1
        waiters.push(waiter)
        dispatch()
      })
    },
    release,
    releaseUnclean,
    discard,
    forsake(owner) {
      for (const server of [...idle.values()].flat()) {
        if (server.owner !== owner) continue
        takeOut(server)
        void releaseUnclean(server, 'session')
      }
    },
    allow(next) {
      const isMore = next > most
      most = next
      if (isMore) dispatch()
    },
    evict,
    close() {
      clearInterval(sweeping)
      evict()
    },
  }
}
