import { type Logger, type Random, silentLogger, systemRandom } from '@colonnade/core'
import { createServer, type Server, type Socket } from 'node:net'
import { openCertificate } from './clients/certificate.ts'
import { openClient, refuse } from './clients/open-client.ts'
import type { PoolerConfig } from './config.ts'
import { clientsMax, drainMs, keepAliveMs, lingerMs, openingDeadlineMs, openingsMax } from './limits.ts'
import { linger } from './clients/linger.ts'
import { listenOnFree } from './listen.ts'
import type { Address, Projects } from './projects/projects.ts'
import { createReach } from './projects/reach.ts'
import { type Counters, newCounters, type ProjectStatistics } from './projects/statistics.ts'
import { createCancelKeys } from './session/cancel-keys.ts'
import type { Relay } from './session/relay.ts'
import { serveSession, type SessionParts } from './session/serve-session.ts'
import { Fault } from './wire/fault.ts'

export interface PoolerOptions {
  readonly config: PoolerConfig
  readonly projects: Projects
  readonly logger?: Logger
  readonly random?: Random
  /** In place of the service's own, for tests. */
  readonly limits?: { readonly clientsMax?: number; readonly openingDeadlineMs?: number; readonly drainMs?: number }
}

/** The way to projects' databases from outside. Disposing of it lets transactions come to their end, for a while. */
export interface Pooler extends AsyncDisposable {
  /** Where each session gets a connection of its own. */
  readonly session: Address
  /** PEM file of the certificate. */
  readonly certificatePath: string
  statistics(): PoolerStatistics
}

export interface PoolerStatistics {
  /** Sockets of clients, those included that have not said yet what they want. */
  readonly connections: number
  readonly projects: Readonly<Record<string, ProjectStatistics>>
}

/** Listens, and serves until it is disposed of. */
export async function openPooler({ config, projects, logger = silentLogger, random = systemRandom, limits = {} }: PoolerOptions): Promise<Pooler> {
  const certificate = await openCertificate(config.folder, config.certificate)
  const most = limits.clientsMax ?? clientsMax
  const counters = new Map<string, Counters>()
  const relays = new Set<Relay>()
  const cancelKeys = createCancelKeys(random)
  const connections = new Set<Socket>()
  /** Those whose clients have no server yet. */
  const openings = new Set<Socket>()
  const parts: Omit<SessionParts, 'onJoined'> = {
    reach: createReach(projects, logger),
    cancelKeys,
    countersOf(ref) {
      const found = counters.get(ref) ?? newCounters()
      counters.set(ref, found)
      return found
    },
  }
  let startups = 0

  const serve = async (socket: Socket): Promise<void> => {
    const deadline = setTimeout(() => socket.destroy(), limits.openingDeadlineMs ?? openingDeadlineMs)
    const opening = await openClient(socket, () => certificate.secureContext).finally(() => clearTimeout(deadline))
    if (opening === null) return
    const { stream } = opening
    if (opening.kind === 'cancel') {
      await cancelKeys.cancel(opening)
      stream.end()
      linger(stream)
      return
    }
    startups += 1
    try {
      if (startups > most) throw new Fault('53300', `the pooler has ${most} clients, and takes no more`, 'Try again when others have left.')
      await serveSession(opening, {
        ...parts,
        onJoined(relay) {
          openings.delete(socket)
          relays.add(relay)
          void relay.ended.then(() => relays.delete(relay))
        },
      })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refuse(stream, error)
    } finally {
      startups -= 1
    }
  }

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs }, (socket) => {
    connections.add(socket)
    openings.add(socket)
    socket.once('close', () => {
      connections.delete(socket)
      openings.delete(socket)
    })
    // why a connection broke is of no use: that it did is told by its closing
    socket.on('error', () => {})
    serve(socket).catch((error: unknown) => {
      logger.error('pooler_client_failed', { error })
      socket.destroy()
    })
  })
  server.maxConnections = most + openingsMax
  const port = await listenOnFree(server, config.host, config.sessionPort)
  return {
    session: { host: config.host, port },
    certificatePath: certificate.path,
    statistics: () => ({ connections: connections.size, projects: Object.fromEntries([...counters].map(([ref, found]) => [ref, { ...found }])) }),
    async [Symbol.asyncDispose]() {
      await drain({ server, relays, openings, connections }, limits.drainMs ?? drainMs)
    },
  }
}

interface Served {
  readonly server: Server
  readonly relays: ReadonlySet<Relay>
  readonly openings: ReadonlySet<Socket>
  readonly connections: ReadonlySet<Socket>
}

/** Nobody new comes in; who is between two transactions is told to go, and so are the others when their time is over. */
async function drain({ server, relays, openings, connections }: Served, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of openings) socket.destroy()
  for (const relay of relays) relay.drain()
  const ending = setTimeout(() => {
    for (const relay of relays) relay.end()
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
