import { type AuthService, createAuthService } from '@colonnade/auth'
import { logins } from '@colonnade/clusters'
import { newRef, silentLogger, systemClock, systemRandom } from '@colonnade/core'
import { createGateway, mountGateway } from '@colonnade/gateway'
import { createHttpApp } from '@colonnade/http'
import { openDiskStores } from '@colonnade/objects'
import { type Database, openDatabase } from '@colonnade/pg'
import { type Address, createKnownProjects, type ProjectDirectory, type ProjectKeys, type ProjectRealtime } from '@colonnade/projects'
import { createRealtimeService } from '@colonnade/realtime'
import { createChangeReaders } from '@colonnade/row-feed'
import type { Secrets } from '@colonnade/secrets'
import { createStorageService, openImages } from '@colonnade/storage'
import { openTestHome } from '@colonnade/testing'
import { exportTokenKey, generateTokenKey, signWithKey, type TokenKey } from '@colonnade/tokens'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'

export const apikey = 'sb_publishable_bench'
export const secretKey = 'sb_secret_bench'

/** A project with its auth, storage and realtime services behind a gateway. */
export interface ServiceGround extends AsyncDisposable {
  readonly ref: string
  readonly endpoint: Address
  /** Where the files of projects are. */
  readonly objectsFolder: string
  /** As `postgres`. */
  readonly owner: Database
  /** Signs a token for an hour. */
  readonly tokenFor: (claims: Readonly<Record<string, unknown>>) => string
  readonly app: ReturnType<typeof createHttpApp>
  /** Call it once, when `app` has all routes. `url`: of the project. */
  listen(): Promise<{ readonly origin: string; readonly url: string }>
  defer(end: () => Promise<void>): void
}

export async function openServiceGround(): Promise<ServiceGround> {
  const opened = new AsyncDisposableStack()
  const home = opened.use(await openTestHome())
  const ref = newRef(systemRandom)
  await home.clusters.ensure(ref, { compute: 'nano' })
  await home.clusters.start(ref)
  const endpoint = await home.clusters.endpoint(ref)
  const owner = opened.use(openDatabase({ ...endpoint, ...logins.owner }))
  const signing = await generateTokenKey('ES256', randomUUID(), 'in_use')
  const projects = await directoryOf(endpoint, signing)
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  opened.defer(() => app.close())
  const parts = { projects, clock: systemClock, random: systemRandom, logger: silentLogger }
  const known = opened.use(createKnownProjects(parts))
  const post = { post: () => Promise.resolve() }
  const auth: AuthService = opened.use(createAuthService({ ...parts, known, outbound: { arePrivateAllowed: true }, secrets, post }))
  const objectsFolder = join(home.home, 'objects')
  const stores = openDiskStores({ folder: objectsFolder })
  const images = opened.use(openImages(objectsFolder))
  const storage = opened.use(createStorageService({ ...parts, known, stores, images }))
  const realtime = opened.use(createRealtimeService({ ...parts, known, readers: createChangeReaders(home.clusters) }))
  const services = { auth: auth.serve, storage: storage.serve, realtime: realtime.serve }
  const log = { write: () => {}, remove: async () => {}, [Symbol.asyncDispose]: async () => {} }
  mountGateway(app, opened.use(createGateway({ ...parts, known, services, log, budgets })), { publicUrl: null })
  return {
    ref,
    endpoint,
    objectsFolder,
    owner,
    tokenFor: (claims) => signWithKey(signing, { exp: Math.floor(Date.now() / 1000) + 3_600, ...claims }),
    app,
    async listen() {
      const origin = await app.listen({ host: '127.0.0.1', port: 0 })
      return { origin, url: `${origin}/api/${ref}` }
    },
    defer: (end) => opened.defer(end),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Nothing is mailed here. */
const secrets: Secrets = { sign: () => '', verify: () => false, seal: (text) => text, open: (text) => text }

const budgets = { calls: { calls: 10 ** 9, windowSeconds: 1 } }

const realtimeLimits: ProjectRealtime = {
  isPrivateOnly: false,
  isSuspended: false,
  isPresenceEnabled: true,
  maxConcurrentUsers: 100_000,
  maxEventsPerSecond: 1_000_000,
  maxJoinsPerSecond: 1_000_000,
  maxBytesPerSecond: 1_000_000_000,
  maxPresenceEventsPerSecond: 1_000,
  maxChannelsPerClient: 100,
  maxPayloadBytes: 3_000_000,
  disconnectedAt: 0,
}

const functionLimits = { memoryBytes: 256 * 1024 * 1024, cpuMs: 2_000, wallClockMs: 400_000, idleMs: 600_000, maxWorkers: 20 }

/** A directory with one project that is always awake, a key of each kind, and limits that don't count. */
export async function directoryOf(endpoint: Address, ownKey?: TokenKey): Promise<ProjectDirectory> {
  const limits = { sessions: 10, servers: 10, clients: 10 }
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
  const own = { expiresAt: null, isEnabled: true } as const
  const anon = { ...own, id: 'key', kind: 'publishable', hash: hashOf(apikey), prefix: 'sb_publishable', role: 'anon' } as const
  const secret = { ...own, id: 'secret', kind: 'secret', hash: hashOf(secretKey), prefix: 'sb_secret', role: 'service_role' } as const
  const signing = ownKey ?? (await generateTokenKey('ES256', randomUUID(), 'in_use'))
  const keys: ProjectKeys = {
    jwtSecret: 'a secret that is long enough for HS256',
    signingKeys: [{ id: signing.id, algorithm: 'ES256', state: 'in_use', isLegacy: false, jwk: { ...exportTokenKey(signing) } }],
    apiKeys: [anon, secret],
    issuers: [],
  }
  const settings = { rate_limit_token_refresh: 1_000_000_000, rate_limit_otp: 1_000_000_000 }
  return {
    resolve: async () => ({ state: 'active', address: null, endpoint, limits }),
    keys: async () => keys,
    rest: async () => ({ isEnabled: true, poolSize: null, allowedOrigins: ['*'] }),
    auth: async () => ({ revision: 0, settings }),
    realtime: async () => realtimeLimits,
    functions: async () => ({ functions: [], environmentRevision: '', limits: functionLimits }),
    functionEnvironment: async () => ({}),
    storage: async (ref) => ({ family: ref, fileSizeLimit: 2 ** 31, isImageTransformationEnabled: true, isS3Enabled: true }),
    s3Keys: async () => ({ keys: [], sessionSecrets: [] }),
    s3KeyProject: async () => null,
    reportS3KeyUse: async () => {},
    countSent() {},
    countTransformed() {},
    countMessages() {},
    countConnections() {},
    hold: async () => () => {},
    news: () => {
      let end = (_isNews: boolean): void => {}
      return { next: () => new Promise((resolve) => (end = resolve)), close: () => end(false) }
    },
    reportKeyUse: async () => {},
    settled: async () => {},
    awake: async () => [],
    admit: async () => {},
    login: () => {
      throw new Error('the bench has no logins')
    },
  }
}
