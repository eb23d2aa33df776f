import type { Logger } from '@colonnade/core'
import { createServer, type Server, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { linger } from './clients/linger.ts'
import { type Certificates, openClient, type Opening, refuse } from './clients/open-client.ts'
import { drainMs, keepAliveMs, lingerMs, openingDeadlineMs, openingsMax } from './limits.ts'
import { listenOnFree, type WantedPort } from './listen.ts'
import type { Stranger, Strangers } from './authentication/strangers.ts'
import type { Domains } from './projects/domains.ts'
import { type Destination, destinationOf } from './projects/project-of.ts'
import type { Address, ProjectDirectory } from '@colonnade/projects'
import { Fault } from './wire/fault.ts'

/** A client that has said where it wants to go. */
export interface Arrival extends Destination {
  readonly stream: Socket
  readonly version: number
  /** Also true of a client on this machine, whom nobody can overhear. */
  readonly isEncrypted: boolean
  /** null for a client on this machine. */
  readonly address: string | null
  /** Knows the roles of the entrance; null where the project's own count. */
  readonly login: ProjectDirectory['login'] | null
  /** Bytes that came after the startup packet. */
  readonly rest: Buffer
  /** It has shown its password, and takes a place from now on. @throws Fault when there is none */
  readonly enter: () => void
}

/** A client that is being served. */
export interface Served {
  /** Ends it between two transactions. */
  drain(): void
  end(): void
  readonly ended: Promise<void>
}

/** The most clients across the entrances that share this limit. */
export interface Room {
  readonly most: number
  taken: number
}

export interface EntranceParts {
  readonly host: string
  readonly port: WantedPort
  /** The project that all clients want to get to, unless each says which. */
  readonly project: string | null
  /** Knows the roles that can log in, in place of the project's own. Clients are on this machine: network restrictions don't apply to them. */
  readonly login?: ProjectDirectory['login']
  readonly room: Room
  readonly strangers: Strangers
  /** The pooler's own certificate. */
  readonly secureContext: SecureContext
  /** Names of projects, with theirs. */
  readonly domains: Pick<Domains, 'find'>
  /** Serves a client until it leaves. @throws Fault for the client */
  readonly serve: (arrival: Arrival, onServed: (client: Served) => void) => Promise<void>
  readonly cancel: (request: Opening & { kind: 'cancel' }) => Promise<void>
  readonly logger: Logger
  readonly limits: { readonly openingDeadlineMs?: number; readonly drainMs?: number }
}

/** A port that clients come by. */
export interface Entrance {
  readonly address: Address
  /** Sockets of clients, those included that have not said yet what they want. */
  readonly connections: number
  /** Accepts no new clients. Clients between two transactions are disconnected at once, the others at the deadline. */
  close(): Promise<void>
}

/** Listens, and serves until it is closed. */
export async function openEntrance(parts: EntranceParts): Promise<Entrance> {
  const { host, project, login = null, room, strangers, domains, logger, limits } = parts
  const certificates: Certificates = { own: parts.secureContext, forName: (servername) => domains.find(servername)?.secureContext ?? undefined }
  const served = new Set<Served>()
  const connections = new Set<Socket>()
  /** Sockets of clients that are not served yet. */
  const openings = new Set<Socket>()

  const welcome = async (socket: Socket, stranger: Stranger, visit: { stream: Socket | null }): Promise<void> => {
    const deadline = setTimeout(() => socket.destroy(), limits.openingDeadlineMs ?? openingDeadlineMs)
    const opening = await openClient(socket, certificates).finally(() => clearTimeout(deadline))
    if (opening === null) return
    const { stream } = opening
    if (opening.kind === 'cancel') {
      // a client may cancel through any entrance
      await parts.cancel(opening)
      stream.end()
      linger(stream)
      return
    }
    let isIn = false
    const enter = (): void => {
      // it has its error already
      if (!stranger.leave()) throw new Fault('53300', 'the client was refused')
      if (room.taken >= room.most)
        throw new Fault('53300', `the pooler has reached its limit of ${room.most} clients`, 'Try again when other clients have disconnected.')
      room.taken += 1
      isIn = true
    }
    try {
      const { version, rest, servername } = opening
      const domain = servername === null ? null : (domains.find(servername)?.ref ?? null)
      const destination = destinationOf(opening.parameters, servername, project, domain)
      visit.stream = stream
      stranger.asksFor(destination.ref)
      const address = login === null ? (socket.remoteAddress ?? '') : null
      const isEncrypted = login !== null || stream instanceof TLSSocket
      await parts.serve({ ...destination, stream, version, rest, isEncrypted, address, login, enter }, (client) => {
        openings.delete(socket)
        served.add(client)
        void client.ended.then(() => served.delete(client))
      })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refuse(stream, error)
    } finally {
      if (isIn) room.taken -= 1
    }
  }
  const server: Server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs }, (socket) => {
    // a client that hasn't sent its startup packet would not understand the error
    const visit: { stream: Socket | null } = { stream: null }
    const turnAway = (fault: Fault): void => (visit.stream ? refuse(visit.stream, fault) : void socket.destroy())
    const stranger = strangers.arrive(socket.remoteAddress ?? '', turnAway)
    connections.add(socket)
    openings.add(socket)
    socket.once('close', () => {
      stranger.leave()
      connections.delete(socket)
      openings.delete(socket)
    })
    // the reason of a broken connection does not matter: the close event reports it
    socket.on('error', () => {})
    welcome(socket, stranger, visit).catch((error: unknown) => {
      logger.error('pooler_client_failed', { error })
      socket.destroy()
    })
  })
  server.maxConnections = room.most + openingsMax
  const port = await listenOnFree(server, host, parts.port)
  return {
    address: { host, port },
    get connections() {
      return connections.size
    },
    async close() {
      const patienceMs = limits.drainMs ?? drainMs
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
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
    },
  }
}
