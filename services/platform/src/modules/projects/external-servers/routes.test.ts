import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { logins } from '@colonnade/clusters'
import type { ExternalServerReport } from '@colonnade/contracts/projects/external-servers'
import type { Project } from '@colonnade/contracts/projects/projects'
import { newRef, systemRandom } from '@colonnade/core'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'

/** A server that the platform knows nothing of, with a database and a user of its own. */
const foreign = newRef(systemRandom)
let platform: TestPlatform
let server: { host: string; port: number; database: string; user: string; password: string; tls: 'disable' }
let ref: string

const onForeign = async <T>(work: (client: Queryable) => Promise<T>, database = 'postgres'): Promise<T> =>
  withClient({ ...(await platform.ground.clusters.endpoint(foreign)), ...logins.administrator, database }, work)

beforeAll(async () => {
  platform = await openTestPlatform()
  const { clusters } = platform.ground
  await clusters.ensure(foreign, { compute: 'nano', version: '17' })
  await clusters.start(foreign)
  await onForeign(async (client) => {
    await client.run(sql`create role shop login password 'shop-password'`)
    await client.run(sql`create role stranger login password 'stranger-password'`)
  })
  await onForeign((client) => client.run(sql`create database shop owner shop`))
  await onForeign(async (client) => {
    await client.run(sql`create table public.orders (id int primary key, total numeric)`)
    await client.run(sql`insert into public.orders values (1, 9.5)`)
    await client.run(sql`alter table public.orders owner to shop`)
    await client.run(sql`revoke all on schema public from public`)
    await client.run(sql`grant all on schema public to shop`)
  }, 'shop')
  const { port } = (await clusters.status(foreign)).address!
  server = { host: '127.0.0.1', port, database: 'shop', user: 'shop', password: 'shop-password', tls: 'disable' }
}, 120_000)

afterAll(() => platform[Symbol.asyncDispose]())

const tryIt = (changes: Partial<Record<keyof typeof server, unknown>>, as: 'owner' | 'developer' | 'outsider' = 'owner') =>
  platform.ask(as, 'POST', '/platform/external-projects/test', { organization_slug: 'acme', ...server, ...changes })

/** Something that takes connections and is told what to do with each. */
async function listenWith(answer: (socket: Socket) => void): Promise<{ readonly port: number; readonly listener: Server }> {
  const listener = createServer((socket) => {
    socket.on('error', () => {}).resume()
    answer(socket)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return { port: (listener.address() as AddressInfo).port, listener }
}

describe('a connection test', () => {
  test('says what the server is', async () => {
    const { status, json } = await tryIt({})
    expect(status).toBe(200)
    expect(json as ExternalServerReport).toEqual({
      version: expect.stringMatching(/^17\./),
      user: 'shop',
      is_superuser: false,
      is_read_only: false,
      can_create: true,
    })
  })

  test.each([
    ['password', { password: 'wrong' }],
    ['password', { user: 'nobody' }],
    ['no_database', { database: 'elsewhere' }],
    ['missing_rights', { user: 'stranger', password: 'stranger-password' }],
    ['no_tls', { tls: 'require' }],
    ['not_allowed', { host: '10.0.0.1' }],
    ['not_allowed', { host: '169.254.169.254' }],
    ['not_allowed', { host: '::1' }],
  ])('says clearly that it is %s', async (reason, changes) => {
    const { status, json } = await tryIt(changes)
    expect({ status, ...(json as object) }).toMatchObject({ status: 422, code: 'database_connection_failed', details: { reason } })
  })

  test('says that nothing listens, or something else does', async () => {
    const { port, listener } = await listenWith((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await tryIt({ port })).json).toMatchObject({ details: { reason: 'not_postgres' } })
    listener.close()
    await once(listener, 'close')
    expect((await tryIt({ port })).json).toMatchObject({ details: { reason: 'unreachable' } })
  })

  test('refuses a server that answers without end', async () => {
    const greeting = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
    const { port, listener } = await listenWith((socket) => {
      socket.once('data', () => {
        socket.write(greeting)
        // one row of nearly 2 GB
        socket.once('data', () => socket.write(Buffer.from([68, 127, 255, 255, 255])))
      })
    })
    expect(await tryIt({ port })).toMatchObject({ status: 422, json: { details: { reason: 'not_postgres' } } })
    listener.close()
  })

  test('is for those who may create projects', async () => {
    expect(await tryIt({}, 'developer')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await tryIt({}, 'outsider')).toMatchObject({ status: 404 })
  })
})

describe('a project on it', () => {
  beforeAll(async () => {
    const reply = await platform.ask('owner', 'POST', '/platform/external-projects', { organization_slug: 'acme', name: 'Shop', ...server })
    expect(reply.status).toBe(201)
    ref = (reply.json as Project).ref
    await platform.ctx.parts.reconciler.idle(ref)
  })

  test('is active, and says that it can do no more than work on its database', async () => {
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}`)
    expect(json).toMatchObject({ status: 'ACTIVE_HEALTHY', driver: 'external', capabilities: [], db_host: '127.0.0.1', db_port: server.port })
    expect((json as Project).db_version).toMatch(/^17\./)
  })

  test('keeps its password sealed', async () => {
    const row = await platform.ctx.database.first<{ password: string }>(sql`select password from external_servers where ref = ${ref}`)
    expect(row!.password).toMatch(/^v1\./)
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}/external-server`)
    const { password: _password, ...shown } = server
    expect(json).toEqual(shown)
  })

  test('runs SQL as its user, and leaves nothing of its own behind', async () => {
    const query = (text: string) => platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query`, { query: text })
    expect((await query('select total, current_user as who from orders')).json).toMatchObject({ results: [{ rows: [['9.5', 'shop']] }] })
    expect((await query('insert into orders values (2, 3)')).status).toBe(200)
    const schemas = await onForeign(
      (client) => client.rows<{ nspname: string }>(sql`select nspname from pg_namespace where nspname ~ 'colonnade'`),
      'shop',
    )
    expect(schemas).toEqual([])
  })

  test('lists objects, health, activity and extensions', async () => {
    const get = (path: string) => platform.ask('developer', 'GET', path)
    expect((await get(`/platform/pg-meta/${ref}/tables?included_schemas=public`)).json).toMatchObject([{ name: 'orders' }])
    expect((await get(`/platform/projects/${ref}/health`)).json).toEqual([
      expect.objectContaining({ id: 'database', status: 'HEALTHY' }),
      expect.objectContaining({ id: 'connections', status: 'HEALTHY' }),
    ])
    expect((await get(`/platform/projects/${ref}/activity`)).json).toMatchObject({ tables: 1, disk_bytes: null })
    expect((await get(`/platform/pg-meta/${ref}/loadable-extensions`)).json).toContain('plpgsql')
    expect((await get(`/platform/projects/${ref}/run-lints`)).status).toBe(200)
    expect((await get(`/platform/projects/${ref}/databases`)).json).toMatchObject([{ db_name: 'shop', db_user: 'shop' }])
  })

  test('keeps members from its one user who may not write', async () => {
    const reply = await platform.ask('read-only', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1' })
    expect(reply).toMatchObject({ status: 409, json: { code: 'capability_missing' } })
  })

  test.each([
    ['POST', 'restart', undefined, 'machine'],
    ['POST', 'resize', { compute: 'micro' }, 'machine'],
    ['POST', 'database/password', {}, 'machine'],
    ['POST', 'backups', undefined, 'backups'],
    ['POST', 'branches', { name: 'b' }, 'copies'],
    ['POST', 'replicas', {}, 'replicas'],
    ['POST', 'upgrades', {}, 'upgrades'],
    ['GET', 'disk', undefined, 'machine'],
    ['POST', 'sleep', undefined, 'machine'],
  ])('refuses %s %s, and says why', async (method, path, body, capability) => {
    const reply = await platform.ask('owner', method, `/platform/projects/${ref}/${path}`, body)
    expect(reply).toMatchObject({ status: 409, json: { code: 'capability_missing', details: { capability } } })
    expect((reply.json as { message: string }).message).toContain("Colonnade doesn't run this project's Postgres server")
  })

  test('is neither put to sleep nor backed up', async () => {
    await platform.ctx.parts.sleeper.round()
    await platform.ctx.parts.backups.round()
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}`)
    expect(json).toMatchObject({ status: 'ACTIVE_HEALTHY', sleep: 'awake' })
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}/backups`)).json).toMatchObject({ backups: [] })
  })

  test('is seen to be gone when its server stops, and to be back', async () => {
    const until = (status: string) =>
      expect
        .poll(async () => ((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json as Project).status, { timeout: 20_000 })
        .toBe(status)
    await platform.ground.clusters.stop(foreign)
    await until('UNHEALTHY')
    await platform.ground.clusters.start(foreign)
    await until('ACTIVE_HEALTHY')
  })

  test('connects with another password once that was changed', async () => {
    await onForeign((client) => client.run(sql`alter role shop password 'another-password'`))
    const change = (password: string, as: 'owner' | 'developer' = 'owner') =>
      platform.ask(as, 'PUT', `/platform/projects/${ref}/external-server`, { ...server, password })
    expect(await change('shop-password')).toMatchObject({ status: 422, json: { details: { reason: 'password' } } })
    expect(await change('another-password', 'developer')).toMatchObject({ status: 403 })
    expect(await change('another-password')).toMatchObject({ status: 200 })
    await platform.ctx.parts.reconciler.idle(ref)
    const reply = await platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1 as one' })
    expect(reply.json).toMatchObject({ results: [{ rows: [['1']] }] })
  })

  test('pauses, comes back, and goes without a trace on its server', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json).toMatchObject({ status: 'INACTIVE' })
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/restore`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    expect((await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)).status).toBe(202)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await platform.ctx.database.rows(sql`select from external_servers where ref = ${ref}`)).toEqual([])
    expect(await onForeign((client) => client.rows(sql`select id from public.orders order by id`), 'shop')).toEqual([{ id: 1 }, { id: 2 }])
  })
})
