import { ownRoles, targetOf } from '@colonnade/clusters'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { type Database, openDatabase } from '@colonnade/pg'
import type { KnownProject, ProjectClient, ProjectDirectory, RoleLogin } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import { recordKeyUse } from '../../api/api-keys/key-uses.ts'
import { listCheckedKeys } from '../../api/api-keys/project-keys.ts'
import { findOwnSettings } from '../../api/rest-settings/store.ts'
import { retrieveJwtSecret } from '../../api/signing-keys/jwt-secret.ts'
import { openSigningKeys } from '../../api/signing-keys/project-keys.ts'
import { openAuthSettings } from '../../auth/auth-settings/kept-settings.ts'
import { listTrusted } from '../../auth/third-party-auth/store.ts'
import { findProjectFunctions, openEnvironment } from '../../functions/edge-functions/environment.ts'
import { projectApiUrl } from '../../projects/project-settings/hosts.ts'
import { findProjectRealtime } from '../../realtime/realtime-settings/store.ts'
import { openS3Keys } from '../../storage/storage-credentials/service.ts'
import { findCredentialProject, markUsed } from '../../storage/storage-credentials/store.ts'
import { findProjectStorage } from '../../storage/storage-settings/store.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { loginIdleMs, settlingRecheckMs } from '../../../kernel/limits.ts'
import type { Subscription } from '../../../kernel/news/bus.ts'
import { limitsOf } from '../../../kernel/servers/pool-limits.ts'
import { refuseStrangers } from '../network-restrictions/service.ts'
import { refusePlain } from '../tls-enforcement/service.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'
import type { HasFileCounts } from '../../organizations/usage/collecting/file-counts.ts'
import type { HasRealtimeCounts } from '../../organizations/usage/collecting/realtime-counts.ts'
import { loadProject } from '../../projects/projects/journal.ts'
import { findKeptLogin } from '../../projects/projects/kept-logins.ts'
import { listActive } from '../../projects/projects/store.ts'

const states: Readonly<Record<ProjectStatus, KnownProject['state'] | null>> = {
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

type DirectoryContext = Pick<
  PlatformContext<HasSleeper & HasFileCounts & HasRealtimeCounts>,
  'database' | 'clusters' | 'parts' | 'bus' | 'secrets' | 'random' | 'clock' | 'config'
>

/**
 * Reads from the control plane for each connection, because a restart may change a project's address.
 *
 * @param ownOrigin the platform's address, unless one is configured
 */
export function createProjectDirectory(
  { database, clusters, parts: { sleeper, fileCounts, realtimeCounts }, bus, secrets, random, clock, config }: DirectoryContext,
  ownOrigin: () => string = () => 'http://localhost',
): ProjectDirectory & AsyncDisposable {
  const apiUrlOf = (ref: string): string => projectApiUrl(config.publicUrl, ownOrigin(), ref)
  /** One connection per project that clients sign in to, closed soon after. */
  const administrators = new Map<string, Database>()
  const administratorOf = async (ref: string): Promise<Database> => {
    const target = targetOf(await clusters.endpoint(ref), 'administrator')
    const known = administrators.get(ref)
    if (known?.target.host === target.host && known.target.port === target.port && known.target.user === target.user) return known
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
  const admit = async (ref: string, { address, isEncrypted }: ProjectClient): Promise<void> => {
    if (address !== null) await refuseStrangers(database, ref, address)
    if (!isEncrypted) await refusePlain(database, ref)
  }
  /** follows a project's news once, for all its waiting clients */
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
      // its clients connect to it directly
      if (!project || state === null || project.driver === 'external') return null
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
          // it may have fallen asleep since
          if ((await clusters.status(ref)).state === 'running') throw error
        }
      }
      return findKeptLogin({ database, secrets }, ref, role)
    },
    async keys(ref) {
      if ((await find(ref)).state === null) return null
      const ctx = { database, random, secrets }
      const [signingKeys, apiKeys] = [await openSigningKeys(ctx, ref), await listCheckedKeys(ctx, ref)]
      return { jwtSecret: (await retrieveJwtSecret(ctx, ref)).secret, signingKeys, apiKeys, issuers: await listTrusted(database, ref) }
    },
    async rest(ref) {
      if ((await find(ref)).state === null) return null
      const own = await findOwnSettings(database, ref)
      return own ? { isEnabled: own.is_enabled, poolSize: own.db_pool, allowedOrigins: own.allowed_origins } : null
    },
    async auth(ref) {
      if ((await find(ref)).state === null) return null
      return openAuthSettings({ database, secrets }, ref)
    },
    async storage(ref) {
      if ((await find(ref)).state === null) return null
      return findProjectStorage(database, ref)
    },
    async realtime(ref) {
      if ((await find(ref)).state === null) return null
      return findProjectRealtime(database, ref)
    },
    async functions(ref) {
      if ((await find(ref)).state === null) return null
      return findProjectFunctions({ database, random, secrets, clock }, ref, apiUrlOf(ref))
    },
    async functionEnvironment(ref) {
      if ((await find(ref)).state === null) return null
      return openEnvironment({ database, random, secrets, clock }, ref, apiUrlOf(ref))
    },
    async s3Keys(ref) {
      if ((await find(ref)).state === null) return null
      return openS3Keys({ database, random, secrets }, ref)
    },
    countSent: (ref, bytes) => fileCounts.addSent(ref, bytes),
    countTransformed: (ref, image) => fileCounts.addTransformed(ref, image),
    countMessages: (ref, messages) => realtimeCounts.addMessages(ref, messages),
    countConnections: (ref, connections) => realtimeCounts.setConnections(ref, connections),
    s3KeyProject: (accessKey) => findCredentialProject(database, accessKey),
    reportS3KeyUse: (accessKey, at) => markUsed(database, accessKey, at),
    async awake() {
      const active = await listActive(database)
      return active.filter((each) => each.is_run_here).map(({ ref }) => ref)
    },
    reportKeyUse: (ref, uses) => recordKeyUse(database, ref, uses),
    news: (ref) => bus.subscribe(`project:${ref}`),
    async [Symbol.asyncDispose]() {
      isOver = true
      for (const { news } of settling.values()) news.close()
      await Promise.allSettled([...settling.values()].map(({ settled }) => settled))
      await Promise.all([...administrators.values()].map((each) => each.close()))
    },
  }
}
