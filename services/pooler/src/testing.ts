import { type ComputeSize, logins } from '@colonnade/clusters'
import { type MemoryBudget, newRef, systemRandom } from '@colonnade/core'
import { type Database, openDatabase, type Queryable, scramVerifier, withClient } from '@colonnade/pg'
import { ident, literal, sql } from '@colonnade/sql'
import { openTestHome, type TestHome } from '@colonnade/testing'
import { createHmac, pbkdf2Sync } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createScramAnswers } from './authentication/scram-client.ts'
import { openPooler, type Pooler, type PoolerOptions } from './pooler.ts'
import type { KnownProject, ProjectClient, RoleLogin } from '@colonnade/projects'
import { messageOf } from './transaction/client-messages.ts'
import { startupBytes } from './wire/startup.ts'

/** Limits of a project unless a test sets others. */
export const testLimits = { sessions: 30, servers: 8, clients: 1_000 }

export const testPassword = 'a-database-password'

/** A pooler before real clusters, which stand for projects. */
export interface TestPooler extends AsyncDisposable {
  readonly ground: TestHome
  readonly pooler: Pooler
  /** Overrides the directory's answer for a project; null ends that. */
  say(ref: string, project: KnownProject | null): void
  /** Stops a project's server, until a client wakes it; `isForgotten` says that nobody has written down its roles. */
  fallAsleep(ref: string, isForgotten?: boolean): Promise<void>
  /** Clients that woke projects. */
  readonly woken: readonly (ProjectClient & { readonly ref: string })[]
  /** Returns true while someone waits for a starting project. */
  isAwaited(ref: string): boolean
  /** Returns the current number of holds on a project. */
  held(ref: string): number
  /** Starts a project whose `postgres` has the test password. */
  project(compute?: ComputeSize): Promise<string>
  /** The settings of a driver for a project. */
  target(ref: string, role?: string): { host: string; port: number; user: string; password: string; database: string }
  /** Past the pooler, as a superuser. */
  asAdministrator<T>(ref: string, work: (client: Queryable) => Promise<T>): Promise<T>
  makeRole(ref: string, role: string, password?: string): Promise<void>
  /** Another pooler before the same projects. */
  another(limits: PoolerOptions['limits'], memory?: MemoryBudget): Promise<Pooler>
}

export async function openTestPooler(): Promise<TestPooler> {
  const ground = await openTestHome()
  const { clusters } = ground
  const said = new Map<string, KnownProject>()
  const news = new EventEmitter()
  const woken: (ProjectClient & { ref: string })[] = []
  /** Roles of those who sleep; null where they are not known. */
  const asleep = new Map<string, ReadonlyMap<string, RoleLogin> | null>()
  const waking = new Map<string, Promise<void>>()
  const holds = new Map<string, number>()
  const administrators = new Map<string, Database>()
  const open = (limits: PoolerOptions['limits'], memory?: MemoryBudget): Promise<Pooler> =>
    openPooler({
      config: {
        host: '127.0.0.1',
        sessionPort: 0,
        transactionPort: 0,
        dedicated: { host: '127.0.0.1', firstPort: 0 },
        certificate: null,
        folder: join(ground.home, 'pooler'),
      },
      projects: {
        async resolve(ref) {
          const { state, address } = await clusters.status(ref)
          const endpoint = state === 'absent' ? null : await clusters.endpoint(ref)
          if (said.has(ref)) return said.get(ref)!
          if (state === 'absent') return null
          return { state: state === 'running' || asleep.has(ref) ? 'active' : 'paused', address, endpoint, limits: testLimits }
        },
        async settled(ref) {
          while (said.get(ref)?.state === 'starting') await once(news, ref)
        },
        async admit() {},
        async hold(ref, client) {
          if (asleep.delete(ref)) {
            woken.push({ ref, ...client })
            waking.set(ref, clusters.start(ref))
          }
          await waking.get(ref)
          holds.set(ref, (holds.get(ref) ?? 0) + 1)
          let isOver = false
          return () => {
            if (!isOver) holds.set(ref, holds.get(ref)! - 1)
            isOver = true
          }
        },
        async login(ref, role) {
          const kept = asleep.get(ref)
          if (kept !== undefined) return kept === null ? 'unknown' : (kept.get(role) ?? null)
          const endpoint = await clusters.endpoint(ref)
          const key = `${ref} ${endpoint.port}`
          // one connection, however many log in at once: a small server has few
          const administrator = administrators.get(key) ?? openDatabase({ ...endpoint, ...logins.administrator }, { maxConnections: 1 })
          administrators.set(key, administrator)
          const found = await administrator.first<RoleLogin>(
            sql`select rolpassword as verifier, rolcanlogin as "canLogin" from pg_authid where rolname = ${role} and not rolsuper`,
          )
          return found ?? null
        },
      },
      ...(limits && { limits }),
      ...(memory && { memory }),
    })
  const pooler = await open({})
  const asAdministrator: TestPooler['asAdministrator'] = async (ref, work) =>
    withClient({ ...(await clusters.endpoint(ref)), ...logins.administrator }, work)
  return {
    ground,
    pooler,
    woken,
    async fallAsleep(ref, isForgotten = false) {
      const roles = await asAdministrator(ref, (client) =>
        client.rows<RoleLogin & { role: string }>(
          sql`select rolname as role, rolpassword as verifier, rolcanlogin as "canLogin", true as "isKept" from pg_authid`,
        ),
      )
      await clusters.stop(ref)
      asleep.set(ref, isForgotten ? null : new Map(roles.map((role) => [role.role, role])))
    },
    isAwaited: (ref) => news.listenerCount(ref) > 0,
    held: (ref) => holds.get(ref) ?? 0,
    say(ref, project) {
      if (project === null) said.delete(ref)
      else said.set(ref, project)
      news.emit(ref)
    },
    async project(compute = 'nano') {
      const ref = newRef(systemRandom)
      await clusters.ensure(ref, { compute })
      await clusters.start(ref)
      const verifier = await scramVerifier(testPassword)
      await asAdministrator(ref, (client) => client.run(sql`alter role postgres password ${literal(verifier)}`))
      return ref
    },
    target: (ref, role = 'postgres') => ({ ...pooler.session, user: `${role}.${ref}`, password: testPassword, database: 'postgres' }),
    asAdministrator,
    async makeRole(ref, role, password = testPassword) {
      const verifier = await scramVerifier(password)
      await asAdministrator(ref, (client) => client.run(sql`create role ${ident(role)} login password ${literal(verifier)}`))
    },
    another: open,
    async [Symbol.asyncDispose]() {
      await pooler[Symbol.asyncDispose]()
      await Promise.all([...administrators.values()].map((each) => each.close()))
      await ground[Symbol.asyncDispose]()
    },
  }
}

/** A socket, and all that came on it. */
export interface RawClient {
  readonly socket: Socket
  /** Resolves with everything that came, when the other end has closed. */
  readonly closed: Promise<Buffer>
  /** Resolves when the text has come. */
  until(text: string): Promise<void>
  soFar(): Buffer
}

export function openRaw({ host, port }: { readonly host: string; readonly port: number }): RawClient {
  return rawClient(connect({ host, port }))
}

export function rawClient(socket: Socket): RawClient {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  const all = (): Buffer => Buffer.concat(chunks)
  return {
    socket,
    soFar: all,
    closed: new Promise((resolve) => socket.once('close', () => resolve(all()))),
    async until(text) {
      while (!all().includes(text, 0, 'latin1')) await once(socket, 'data')
    },
  }
}

/** Shows a password, as a driver would. Resolves when it was the right one; the server has yet to say so. */
export async function showPassword(client: RawClient, startup: Buffer, password = testPassword): Promise<void> {
  const lengthOf = (text: string): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(text.length)
    return bytes
  }
  client.socket.write(startup)
  await client.until('SCRAM-SHA-256')
  const keys = { clientKey: Buffer.alloc(0), serverKey: Buffer.alloc(0) }
  const answers = createScramAnswers(keys)
  client.socket.write(messageOf('p', 'SCRAM-SHA-256\0', lengthOf(answers.first), answers.first))
  await client.until(',i=4096')
  const [serverFirst, salt] = /r=[^,]+,s=([^,]+),i=4096/.exec(client.soFar().toString('latin1'))!
  const salted = pbkdf2Sync(password, Buffer.from(salt!, 'base64'), 4096, 32, 'sha256')
  keys.clientKey = createHmac('sha256', salted).update('Client Key').digest()
  client.socket.write(messageOf('p', answers.final(serverFirst)!))
  await client.until('v=')
}

/** The fields of the error that a connection ended with (PostgreSQL documentation, 54.8). */
export function errorIn(bytes: Buffer): Readonly<Record<string, string>> | null {
  if (bytes[0] !== 0x45) return null
  const fields = bytes.toString('utf8', 5).split('\0')
  return Object.fromEntries(fields.filter((field) => field !== '').map((field) => [field[0]!, field.slice(1)]))
}

export function startupOf(user: string, parameters: Readonly<Record<string, string>> = {}): Buffer {
  return startupBytes(196_608, Object.entries({ user, database: 'postgres', ...parameters }))
}
