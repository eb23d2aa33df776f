import { logins } from '@colonnade/clusters'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { type Database, openDatabase } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import { loginIdleMs, settlingRecheckMs } from '../../../kernel/limits.ts'
import type { Subscription } from '../../../kernel/news/bus.ts'
import { limitsOf } from '../../../kernel/servers/pool-limits.ts'
import { refuseStrangers } from '../network-restrictions/service.ts'
import { refusePlain } from '../tls-enforcement/service.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'
import { loadProject } from '../../projects/projects/journal.ts'
import { findKeptLogin, ownRoles } from '../../projects/projects/kept-logins.ts'

/** Where a project's database is, for what leads clients there. */
export interface ProjectWay {
  readonly state: 'active' | 'starting' | 'upgrading' | 'paused' | 'unhealthy'
  /** Where it asks for passwords; null while it has no address. */
  readonly address: { readonly host: string; readonly port: number } | null
  /** The platform's own way, which asks nobody. */
  readonly endpoint: { readonly host: string; readonly port: number } | null
  readonly limits: {
    /** Sessions through the pooler at once, connections that transactions share, and clients who share them. */
    readonly sessions: number
    readonly servers: number
    readonly clients: number
  }
}

/** What is known of a role that wants to log in. */
export interface RoleLogin {
  /** Its SCRAM verifier; null for a role without a password, or with one that has run out. */
  readonly verifier: string | null
  readonly canLogin: boolean
  /** It is what the role was when its project fell asleep. */
  readonly isKept?: true
}

/** Who comes to a project's database. */
export interface DirectoryClient {
  readonly mode: string
  readonly role: string
  readonly address: string | null
  readonly isEncrypted: boolean
}

export interface ProjectDirectory extends AsyncDisposable {
  /** null for a ref that no project has, or not any more. */
  resolve(ref: string): Promise<ProjectWay | null>
  /** Resolves when a project that is starting has come up, or to something else. */
  settled(ref: string): Promise<void>
  /** Resolves for a client that its project takes, which wakes nobody. @throws AppError `address_not_allowed`, `encryption_required` */
  admit(ref: string, client: DirectoryClient): Promise<void>
  /**
   * Wakes it if it sleeps, and keeps it awake until the returned function is called. `address` is null for who was let in before.
   *
   * @throws AppError `address_not_allowed`, `encryption_required`, `project_wake_failed`
   */
  hold(ref: string, client: DirectoryClient): Promise<() => void>
  /** null for a role that there is not, or that only the platform may be; 'unknown' where the project sleeps and its roles were not kept. */
  login(ref: string, role: string): Promise<RoleLogin | null | 'unknown'>
}

const states: Readonly<Record<ProjectStatus, ProjectWay['state'] | null>> = {
  COMING_UP: 'starting',
  RESTORING: 'starting',
  UPGRADING: 'upgrading',
  ACTIVE_HEALTHY: 'active',
  PAUSING: 'paused',
  INACTIVE: 'paused',
  UNHEALTHY: 'unhealthy',
  INIT_FAILED: 'unhealthy',
  GOING_DOWN: null,
  REMOVED: null,
}

/** What the control plane knows, asked anew each time: a restart may change a project's address. */
export function createProjectDirectory({
  database,
  clusters,
  parts: { sleeper },
  bus,
  secrets,
}: Pick<PlatformContext<HasSleeper>, 'database' | 'clusters' | 'parts' | 'bus' | 'secrets'>): ProjectDirectory {
  /** One connection to each project that somebody logs in to, closed soon after. */
  const administrators = new Map<string, Database>()
  const administratorOf = async (ref: string): Promise<Database> => {
    const target = { ...(await clusters.endpoint(ref)), ...logins.administrator }
    const known = administrators.get(ref)
    if (known?.target.host === target.host && known.target.port === target.port) return known
    const opened = openDatabase(target, { maxConnections: 1, idleTimeoutMs: loginIdleMs })
    administrators.set(ref, opened)
    await known?.close()
    return opened
  }
  const find = async (ref: string) => {
    const project = await loadProject(database, ref)
    return { project, state: project ? states[project.status] : null }
  }
  const askServer = async (ref: string, role: string): Promise<RoleLogin | null> => {
    const administrator = await administratorOf(ref)
    const found = await administrator.first<RoleLogin>(sql`
      select case when rolvaliduntil < now() then null else rolpassword end as verifier, rolcanlogin as "canLogin"
      from pg_catalog.pg_authid where rolname = ${role} and not rolsuper and rolname <> all(${ownRoles})`)
    return found ?? null
  }
  const admit = async (ref: string, { address, isEncrypted }: DirectoryClient): Promise<void> => {
    if (address !== null) await refuseStrangers(database, ref, address)
    if (!isEncrypted) await refusePlain(database, ref)
  }
  /** However many clients wait for a project, its news are followed once. */
  const settling = new Map<string, { readonly news: Subscription; readonly settled: Promise<void> }>()
  let isOver = false
  const follow = async (ref: string, news: Subscription): Promise<void> => {
    try {
      while (!isOver && (await find(ref)).state === 'starting') await news.next(settlingRecheckMs)
    } finally {
      settling.delete(ref)
      news.close()
    }
  }
  return {
    settled(ref) {
      const known = settling.get(ref)
      if (known) return known.settled
      const news = bus.subscribe(`project:${ref}`)
      const settled = follow(ref, news)
      settling.set(ref, { news, settled })
      return settled
    },
    async resolve(ref) {
      const { project, state } = await find(ref)
      if (!project || state === null) return null
      const { address } = await clusters.status(ref)
      const { pool_size, max_clients, sessions } = limitsOf(project.compute_applied ?? project.compute, project)
      const limits = { sessions, servers: pool_size.value, clients: max_clients.value }
      const endpoint = address === null ? null : await clusters.endpoint(ref)
      return { state, address, endpoint, limits }
    },
    admit,
    async hold(ref, client) {
      await admit(ref, client)
      const { mode, role } = client
      return sleeper.use(ref, { kind: 'connection', what: mode, role })
    },
    async login(ref, role) {
      if ((await clusters.status(ref)).state === 'running') {
        try {
          return await askServer(ref, role)
        } catch (error) {
          // it may have fallen asleep meanwhile
          if ((await clusters.status(ref)).state === 'running') throw error
        }
      }
      return findKeptLogin({ database, secrets }, ref, role)
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      for (const { news } of settling.values()) news.close()
      await Promise.allSettled([...settling.values()].map(({ settled }) => settled))
      await Promise.all([...administrators.values()].map((each) => each.close()))
    },
  }
}
