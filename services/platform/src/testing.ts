import type { MemberRole } from '@colonnade/contracts/foundation/permissions'
import type { MailContent, MailPage } from '@colonnade/contracts/installation/mails'
import { type Clock, type Failpoint, silentLogger, systemRandom } from '@colonnade/core'
import { createHttpApp, type FastifyInstance } from '@colonnade/http'
import { sql } from '@colonnade/sql'
import { openTestHome, type Scenario, type TestGround, type TestHomeOptions } from '@colonnade/testing'
import { openControlDatabase } from '@colonnade/testing/control-database'
import { hash } from '@node-rs/argon2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createContext, migratePlatform, type Platform } from './platform.ts'
import type { HasAuthLimits } from './kernel/auth-limits.ts'
import type { HasRealtimeLive } from './kernel/realtime-live.ts'
import type { HasFunctionsService } from './kernel/functions-service.ts'
import type { HasFunctionBuilder } from './kernel/function-builder.ts'
import type { HasFunctionLogs } from './kernel/function-logs.ts'
import type { HasStorageAddress } from './kernel/storage-address.ts'
import type { HasAuthHookCalls } from './kernel/auth-hook-calls.ts'
import type { AuthMails } from './kernel/auth-mails.ts'
import type { HasAuthService } from './kernel/auth-service.ts'
import type { PoolerAddress } from './kernel/pooler.ts'
import type { RateLimits } from './kernel/limits.ts'
import type { MailConfig } from './kernel/config/mail.ts'
import type { PaymentsConfig } from './kernel/config/payments.ts'
import type { OffsiteConfig } from './kernel/config/offsite.ts'
import type { ExternalDatabasesConfig } from './kernel/config/external-databases.ts'
import { mountPlatform } from './server.ts'
import { openTestStream, type TestStream } from './testing-stream.ts'

const loopbackOnly: ExternalDatabasesConfig = { isPublicAllowed: false, networks: ['127.0.0.0/8'] }

/** The people of every test: one of each role in Acme, and the owner of another organization. */
export type Person = MemberRole | 'outsider'
export const people: readonly Person[] = ['owner', 'administrator', 'developer', 'read-only', 'outsider']

export const testPassword = 'correct-horse-battery'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** Undefined where the reply is no JSON. */
  readonly json: unknown
  readonly bytes: Uint8Array
}

/** A mail, and what it is about. */
export interface Letter {
  readonly kind: string
  readonly content: MailContent
}

/** The platform on real clusters, asked as its HTTP server would be. */
export interface TestPlatform extends AsyncDisposable {
  readonly ctx: Platform
  readonly ground: TestGround
  readonly app: FastifyInstance
  /** A body of bytes is sent as a PNG, a text as it is, everything else as JSON. */
  ask(as: Person | null, method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Asks, and checks status and code. */
  run(scenario: Scenario<Person>): Promise<unknown>
  /** Where the platform answers over a real connection, and the cookie of a person. */
  address(as: Person): Promise<{ readonly url: string; readonly cookie: string }>
  /** Follows an event stream over a real connection. */
  follow(as: Person, path: string, headers?: Readonly<Record<string, string>>): Promise<TestStream>
  /** Signs the person in again with the next call. */
  forget(person: Person): void
  userId(person: Person): string
  /** What was mailed to an address, newest first, as the inbox of a local installation has it. */
  letters(recipient: string): Promise<Letter[]>
  /** Creates a project in Acme as its owner and waits until it answers. */
  project(name: string): Promise<string>
}

export interface TestPlatformOptions extends TestHomeOptions {
  readonly limits?: RateLimits
  readonly clock?: Clock
  readonly failpoint?: Failpoint
  readonly pooler?: () => PoolerAddress | null
  readonly storageAddress?: HasStorageAddress['storageAddress']
  readonly functionBuilder?: HasFunctionBuilder['functionBuilder']
  readonly functionsService?: HasFunctionsService['functionsService']
  readonly functionLogs?: HasFunctionLogs['functionLogs']
  readonly authMails?: () => AuthMails | null
  readonly authHookCalls?: HasAuthHookCalls['authHookCalls']
  readonly authLimits?: HasAuthLimits['authLimits']
  readonly authService?: HasAuthService['authService']
  readonly realtimeLive?: HasRealtimeLive['realtimeLive']
  readonly followAwoken?: (ref: string) => Promise<void>
  /** The inbox of a local installation unless said. */
  readonly mail?: MailConfig
  readonly offsite?: OffsiteConfig | null
  readonly payments?: PaymentsConfig | null
  readonly publicUrl?: string
  /** Rooms that the installation goes without. */
  readonly leftOut?: readonly string[]
  /** In place of the machine's own. */
  readonly dnsServers?: readonly string[]
  /** Loopback, where test servers are, unless said. */
  readonly externalDatabases?: ExternalDatabasesConfig | null
}

/** Workers that bring projects where they should be. Of the others, tests do the rounds when they want them. */
const brought = new Set(['projects', 'replicas', 'backups', 'merges', 'table copies', 'upgrades', 'dedicated poolers'])

/** `limits` in place of those of the service, for tests that call more often than a person does. */
export async function openTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const home = await openTestHome(options)
  try {
    const database = await openControlDatabase(migratePlatform)
    return await openOn({ ...home, database }, options)
  } catch (error) {
    await home[Symbol.asyncDispose]()
    throw error
  }
}

async function openOn(
  ground: TestGround,
  {
    limits,
    clock,
    failpoint,
    pooler,
    storageAddress,
    functionBuilder,
    functionsService,
    functionLogs,
    authMails,
    authHookCalls,
    authLimits,
    authService,
    realtimeLive,
    followAwoken,
    mail = { transport: 'inbox' },
    offsite = null,
    payments = null,
    publicUrl,
    dnsServers,
    externalDatabases = loopbackOnly,
    leftOut = [],
  }: TestPlatformOptions,
): Promise<TestPlatform> {
  const ctx = await createContext({
    config: {
      version: '0.0.0',
      publicUrl: publicUrl ?? (mail.transport === 'smtp' ? 'http://localhost:8000' : null),
      dnsServers: dnsServers ?? null,
      leakedPasswordsFile: null,
      externalDatabases,
      dataDir: join(ground.home, 'platform'),
      objectsDir: join(ground.home, 'objects'),
      objects: null,
      currency: 'USD',
      owner: null,
      mail,
      offsite,
      payments,
      leftOut,
    },
    database: ground.database,
    clusters: ground.clusters,
    ...(limits && { rateLimits: limits }),
    ...(clock && { clock }),
    ...(failpoint && { failpoint }),
    ...(pooler && { pooler }),
    ...(storageAddress && { storageAddress }),
    ...(functionBuilder && { functionBuilder }),
    ...(functionsService && { functionsService }),
    ...(functionLogs && { functionLogs }),
    ...(authMails && { authMails }),
    ...(authHookCalls && { authHookCalls }),
    ...(authLimits && { authLimits }),
    ...(authService && { authService }),
    ...(realtimeLive && { realtimeLive }),
    ...(followAwoken && { followAwoken }),
  })
  for (const worker of ctx.workers) if (brought.has(worker.name)) await worker.start()
  const ids = await insertPeople(ctx)
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  mountPlatform(app, ctx, { checkReplies: true })
  await app.ready()
  const cookies = new Map<Person, string>()

  const cookieOf = async (person: Person): Promise<string> => {
    const cookie = cookies.get(person) ?? (await signIn(app, person))
    cookies.set(person, cookie)
    return cookie
  }
  const ask: TestPlatform['ask'] = async (as, method, path, body, headers = {}) => {
    const cookie = as === null ? undefined : await cookieOf(as)
    return send(app, method, path, body, { ...headers, ...(cookie !== undefined && { cookie }) })
  }
  const address: TestPlatform['address'] = async (as) => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, cookie: await cookieOf(as) }
  }
  return {
    ctx,
    ground,
    app,
    ask,
    address,
    async follow(as, path, headers = {}) {
      const { url, cookie } = await address(as)
      return openTestStream(`${url}${path}`, { cookie, ...headers })
    },
    forget: (person) => void cookies.delete(person),
    userId: (person) => ids.get(person)!,
    async letters(recipient) {
      await ctx.parts.mailer.round()
      const { items } = (await ask('owner', 'GET', '/platform/installation/mails?limit=100')).json as MailPage
      const own = items.filter((mail) => mail.recipient === recipient)
      const read = async (id: string) => (await ask('owner', 'GET', `/platform/installation/mails/${id}`)).json as MailContent
      return Promise.all(own.map(async ({ id, kind }) => ({ kind, content: await read(id) })))
    },
    async run({ promise, as, method, path, body, headers, expect, code, check }) {
      const url = typeof path === 'string' ? path : path()
      const reply = await ask(as, method, url, body, headers)
      const found = (reply.json as { code?: string } | undefined)?.code
      if (reply.status !== expect || (code !== undefined && found !== code)) {
        throw new Error(`${promise}: ${method} ${url} answered ${reply.status} ${JSON.stringify(reply.json)}, and not ${expect} ${code ?? ''}`)
      }
      check?.(reply.json)
      return reply.json
    },
    async project(name) {
      const reply = await ask('owner', 'POST', '/platform/projects', { organization_slug: 'acme', name, db_pass: 'a-database-password' })
      const { ref } = reply.json as { ref: string }
      await ctx.parts.reconciler.idle(ref)
      return ref
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await ctx[Symbol.asyncDispose]()
      await ground.database.close()
      await ground[Symbol.asyncDispose]()
    },
  }
}

async function insertPeople({ database }: Platform): Promise<Map<Person, string>> {
  // verifying costs what the hash says: people of tests sign in thousands of times
  const passwordHash = await hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const ids = new Map<Person, string>()
  await database.run(sql`insert into organizations (slug, name) values ('acme', 'Acme'), ('elsewhere', 'Elsewhere')`)
  for (const person of people) {
    const row = await database.first<{ id: string }>(sql`
      with person as (
        insert into users (email, username, password_hash, is_installation_owner)
        values (${`${person}@example.com`}, ${person}, ${passwordHash}, ${person === 'owner'}) returning id
      ), membership as (
        insert into members (organization_id, user_id, role)
        select o.id, person.id, ${person === 'outsider' ? 'owner' : person} from person, organizations o
        where o.slug = ${person === 'outsider' ? 'elsewhere' : 'acme'}
      )
      select id from person`)
    ids.set(person, row!.id)
  }
  return ids
}

async function signIn(app: FastifyInstance, person: Person): Promise<string> {
  const reply = await send(app, 'POST', '/platform/sign-in', { email: `${person}@example.com`, password: testPassword })
  return String(reply.headers['set-cookie']).split(';')[0]!
}

async function send(
  app: FastifyInstance,
  method: string,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const reply = await app.inject({
    method: method as 'GET',
    url,
    headers: { ...(body !== undefined && { 'content-type': body instanceof Uint8Array ? 'image/png' : 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body instanceof Uint8Array ? Buffer.from(body) : typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, headers: reply.headers, json: isJson ? (JSON.parse(reply.body) as unknown) : undefined, bytes: reply.rawPayload }
}
