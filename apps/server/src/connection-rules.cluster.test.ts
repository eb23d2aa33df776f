import type { ConnectionLimits, ConnectionTimeouts } from '@colonnade/contracts/connections/connection-limits'
import type { TlsEnforcement } from '@colonnade/contracts/connections/tls-enforcement'
import type { SupavisorConfig } from '@colonnade/contracts/projects/project-settings'
import { createProjectDirectory, type PoolerAddress } from '@colonnade/platform'
import type { ProjectDirectory } from '@colonnade/projects'
import { openTestPlatform, type Person, type TestPlatform } from '@colonnade/platform/testing'
import { openPooler, type Pooler } from '@colonnade/pooler'
import { sql } from '@colonnade/sql'
import { connected, type Scenario } from '@colonnade/testing'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poolerAddressOf } from './pooler-address.ts'

let platform: TestPlatform
let directory: ProjectDirectory & AsyncDisposable
let pooler: Pooler
let ref: string
let neighbour: string

beforeAll(async () => {
  platform = await openTestPlatform({ pooler: (): PoolerAddress => poolerAddressOf(pooler) })
  directory = createProjectDirectory(platform.ctx)
  pooler = await openPooler({
    config: {
      host: '127.0.0.1',
      sessionPort: 0,
      transactionPort: 0,
      dedicated: { host: '127.0.0.1', firstPort: 0 },
      certificate: null,
      folder: join(platform.ground.home, 'pooler'),
    },
    projects: directory,
  })
  ref = await platform.project('Ruled')
  neighbour = await platform.project('Neighbour')
})
afterAll(async () => {
  await pooler[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const at = (end: string) => (): string => `/platform/projects/${ref}/${end}`
const modes = ['session', 'transaction'] as const
const target = (mode: (typeof modes)[number], more: pg.ClientConfig = {}, which = ref): pg.ClientConfig => ({
  ...pooler[mode],
  user: `postgres.${which}`,
  password: 'a-database-password',
  database: 'postgres',
  ...more,
})
const one = async (client: pg.Client, text: string): Promise<unknown> =>
  Object.values((await client.query<Record<string, unknown>>(text)).rows[0]!)[0]
const ask = (config: pg.ClientConfig, text = 'select 1') => connected(config, (client) => one(client, text))

describe('encryption', () => {
  const path = at('ssl-enforcement')
  const enforce = async (is_enforced: boolean) => (await platform.ask('owner', 'PUT', path(), { is_enforced })).json as TlsEnforcement
  const tls = () => ({ ssl: { ca: pooler.certificate } })

  test.for([
    { promise: 'a stranger sees nothing of it', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
    { promise: 'a developer does not change it', as: 'developer', method: 'PUT', path, body: { is_enforced: true }, expect: 403, code: 'forbidden' },
    { promise: 'it is on or off', as: 'owner', method: 'PUT', path, body: { is_enforced: 'yes' }, expect: 400, code: 'invalid_input' },
  ] satisfies Scenario<Person>[])('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('at first it is the client’s choice, and the certificate says for what it is good', async () => {
    const { is_enforced, certificate } = (await platform.ask('read-only', 'GET', path())).json as TlsEnforcement
    expect(is_enforced).toBe(false)
    expect(certificate).toMatchObject({ pem: pooler.certificate, is_root: true, issuer: 'Colonnade' })
    expect(certificate!.names).toEqual(expect.arrayContaining(['localhost', '127.0.0.1']))
    expect(certificate!.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    for (const mode of modes) expect(await ask(target(mode))).toBe(1)
  })

  test('enforced, plain connections are refused before any password, in both modes, and told what to do', async () => {
    expect(await enforce(true)).toMatchObject({ is_enforced: true })
    for (const mode of modes) {
      for (const password of ['a-database-password', 'wrong']) {
        const refused = await ask(target(mode, { password })).catch(({ code, message, hint }: pg.DatabaseError) => ({ code, message, hint }))
        expect(refused).toEqual({
          code: '28000',
          message: `project ${ref} requires an encrypted connection`,
          hint: expect.stringContaining('sslmode=require') as string,
        })
      }
      expect(await ask(target(mode, tls()))).toBe(1)
      expect(await ask(target(mode, {}, neighbour))).toBe(1)
    }
  })

  test('the dedicated pooler refuses them as well, and connection strings ask for encryption', async () => {
    await platform.ctx.database.run(sql`update organizations set plan = 'pro' where slug = 'acme'`)
    await platform.ask('owner', 'PUT', at('billing/addons')(), { type: 'ipv4', variant: 'ipv4_default' })
    const own = (await platform.ask('owner', 'GET', at('config/pgbouncer')())).json as {
      db_port: number
      session_port: number
      connection_string: string
    }
    for (const port of [own.db_port, own.session_port]) {
      await expect(ask(target('session', { port, user: 'postgres' }))).rejects.toMatchObject({ code: '28000' })
      expect(await ask(target('session', { port, user: 'postgres', ...tls() }))).toBe(1)
    }
    expect(own.connection_string).toMatch(/\?sslmode=require$/)
    const shared = (await platform.ask('owner', 'GET', at('config/supavisor')())).json as SupavisorConfig[]
    expect(shared.map(({ is_tls_required, connection_string }) => [is_tls_required, connection_string.endsWith('?sslmode=require')])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  test('who is refused wakes nobody, and what is open stays', async () => {
    await enforce(false)
    const { refused } = pooler.statisticsOf(ref)
    await connected(target('session'), async (client) => {
      await enforce(true)
      expect(await one(client, 'select 1')).toBe(1)
    })
    const rest = () => platform.ask('owner', 'POST', at('sleep')())
    // connections that transactions share are kept for a while
    await platform.ask('owner', 'POST', at('restart')())
    await platform.ctx.parts.reconciler.idle(ref)
    await expect.poll(async () => (await rest()).json).toMatchObject({ sleep: 'asleep' })
    await expect(ask(target('session'))).rejects.toMatchObject({ code: '28000' })
    expect(pooler.statisticsOf(ref).refused).toBe(refused + 1)
    expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
    expect(await ask(target('session', tls()))).toBe(1)
    await enforce(false)
    expect(await ask(target('session'))).toBe(1)
    const audited = await platform.ctx.database.rows(
      sql`select details from audit_log where event = 'project.tls_enforcement_changed' and project_ref = ${ref} order by id limit 2`,
    )
    expect(audited).toEqual([{ details: { is_enforced: true } }, { details: { is_enforced: false } }])
  })
})

describe('limits', () => {
  const path = at('connection-limits')
  const choose = async (body: object) => (await platform.ask('owner', 'PATCH', path(), body)).json as ConnectionLimits
  const patch = (body: object): Omit<Scenario<Person>, 'promise'> => ({
    as: 'owner',
    method: 'PATCH',
    path,
    body,
    expect: 400,
    code: 'invalid_input',
  })

  test.for([
    { promise: 'a stranger sees none', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
    { promise: 'a developer changes none', as: 'developer', method: 'PATCH', path, body: { pool_size: 5 }, expect: 403, code: 'forbidden' },
    { promise: 'sessions must be left', ...patch({ pool_size: 30 }) },
    { promise: 'there must be a connection to share', ...patch({ pool_size: 0 }) },
    { promise: 'a size has so many clients and no more', ...patch({ max_clients: 2_001 }) },
    { promise: 'half a client is none', ...patch({ max_clients: 1.5 }) },
  ] satisfies Scenario<Person>[])('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('hold on the wire: connections that transactions share, their clients, and the sessions that are left', async () => {
    expect(await choose({ pool_size: 1, max_clients: 2 })).toMatchObject({ pool_size: { value: 1, is_chosen: true, default: 16 }, sessions: 29 })
    await connected(target('transaction'), (first) =>
      connected(target('transaction'), async (second) => {
        await first.query('begin')
        let isDone = false
        const waiting = one(second, 'select 1').then((value) => {
          isDone = true
          return value
        })
        await expect.poll(() => pooler.statisticsOf(ref).waiting).toBe(1)
        expect(isDone).toBe(false)
        await expect(ask(target('transaction'))).rejects.toMatchObject({
          code: '53300',
          message: expect.stringContaining('2 transaction-mode clients') as string,
        })
        await first.query('commit')
        expect(await waiting).toBe(1)
      }),
    )
    await expect.poll(() => pooler.statisticsOf(ref).clients).toBe(0)
    expect(await choose({ pool_size: 29 })).toMatchObject({ pool_size: { value: 29 }, max_clients: { value: 2 }, sessions: 1 })
    await connected(target('session'), async () => {
      await expect(ask(target('session'))).rejects.toMatchObject({ code: '53300' })
    })
    expect(await choose({ pool_size: null, max_clients: null })).toMatchObject({
      pool_size: { value: 16, is_chosen: false },
      max_clients: { value: 2_000 },
      sessions: 14,
    })
  })

  test('a larger pool serves those who wait for the smaller one', async () => {
    await choose({ pool_size: 1 })
    await connected(target('transaction'), (first) =>
      connected(target('transaction'), async (second) => {
        await first.query('begin')
        const waiting = one(second, 'select 2')
        await expect.poll(() => pooler.statisticsOf(ref).waiting).toBe(1)
        await choose({ pool_size: 5 })
        // the next client brings the news
        expect(await ask(target('transaction'))).toBe(1)
        expect(await waiting).toBe(2)
        await first.query('rollback')
      }),
    )
    await choose({ pool_size: null })
  })
})

describe('timeouts', () => {
  const path = at('connection-limits/timeouts')
  const choose = async (body: object) => (await platform.ask('owner', 'PATCH', path(), body)).json as ConnectionTimeouts
  const patch = (body: object): Omit<Scenario<Person>, 'promise'> => ({
    as: 'owner',
    method: 'PATCH',
    path,
    body,
    expect: 400,
    code: 'invalid_input',
  })

  test.for([
    { promise: 'a developer changes none', as: 'developer', method: 'PATCH', path, body: { statement_timeout: 0 }, expect: 403, code: 'forbidden' },
    { promise: 'one that would end everything is refused', ...patch({ statement_timeout: 10 }) },
    { promise: 'and one of days', ...patch({ idle_in_transaction_session_timeout: 90_000_000 }) },
    { promise: 'and one below none', ...patch({ statement_timeout: -1 }) },
  ] satisfies Scenario<Person>[])('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('are those of the database, which ends what takes longer, and roles have their own', async () => {
    const before = (await platform.ask('read-only', 'GET', path())).json as ConnectionTimeouts
    expect(before.database).toEqual({ statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
    expect(before.roles).toEqual([
      { role: 'anon', name: 'statement_timeout', value: 3_000 },
      { role: 'authenticated', name: 'statement_timeout', value: 8_000 },
      { role: 'authenticator', name: 'statement_timeout', value: 8_000 },
    ])
    // one that transactions share is there, and another is in use
    await connected(target('transaction'), async (client) => {
      await client.query('begin')
      expect(await one(client, 'show statement_timeout')).toBe('0')
      expect(await ask(target('transaction'))).toBe(1)
      expect(await choose({ statement_timeout: 1_000 })).toMatchObject({ database: { statement_timeout: 1_000 } })
      expect(await ask(target('transaction'), 'show statement_timeout')).toBe('1s')
      await client.query('commit')
      expect(await one(client, 'show statement_timeout')).toBe('1s')
    })
    expect(await ask(target('session'), 'show statement_timeout')).toBe('1s')
    await expect(ask(target('session'), 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
    expect(await choose({ statement_timeout: 0, idle_in_transaction_session_timeout: 60_000 })).toMatchObject({
      database: { statement_timeout: 0, idle_in_transaction_session_timeout: 60_000 },
    })
    expect(await ask(target('session'), 'show idle_in_transaction_session_timeout')).toBe('1min')
  })

  test('an owner’s own way of writing one is understood', async () => {
    await connected(target('session'), (client) => client.query("alter role postgres in database postgres set statement_timeout = '5min'"))
    const { roles } = (await platform.ask('read-only', 'GET', path())).json as ConnectionTimeouts
    expect(roles).toContainEqual({ role: 'postgres', name: 'statement_timeout', value: 300_000 })
  })
})
