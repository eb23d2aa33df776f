import type { PgbouncerConfig } from '@colonnade/contracts/connections/dedicated-poolers'
import type { AddonReport } from '@colonnade/contracts/projects/addons'
import { createProjectDirectory, type PoolerAddress } from '@colonnade/platform'
import type { ProjectDirectory } from '@colonnade/projects'
import { openTestPlatform, type Person, type TestPlatform } from '@colonnade/platform/testing'
import { openPooler, type Pooler } from '@colonnade/pooler'
import { sql } from '@colonnade/sql'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poolerAddressOf } from './pooler-address.ts'

let platform: TestPlatform
let directory: ProjectDirectory & AsyncDisposable
let pooler: Pooler
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ pooler: (): PoolerAddress => poolerAddressOf(pooler) })
  directory = createProjectDirectory(platform.ctx)
  pooler = await listen()
  ref = await platform.project('Reached')
})
afterAll(async () => {
  await pooler[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

function listen(ipv4: string | null = '127.0.0.1'): Promise<Pooler> {
  const ways = { host: '127.0.0.1', sessionPort: 0, transactionPort: 0, dedicated: { host: ipv4, firstPort: 0 } }
  return openPooler({ config: { ...ways, certificate: null, folder: join(platform.ground.home, 'pooler') }, projects: directory })
}

/** As when the platform is stopped and started again; meanwhile something else may happen. */
async function startAgain(meanwhile: () => Promise<void> = async () => {}, ipv4?: string | null): Promise<void> {
  await pooler[Symbol.asyncDispose]()
  await meanwhile()
  pooler = await listen(ipv4)
  await platform.ctx.parts.dedicatedPoolers.start()
}

const choose = (variant: string | null, as: Person = 'owner', which = ref) =>
  platform.ask(as, 'PUT', `/platform/projects/${which}/billing/addons`, { type: 'ipv4', variant })
const configPath = (): string => `/platform/projects/${ref}/config/pgbouncer`
const config = async () => (await platform.ask('read-only', 'GET', configPath())).json as PgbouncerConfig
const setMode = (pool_mode: string, as: Person = 'owner') => platform.ask(as, 'PATCH', configPath(), { pool_mode })
const plan = (id: string) => platform.ctx.database.run(sql`update organizations set plan = ${id} where slug = 'acme'`)

/** Who one is there, by node-postgres. */
async function whoAt(port: number, more: pg.ClientConfig = {}): Promise<string> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'a-database-password', database: 'postgres', ...more })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ who: string }>('select current_user::text as who')).rows[0]!.who
  } finally {
    await client.end()
  }
}
const noOne = { code: 'ECONNREFUSED' }

test('the free plan has none, and is told why', async () => {
  expect(await choose('ipv4_default')).toMatchObject({
    status: 409,
    json: { code: 'addon_not_available', message: 'The Free plan uses the shared pooler. Upgrade to a paid plan for a dedicated pooler.' },
  })
  expect(await config()).toMatchObject({ pgbouncer_enabled: false, state: null })
  expect(await setMode('session')).toMatchObject({ status: 409, json: { code: 'addon_not_available' } })
})

test('on a paid plan the project gets ports of its own, where a role is enough, and only from those who may', async () => {
  await plan('pro')
  expect((await choose('ipv4_default', 'developer')).status).toBe(403)
  expect((await choose('ipv4_default', 'outsider')).status).toBe(404)
  expect((await choose('ipv4_large')).status).toBe(400)
  const { json } = await choose('ipv4_default')
  expect((json as AddonReport).selected_addons).toEqual([
    { type: 'ipv4', variant: { identifier: 'ipv4_default', name: 'Dedicated pooler' }, state: 'READY', problem: null },
  ])
  const told = await config()
  expect(told).toMatchObject({ pgbouncer_enabled: true, state: 'ON', pool_mode: 'transaction', db_host: '127.0.0.1', db_user: 'postgres' })
  expect(told.connection_string).toBe(`postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:${told.db_port}/postgres`)
  expect(await whoAt(told.db_port!)).toBe('postgres')
  expect(await whoAt(told.session_port!, { ssl: { ca: pooler.certificate } })).toBe('postgres')
  expect(await whoAt(told.db_port!, { user: `postgres.${ref}` })).toBe('postgres')
  await expect(whoAt(told.db_port!, { user: 'postgres.abcdefghijklmnopqrst' })).rejects.toMatchObject({ code: '28000' })
  // the ports of all projects still lead there
  expect(await whoAt(pooler.transaction.port, { user: `postgres.${ref}` })).toBe('postgres')
  const audited = await platform.ctx.database.rows(sql`select details from audit_log where event = 'project.addon_changed' and project_ref = ${ref}`)
  expect(audited).toEqual([{ details: { type: 'ipv4', variant: 'ipv4_default' } }])
})

test('chosen twice it is the same one', async () => {
  const before = await config()
  expect((await choose('ipv4_default')).status).toBe(200)
  expect(await config()).toEqual(before)
})

test('in pool mode session there are sessions alone', async () => {
  const { db_port, session_port } = await config()
  expect((await setMode('session', 'developer')).status).toBe(403)
  expect((await setMode('statement')).status).toBe(400)
  expect((await setMode('session')).json).toMatchObject({ pool_mode: 'session', db_port: session_port, session_port })
  expect(await whoAt(session_port!)).toBe('postgres')
  await expect(whoAt(db_port!)).rejects.toMatchObject(noOne)
  expect((await setMode('transaction')).json).toMatchObject({ pool_mode: 'transaction', db_port, session_port })
  expect(await whoAt(db_port!)).toBe('postgres')
})

test('it is at the same ports when the platform starts again, and at free ones where somebody else took them', async () => {
  const before = await config()
  await startAgain()
  expect(await config()).toEqual(before)
  expect(await whoAt(before.db_port!)).toBe('postgres')
  const stranger = createServer()
  try {
    await startAgain(async () => {
      stranger.listen(before.session_port!, '127.0.0.1')
      await once(stranger, 'listening')
    })
    const after = await config()
    expect(after).toMatchObject({ state: 'ON', db_port: before.db_port })
    expect(after.session_port).not.toBe(before.session_port)
    expect(await whoAt(after.session_port!)).toBe('postgres')
  } finally {
    stranger.close()
  }
})

test('where its ports can not be had, it says why, members are told once, and it listens when they can', async () => {
  const before = await config()
  await startAgain(undefined, null)
  expect(await config()).toMatchObject({
    pgbouncer_enabled: false,
    state: 'FAILED',
    problem: expect.stringContaining('COLONNADE_IPV4_HOST') as string,
  })
  const { json } = await platform.ask('read-only', 'GET', `/platform/projects/${ref}/billing/addons`)
  expect(json).toMatchObject({ selected_addons: [{ type: 'ipv4', state: 'FAILING', problem: expect.any(String) as string }] })
  await platform.ctx.parts.dedicatedPoolers.round()
  await platform.ctx.parts.dedicatedPoolers.idle(ref)
  const told = () =>
    platform.ctx.database.rows(sql`select title from notifications where user_id = ${platform.userId('owner')} and title like '%pooler%'`)
  expect(await told()).toEqual([{ title: 'The dedicated pooler of Reached isn’t running' }])
  await startAgain()
  expect(await config()).toEqual(before)
  expect(await whoAt(before.db_port!)).toBe('postgres')
})

test('with the add-on its ports go', async () => {
  const { db_port, session_port } = await config()
  await choose(null)
  await platform.ctx.parts.dedicatedPoolers.idle(ref)
  expect(await config()).toMatchObject({ pgbouncer_enabled: false, state: null, db_port: null })
  for (const port of [db_port, session_port]) await expect(whoAt(port!)).rejects.toMatchObject(noOne)
})

test('and so they do with the project', async () => {
  const gone = await platform.project('Gone')
  await choose('ipv4_default', 'owner', gone)
  const { json } = await platform.ask('owner', 'GET', `/platform/projects/${gone}/config/pgbouncer`)
  const { db_port } = json as PgbouncerConfig
  expect(await whoAt(db_port!)).toBe('postgres')
  await platform.ask('owner', 'DELETE', `/platform/projects/${gone}`)
  await platform.ctx.parts.dedicatedPoolers.idle(gone)
  await expect(whoAt(db_port!)).rejects.toMatchObject(noOne)
  expect(await platform.ctx.database.rows(sql`select from dedicated_poolers`)).toEqual([])
})
