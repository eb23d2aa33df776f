import { type Logger, MemoryBudget, memoryLimitsFor, type Random, silentLogger, systemRandom } from '@colonnade/core'
import { totalmem } from 'node:os'
import { createBusyPolling } from './busy-polling.ts'
import { createDirectIo } from './direct-io.ts'
import { createStrangers, type StrangerLimits } from './authentication/strangers.ts'
import { openCertificate } from './clients/certificate.ts'
import type { InflowLimits } from './clients/inflow.ts'
import type { IssuedCertificate } from './clients/issue-certificate.ts'
import type { PoolerConfig } from './config.ts'
import { createDedicatedPoolers, type DedicatedPoolers } from './dedicated-poolers.ts'
import { type Arrival, type Entrance, type EntranceParts, openEntrance, type Room, type Served } from './entrances.ts'
import { clientsMax, idleTransactionMs, sessionPort, socketClientsMax } from './limits.ts'
import { createDomains, type Domains } from './projects/domains.ts'
import type { Address, ProjectDirectory } from '@colonnade/projects'
import { createReach, type PooledProjects } from './projects/reach.ts'
import { type Counters, newCounters, type ProjectStatistics } from './projects/statistics.ts'
import { createCancelKeys } from './session/cancel-keys.ts'
import { serveSession } from './session/serve-session.ts'
import { createTransactions } from './transaction/serve-transactions.ts'

export interface PoolerOptions {
  readonly config: PoolerConfig
  readonly projects: PooledProjects
  readonly logger?: Logger
  readonly random?: Random
  /** Shared with whatever else holds data in flight in this process. */
  readonly memory?: MemoryBudget
  /** In place of the service's own, for tests. */
  readonly limits?: {
    readonly clientsMax?: number
    readonly openingDeadlineMs?: number
    readonly drainMs?: number
    readonly idleTransactionMs?: number
    readonly wakeDeadlineMs?: number
    readonly strangers?: StrangerLimits
    readonly inflow?: Partial<InflowLimits>
  }
}

/** A socket for clients of one project on this machine. */
export interface SocketOptions {
  /** The socket is `.s.PGSQL.5432` in it. Only its clients should be able to enter the folder. */
  readonly folder: string
  readonly ref: string
  /** Knows the roles that can log in there, whatever their passwords in the project. */
  readonly login: ProjectDirectory['login']
}

/** The way to projects' databases from outside. Disposing of it lets transactions come to their end, for a while. */
export interface Pooler extends AsyncDisposable {
  /** Where each session gets a connection of its own. */
  readonly session: Address
  /** Where transactions share connections. */
  readonly transaction: Address
  /** Ports of projects that have a pooler of their own. */
  readonly dedicated: DedicatedPoolers
  /** Domains of projects: their clients don't have to name the project. */
  readonly domains: Pick<Domains, 'serve'>
  /** Listens on a socket, in transaction mode, until the result is disposed of. Clients wake the project once they have shown a password. */
  listenIn(request: SocketOptions): Promise<AsyncDisposable>
  /** Creates a certificate for a name, signed by the installation's own; null if that was configured, and so can't sign. */
  readonly issueCertificate: ((name: string) => Promise<IssuedCertificate>) | null
  /** In PEM, with the chain behind it. */
  readonly certificate: string
  /** PEM file of the certificate. */
  readonly certificatePath: string
  /** Closes connections to a project's server that clients share, as soon as no client has them, and with them what keeps the project awake. */
  evict(ref: string): void
  statistics(): PoolerStatistics
  /** Returns a project's statistics; zeros for one without clients so far. */
  statisticsOf(ref: string): ProjectStatistics
  /** When it began to listen. */
  readonly openedAt: Date
}

export interface PoolerStatistics {
  /** Sockets of clients, those included that have not said yet what they want. */
  readonly connections: number
  readonly projects: Readonly<Record<string, ProjectStatistics>>
}

/** Listens, and serves until it is disposed of. */
export async function openPooler({
  config,
  projects,
  logger = silentLogger,
  random = systemRandom,
  limits = {},
  ...more
}: PoolerOptions): Promise<Pooler> {
  const memory = more.memory ?? new MemoryBudget(memoryLimitsFor(totalmem()))
  const certificate = await openCertificate(config.folder, config.certificate)
  const most = limits.clientsMax ?? clientsMax
  const counters = new Map<string, Counters>()
  const reach = createReach({
    projects,
    logger,
    countersOf: (ref) => countersOf(ref),
    ...(limits.wakeDeadlineMs && { deadlineMs: limits.wakeDeadlineMs }),
  })
  const cancelKeys = createCancelKeys(random)
  const io = createDirectIo()
  const polling = createBusyPolling({ io })
  const countersOf = (ref: string): Counters => {
    const found = counters.get(ref) ?? newCounters()
    counters.set(ref, found)
    return found
  }
  const proofs = {
    reach,
    login: (ref: string, role: string) => projects.login(ref, role),
    mockSecret: certificate.secretFor('SCRAM salts'),
    onError: (error: unknown) => logger.error('pooler_client_failed', { error }),
  }
  const transactions = createTransactions({
    ...proofs,
    countersOf,
    polling,
    io,
    random,
    memory,
    inflow: limits.inflow,
    idleTransactionMs: limits.idleTransactionMs ?? idleTransactionMs,
  })
  const cancel: EntranceParts['cancel'] = async (request) => {
    if (!(await transactions.cancel(request))) await cancelKeys.cancel(request)
  }
  const serveIn = {
    session: (arrival: Arrival, onServed: (client: Served) => void) =>
      serveSession(arrival, { ...proofs, cancelKeys, countersOf, polling, io, onJoined: onServed }),
    transaction: (arrival: Arrival, onServed: (client: Served) => void) => transactions.serve(arrival, onServed),
  }
  const domains = createDomains()
  const strangers = createStrangers(limits.strangers)
  const common = { secureContext: certificate.secureContext, strangers, domains, cancel, logger, limits }
  const room = { most, taken: 0 }
  const enter = (mode: keyof typeof serveIn, from: number): Promise<Entrance> =>
    openEntrance({ ...common, host: config.host, port: { from }, project: null, room, serve: serveIn[mode] })
  const session = await enter('session', config.sessionPort)
  const transaction = await enter('transaction', config.transactionPort)
  const rooms = new Map<string, Room>()
  const dedicated = createDedicatedPoolers({
    ...config.dedicated,
    enter(ref, mode, host, port) {
      const own = rooms.get(ref) ?? { most, taken: 0 }
      rooms.set(ref, own)
      return openEntrance({ ...common, host, port, project: ref, room: own, serve: serveIn[mode] })
    },
  })
  const sockets = new Set<Entrance>()
  return {
    async listenIn({ folder, ref, login }) {
      const own = { host: folder, port: { from: sessionPort }, project: ref, login, room: { most: socketClientsMax, taken: 0 } }
      // each entrance has its own places for unauthenticated clients
      const entrance = await openEntrance({ ...common, ...own, strangers: createStrangers(limits.strangers), serve: serveIn.transaction })
      sockets.add(entrance)
      return {
        async [Symbol.asyncDispose]() {
          sockets.delete(entrance)
          await entrance.close()
        },
      }
    },
    session: session.address,
    transaction: transaction.address,
    dedicated,
    domains,
    issueCertificate: certificate.issue,
    certificate: certificate.pem,
    certificatePath: certificate.path,
    openedAt: new Date(),
    evict: (ref) => transactions.evict(ref),
    statisticsOf: (ref) => ({ ...(counters.get(ref) ?? newCounters()) }),
    statistics: () => ({
      connections: [session, transaction, ...sockets].reduce((sum, { connections }) => sum + connections, dedicated.connections()),
      projects: Object.fromEntries([...counters].map(([ref, found]) => [ref, { ...found }])),
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...[session, transaction, ...sockets].map((each) => each.close()), dedicated.closeAll()])
      transactions.close()
    },
  }
}
