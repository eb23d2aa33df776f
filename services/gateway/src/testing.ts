import { AppError, silentLogger, systemClock, systemRandom } from '@colonnade/core'
import { createHttpApp } from '@colonnade/http'
import {
  type ApiKey,
  type Caller,
  createKnownProjects,
  type KnownProject,
  type ProjectDirectory,
  type KeyUse,
  type ProjectKeys,
  type ProjectService,
  type RestAccess,
  type ServiceRequest,
  type SigningKey,
} from '@colonnade/projects'
import { createHash } from 'node:crypto'
import { createGateway, type GatewayParts } from './gateway.ts'
import { mountGateway } from './mount.ts'
import type { RequestRow } from './request-log.ts'

export const ref = 'abcdefghijklmnopqrst'
export const jwtSecret = 'a secret that is long enough for HS256'

export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

export function apiKey(key: string, more: Partial<ApiKey> = {}): ApiKey {
  const prefix = key.slice(0, 20)
  return { id: key, kind: 'publishable', hash: hashOf(key), prefix, role: 'anon', expiresAt: null, isEnabled: true, ...more }
}

/** The project's secret among its signing keys. */
export const legacySigningKey: SigningKey = {
  id: 'legacy',
  algorithm: 'HS256',
  state: 'previously_used',
  isLegacy: true,
  jwk: { kty: 'oct', alg: 'HS256', k: Buffer.from(jwtSecret).toString('base64url') },
}

const functionLimits = { memoryBytes: 256 * 1024 * 1024, cpuMs: 2_000, wallClockMs: 150_000, idleMs: 60_000, maxWorkers: 20 }

/** A directory whose only project is what the test says. */
export interface TestDirectory extends ProjectDirectory {
  project: KnownProject | null
  known: ProjectKeys
  access: RestAccess
  /** Reported of keys. */
  readonly uses: KeyUse[]
  /** Number of calls. */
  asked: number
  /** The control database is unavailable. */
  isAway: boolean
  tell(): void
}

export function createTestDirectory(keys: Partial<ProjectKeys> = {}): TestDirectory {
  const waiting = new Set<(isNews: boolean) => void>()
  const never = (): never => {
    throw new Error('no gateway asks for that')
  }
  return {
    project: { state: 'active', address: null, endpoint: null, limits: { sessions: 1, servers: 1, clients: 1 } },
    known: { jwtSecret, signingKeys: [legacySigningKey], apiKeys: [], issuers: [], ...keys },
    access: { isEnabled: true, poolSize: null, allowedOrigins: ['*'] },
    uses: [],
    asked: 0,
    isAway: false,
    tell() {
      for (const resolve of waiting) resolve(true)
    },
    async resolve(asked) {
      this.asked += 1
      if (this.isAway) throw new AppError('connection_lost')
      return asked === ref ? this.project : null
    },
    async keys() {
      return this.known
    },
    news: () => {
      let resolve = (_isNews: boolean): void => {}
      return {
        next: () =>
          new Promise<boolean>((done) => {
            resolve = (isNews) => {
              waiting.delete(resolve)
              done(isNews)
            }
            waiting.add(resolve)
          }),
        close: () => resolve(false),
      }
    },
    async rest() {
      return this.access
    },
    async auth() {
      return { revision: 0, settings: {} }
    },
    s3Keys: async () => ({ keys: [], sessionSecrets: [] }),
    s3KeyProject: async () => null,
    reportS3KeyUse: async () => {},
    countSent() {},
    countTransformed() {},
    countMessages() {},
    countConnections() {},
    async storage() {
      return { family: ref, fileSizeLimit: 52_428_800, isImageTransformationEnabled: true, isS3Enabled: true }
    },
    realtime: async () => ({
      isPrivateOnly: false,
      isSuspended: false,
      isPresenceEnabled: true,
      maxConcurrentUsers: 200,
      maxEventsPerSecond: 100,
      maxBytesPerSecond: 10_000_000,
      maxJoinsPerSecond: 100,
      maxPresenceEventsPerSecond: 20,
      maxChannelsPerClient: 100,
      maxPayloadBytes: 256_000,
      disconnectedAt: 0,
    }),
    functions: async () => ({ functions: [], environmentRevision: '', limits: functionLimits }),
    functionEnvironment: async () => ({}),
    awake: never,
    async reportKeyUse(_ref, uses) {
      this.uses.push(...uses)
    },
    async settled() {},
    admit: never,
    hold: never,
    login: never,
  }
}

export interface TestGateway extends AsyncDisposable {
  readonly directory: TestDirectory
  readonly url: string
  /** Calls of the service. */
  readonly calls: { readonly request: ServiceRequest; readonly caller: Caller }[]
  readonly rows: RequestRow[]
  /** Reply of the service. */
  reply: ProjectService
  call(path: string, init?: RequestInit): Promise<Response>
}

/** The gateway on a port of its own, with one service at `rest`. */
export async function openTestGateway(directory: TestDirectory, budgets?: GatewayParts['budgets']): Promise<TestGateway> {
  const opened = new AsyncDisposableStack()
  const rows: RequestRow[] = []
  const log = { write: (_ref: string, row: RequestRow) => void rows.push(row), remove: async () => {}, [Symbol.asyncDispose]: async () => {} }
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  opened.defer(() => app.close())
  const test: TestGateway = {
    directory,
    url: '',
    calls: [],
    rows,
    reply: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }),
    call: (path, init) => fetch(`${test.url}/api/${ref}${path}`, init),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
  const rest: ProjectService = (request, caller) => {
    test.calls.push({ request, caller })
    return test.reply(request, caller)
  }
  const parts = {
    projects: directory,
    known: opened.use(createKnownProjects({ projects: directory, clock: systemClock, logger: silentLogger })),
    services: { rest, functions: rest },
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    log,
    ...(budgets && { budgets }),
  }
  mountGateway(app, opened.use(createGateway(parts)), { publicUrl: null })
  return Object.assign(test, { url: await app.listen({ host: '127.0.0.1', port: 0 }) })
}
