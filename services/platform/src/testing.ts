import type { MemberRole } from '@colonnade/contracts'
import { silentLogger, systemRandom } from '@colonnade/core'
import { createHttpApp, type FastifyInstance } from '@colonnade/http'
import { sql } from '@colonnade/sql'
import { openTestGround, type Scenario, type TestGround, type TestGroundOptions } from '@colonnade/testing'
import { createContext, migratePlatform, type PlatformContext } from './context.ts'
import { hashPassword } from './modules/sessions/password-hash.ts'
import { mountPlatform } from './server.ts'

/** The people of every test: one of each role in Acme, and the owner of another organization. */
export type Person = MemberRole | 'outsider'
const people: readonly Person[] = ['owner', 'administrator', 'developer', 'read-only', 'outsider']

export const testPassword = 'correct-horse-battery'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly json: unknown
}

/** The platform on real clusters, asked as its HTTP server would be. */
export interface TestPlatform extends AsyncDisposable {
  readonly ctx: PlatformContext
  readonly ground: TestGround
  readonly app: FastifyInstance
  ask(as: Person | null, method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Asks, and checks status and code. */
  run(scenario: Scenario<Person>): Promise<unknown>
  userId(person: Person): string
  /** Creates a project in Acme as its owner and waits until it answers. */
  project(name: string): Promise<string>
}

export async function openTestPlatform(options: TestGroundOptions): Promise<TestPlatform> {
  const ground = await openTestGround(options)
  await migratePlatform(ground.database)
  const ctx = await createContext({
    config: { version: '0.0.0', publicUrl: null, owner: null },
    database: ground.database,
    clusters: ground.clusters,
  })
  await ctx.reconciler.start()
  const ids = await insertPeople(ctx)
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  mountPlatform(app, ctx, { checkReplies: true })
  await app.ready()
  const cookies = new Map<Person, string>()

  const ask: TestPlatform['ask'] = async (as, method, path, body, headers = {}) => {
    const cookie = as === null ? undefined : (cookies.get(as) ?? (await signIn(app, as)))
    if (as !== null && cookie !== undefined) cookies.set(as, cookie)
    return send(app, method, path, body, { ...headers, ...(cookie !== undefined && { cookie }) })
  }
  return {
    ctx,
    ground,
    app,
    ask,
    userId: (person) => ids.get(person)!,
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
      await ctx.reconciler.idle(ref)
      return ref
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await ctx[Symbol.asyncDispose]()
      await ground[Symbol.asyncDispose]()
    },
  }
}

async function insertPeople({ database }: PlatformContext): Promise<Map<Person, string>> {
  const hash = await hashPassword(testPassword)
  const ids = new Map<Person, string>()
  await database.run(sql`insert into organizations (slug, name) values ('acme', 'Acme'), ('elsewhere', 'Elsewhere')`)
  for (const person of people) {
    const row = await database.first<{ id: string }>(sql`
      with person as (
        insert into users (email, username, password_hash, is_installation_owner)
        values (${`${person}@example.com`}, ${person}, ${hash}, ${person === 'owner'}) returning id
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
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: reply.statusCode, headers: reply.headers, json: reply.body === '' ? undefined : (JSON.parse(reply.body) as unknown) }
}
