import { type Logger, type Random, silentLogger, systemRandom } from '@colonnade/core'
import { createServer, type Server, type Socket } from 'node:net'
import { openCertificate } from './clients/certificate.ts'
import { linger } from './clients/linger.ts'
import { type Opening, openClient, refuse } from './clients/open-client.ts'
import type { PoolerConfig } from './config.ts'
import { clientsMax, drainMs, idleTransactionMs, keepAliveMs, lingerMs, openingDeadlineMs, openingsMax } from './limits.ts'
import { listenOnFree } from './listen.ts'
import type { Address, Projects } from './projects/projects.ts'
import { createReach } from './projects/reach.ts'
import { type Counters, newCounters, type ProjectStatistics } from './projects/statistics.ts'
import { createCancelKeys } from './session/cancel-keys.ts'
import { serveSession } from './session/serve-session.ts'
import { createTransactions } from './transaction/serve-transactions.ts'
import { Fault } from './wire/fault.ts'

export interface PoolerOptions {
  readonly config: PoolerConfig
  readonly projects: Projects
  readonly logger?: Logger
  readonly random?: Random
  /** In place of the service's own, for tests. */
  readonly limits?: {
    readonly clientsMax?: number
    readonly openingDeadlineMs?: number
    readonly drainMs?: number
    readonly idleTransactionMs?: number
  }
}

/** The way to projects' databases from outside. Disposing of it lets transactions come to their end, for a while. */
export interface Pooler extends AsyncDisposable {
  /** Where each session gets a connection of its own. */
  readonly session: Address
  /** Where transactions share connections. */
  readonly transaction: Address
  /** PEM file of the certificate. */
  readonly certificatePath: string
  statistics(): PoolerStatistics
  /** Of one project; zeros where nobody has come yet. */
  statisticsOf(ref: string): ProjectStatistics
  /** When it began to listen. */
  readonly openedAt: Date
}

export interface PoolerStatistics {
  /** Sockets of clients, those included that have not said yet what they want. */
  readonly connections: number
  readonly projects: Readonly<Record<string, ProjectStatistics>>
}

/** A client that is being served. */
interface Served {
  /** Ends it between two transactions. */
  drain(): void
  end(): void
  readonly ended: Promise<void>
}

type Startup = Opening & { kind: 'startup' }

/** Listens, and serves until it is disposed of. */
export async function openPooler({ config, projects, logger = silentLogger, random = systemRandom, limits = {} }: PoolerOptions): Promise<Pooler> {
  const certificate = await openCertificate(config.folder, config.certificate)
  const most = limits.clientsMax ?? clientsMax
  const counters = new Map<string, Counters>()
  const served = new Set<Served>()
  const connections = new Set<Socket>()
  /** Those whose clients are not served yet. */
  const openings = new Set<Socket>()
  const reach = createReach(projects, logger)
  const cancelKeys = createCancelKeys(random)
  const countersOf = (ref: string): Counters => {
    const found = counters.get(ref) ?? newCounters()
    counters.set(ref, found)
    return found
  }
  const transactions = createTransactions({
    reach,
    login: (ref, role) => projects.login(ref, role),
    countersOf,
    mockSecret: certificate.secretFor('SCRAM salts'),
    random,
    idleTransactionMs: limits.idleTransactionMs ?? idleTransactionMs,
    onError: (error) => logger.error('pooler_client_failed', { error }),
  })
  let startups = 0

  const serve = async (socket: Socket, serveStartup: (opening: Startup, onServed: (client: Served) => void) => Promise<void>): Promise<void> => {
    const deadline = setTimeout(() => socket.destroy(), limits.openingDeadlineMs ?? openingDeadlineMs)
    const opening = await openClient(socket, () => certificate.secureContext).finally(() => clearTimeout(deadline))
    if (opening === null) return
    const { stream } = opening
    if (opening.kind === 'cancel') {
      // a client may cancel through either port
      if (!(await transactions.cancel(opening))) await cancelKeys.cancel(opening)
      stream.end()
      linger(stream)
      return
    }
    startups += 1
    try {
      if (startups > most) throw new Fault('53300', `the pooler has ${most} clients, and takes no more`, 'Try again when others have left.')
      await serveStartup(opening, (client) => {
        openings.delete(socket)
        served.add(client)
        void client.ended.then(() => served.delete(client))
      })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refuse(stream, error)
    } finally {
      startups -= 1
    }
  }
  const listener = (serveStartup: Parameters<typeof serve>[1]): Server => {
    const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs }, (socket) => {
      connections.add(socket)
      openings.add(socket)
      socket.once('close', () => {
        connections.delete(socket)
        openings.delete(socket)
      })
      // why a connection broke is of no use: that it did is told by its closing
      socket.on('error', () => {})
      serve(socket, serveStartup).catch((error: unknown) => {
        logger.error('pooler_client_failed', { error })
        socket.destroy()
      })
    })
    server.maxConnections = most + openingsMax
    return server
  }

  const sessions = listener((opening, onJoined) => serveSession(opening, { reach, cancelKeys, countersOf, onJoined }))
  const shared = listener((opening, onJoined) => transactions.serve(opening, onJoined))
  const sessionPort = await listenOnFree(sessions, config.host, config.sessionPort)
  const transactionPort = await listenOnFree(shared, config.host, config.transactionPort)
  return {
    session: { host: config.host, port: sessionPort },
    transaction: { host: config.host, port: transactionPort },
    certificatePath: certificate.path,
    openedAt: new Date(),
    statisticsOf: (ref) => ({ ...(counters.get(ref) ?? newCounters()) }),
    statistics: () => ({ connections: connections.size, projects: Object.fromEntries([...counters].map(([ref, found]) => [ref, { ...found }])) }),
    async [Symbol.asyncDispose]() {
      await drain({ servers: [sessions, shared], served, openings, connections }, limits.drainMs ?? drainMs)
      transactions.close()
    },
  }
}

interface Work {
  readonly servers: readonly Server[]
  readonly served: ReadonlySet<Served>
  readonly openings: ReadonlySet<Socket>
  readonly connections: ReadonlySet<Socket>
}

/** Nobody new comes in; who is between two transactions is told to go, and so are the others when their time is over. */
async function drain({ servers, served, openings, connections }: Work, patienceMs: number): Promise<void> {
  const closed = Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  for (const socket of openings) socket.destroy()
  for (const client of served) client.drain()
  const ending = setTimeout(() => {
    for (const client of served) client.end()
  }, patienceMs)
  const cutting = setTimeout(
    () => {
      for (const socket of connections) socket.destroy()
    },
    patienceMs + lingerMs / 5,
  )
  await closed
  clearTimeout(ending)
  clearTimeout(cutting)
}
