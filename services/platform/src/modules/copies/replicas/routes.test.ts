import { type Replica, type ReplicaLag, replicaSteps } from '@colonnade/contracts/copies/replicas'
import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'
import { runSql } from '../../data/sql-runs/testing.ts'
import { lookBehind } from './look-behind.ts'
import { messages as sleepText } from '../../projects/sleeps/messages.ts'

let platform: TestPlatform
let ref: string
let identifier: string
/** Done once, when the next copy has been made. */
let afterCopy: (() => Promise<void>) | undefined

beforeAll(async () => {
  platform = await openTestPlatform({
    async failpoint(name) {
      if (name !== 'replicas.copy.after') return
      const work = afterCopy
      afterCopy = undefined
      await work?.()
    },
  })
  ref = await platform.project('Main')
  await query('create table people as select generate_series(1, 100) as id')
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '') => `/platform/projects/${ref}/replicas${rest}`
const query = async (text: string, more: object = {}) => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: text, ...more })
  return reply.json as { readonly code?: string; readonly results?: readonly { readonly rows: readonly (string | null)[][] }[] }
}
const rowsOf = async (text: string, database: string) => (await query(text, { database })).results?.[0]?.rows[0]?.[0]
const find = async (which = identifier): Promise<Replica | undefined> =>
  ((await platform.ask('owner', 'GET', at())).json as Replica[]).find((replica) => replica.identifier === which)
const create = async (body: object = {}): Promise<Replica> => (await platform.ask('owner', 'POST', at(), body)).json as Replica
/** Waits until a replica is in a status, by its events. */
async function until(which: string, status: Replica['status'] | 'gone'): Promise<void> {
  const stream = await platform.follow('owner', at('/events'))
  for (;;) {
    const replicas = (await stream.next()) as Replica[]
    if ((replicas.find((replica) => replica.identifier === which)?.status ?? 'gone') === status) break
  }
  await stream.close()
}

const refusals: readonly Scenario<Person>[] = [
  { promise: 'an unknown region is refused', as: 'owner', method: 'POST', path: at, body: { region: 'moon-1' }, expect: 400, code: 'invalid_input' },
  { promise: 'an unknown size is refused', as: 'owner', method: 'POST', path: at, body: { compute: 'huge' }, expect: 400, code: 'invalid_input' },
  { promise: 'a developer makes none', as: 'developer', method: 'POST', path: at, body: {}, expect: 403, code: 'forbidden' },
  {
    promise: 'one that is not there is not dropped',
    as: 'owner',
    method: 'DELETE',
    path: () => at('/nowhere'),
    expect: 404,
    code: 'database_not_found',
  },
]

describe('read replicas', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('a new one tells the steps of its setup, streams, and is listed among the databases', async () => {
    const made = await create({ region: 'eu-west-1', compute: 'micro' })
    identifier = made.identifier
    expect(made).toMatchObject({
      status: 'INIT_READ_REPLICA',
      region: 'eu-west-1',
      compute: 'micro',
      db_host: null,
      db_port: null,
      connection_string: null,
    })
    expect(identifier).toMatch(new RegExp(`^${ref}-rr-eu-west-1-[a-z]{5}$`))
    await until(identifier, 'ACTIVE_HEALTHY')
    const { steps } = (await find())!
    expect(steps.map(({ step, state }) => [step, state])).toEqual(replicaSteps.map(({ id }) => [id, 'done']))
    const listed = (await platform.ask('read-only', 'GET', `/platform/projects/${ref}/databases`)).json as DatabaseEntry[]
    expect(listed.map(({ database_type, status }) => [database_type, status])).toEqual([
      ['PRIMARY', 'ACTIVE_HEALTHY'],
      ['READ_REPLICA', 'ACTIVE_HEALTHY'],
    ])
    const lag = (await platform.ask('owner', 'GET', at('/lag'))).json as ReplicaLag[]
    expect(lag).toEqual([{ identifier, bytes: expect.any(Number) as number, milliseconds: lag[0]!.milliseconds }])
    // what streams is in use
    expect(await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)).toMatchObject({
      status: 409,
      json: { code: 'project_busy', message: sleepText.replicas },
    })
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}/sleeps`)).json).toMatchObject({ kept_awake_by: 'replicas' })
  })

  test('it is asked by its identifier, and with the password of the project from outside; nothing is changed there', async () => {
    await query('insert into people values (101)')
    await expect.poll(() => rowsOf('select count(*) from people', identifier)).toBe('101')
    expect(await rowsOf('select pg_is_in_recovery()', identifier)).toBe('t')
    expect(await query('insert into people values (102)', { database: identifier })).toMatchObject({ code: 'read_only' })
    expect(await query('select 1', { database: 'nowhere' })).toMatchObject({ code: 'database_not_found' })
    const { db_host: host, db_port: port } = (await find())!
    const client = new pg.Client({ host: host!, port: port!, user: 'postgres', database: 'postgres', password: 'a-database-password' })
    await client.connect()
    expect((await client.query('select count(*)::int as people from people')).rows).toEqual([{ people: 101 }])
    await client.end()
  })

  test('a run, one in a session too, and a file of rows are of the replica when it is named', async () => {
    const body = { query: 'select pg_is_in_recovery()', database: identifier, row_limit: null }
    expect((await runSql(platform, ref, 'owner', body)).rows).toEqual([['t']])
    expect((await runSql(platform, ref, 'owner', { ...body, session: { id: crypto.randomUUID(), is_continued: false } })).rows).toEqual([['t']])
    expect((await runSql(platform, ref, 'owner', { ...body, database: ref })).rows).toEqual([['f']])
    const change = await runSql(platform, ref, 'owner', { ...body, query: 'insert into people values (102)' })
    expect(change.events).toContainEqual(
      expect.objectContaining({ type: 'failed', error: expect.objectContaining({ code: 'read_only' }) as unknown }),
    )
    const asked = { query: body.query, database: identifier, format: 'csv', file_name: 'which' }
    const file = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/exports`, asked)
    const { bytes } = await platform.ask('owner', 'GET', (file.json as { url: string }).url)
    expect(Buffer.from(bytes).toString()).toContain('t\n')
  })

  test('it stops with its project, and comes up with it', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    await until(identifier, 'INACTIVE')
    // its primary may take longer to stop
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await platform.ask('owner', 'POST', `/platform/projects/${ref}/restore`)).toMatchObject({ status: 202 })
    await until(identifier, 'ACTIVE_HEALTHY')
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await rowsOf('select count(*) from people', identifier)).toBe('101')
  })

  test('one that has lost what it needs says so, and is copied anew when it is restarted', async () => {
    const { database, clusters } = platform.ctx
    const row = await database.first<{ cluster_ref: string }>(sql`select cluster_ref from replicas where identifier = ${identifier}`)
    await clusters.stop(row!.cluster_ref)
    const admin = new pg.Client({ ...(await clusters.endpoint(ref)), user: 'supabase_admin', database: 'postgres' })
    await admin.connect()
    await admin.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots')
    await admin.end()
    platform.ctx.parts.replicas.kick(identifier)
    await platform.ctx.parts.replicas.idle(identifier)
    await query('insert into people values (102)')
    const reply = await platform.ask('owner', 'POST', at(`/${identifier}/restart`))
    expect(reply).toMatchObject({ status: 202, json: { identifier } })
    await platform.ctx.parts.replicas.idle(identifier)
    expect(await find()).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    await expect.poll(() => rowsOf('select count(*) from people', identifier)).toBe('102')
  })

  test('one that has fallen behind what its primary keeps is found and told, although it answers, and is copied anew when it is restarted', async () => {
    const { database, clusters } = platform.ctx
    const row = await database.first<{ cluster_ref: string }>(sql`select cluster_ref from replicas where identifier = ${identifier}`)
    await lookBehind(platform.ctx)
    expect(await find()).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    const admin = new pg.Client({ ...(await clusters.endpoint(ref)), user: 'supabase_admin', database: 'postgres' })
    await admin.connect()
    // who streams stands still, its connection ends, and much is written meanwhile
    const replica = new pg.Client({ ...(await clusters.endpoint(row!.cluster_ref)), user: 'supabase_admin', database: 'postgres' })
    await replica.connect()
    const { pid } = (await replica.query<{ pid: number }>('select pid from pg_stat_wal_receiver')).rows[0]!
    await replica.end()
    process.kill(pid, 'SIGSTOP')
    try {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_replication')
      await admin.query("alter system set max_slot_wal_keep_size = '8MB'")
      await admin.query('select pg_reload_conf()')
      await admin.query("select pg_logical_emit_message(false, '', repeat('x', 1000000)) from generate_series(1, 40)")
      await expect
        .poll(
          async () => {
            await admin.query('checkpoint')
            return (await admin.query("select wal_status from pg_replication_slots where slot_type = 'physical'")).rows
          },
          { timeout: 20_000 },
        )
        .toEqual([{ wal_status: 'lost' }])
    } finally {
      await admin.query('alter system reset max_slot_wal_keep_size')
      await admin.query('select pg_reload_conf()')
      await admin.end()
      process.kill(pid, 'SIGCONT')
    }
    await lookBehind(platform.ctx)
    await platform.ctx.parts.replicas.idle(identifier)
    expect(await find()).toMatchObject({ status: 'UNHEALTHY', problem: { message: messages.tooFarBehind } })
    await query('insert into people values (103)')
    await platform.ask('owner', 'POST', at(`/${identifier}/restart`))
    await platform.ctx.parts.replicas.idle(identifier)
    expect(await find()).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    await expect.poll(() => rowsOf('select count(*) from people', identifier)).toBe('103')
  })

  test('one that waits in vain for what its primary has dropped meanwhile says so, and is copied anew when it is restarted', async () => {
    const { clusters } = platform.ctx
    afterCopy = async () => {
      const admin = new pg.Client({ ...(await clusters.endpoint(ref)), user: 'supabase_admin', database: 'postgres' })
      await admin.connect()
      await admin.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active')
      for (let time = 0; time < 3; time += 1) await admin.query("select pg_logical_emit_message(true, 'x', 'y'), pg_switch_wal(); checkpoint")
      await admin.end()
    }
    const { identifier: waiting } = await create()
    await until(waiting, 'INIT_READ_REPLICA_FAILED')
    const failed = (await find(waiting))!
    expect(failed.problem?.message).toBe(messages.tooFarBehind)
    expect(failed.steps.find(({ state }) => state === 'failed')).toMatchObject({ step: 'replayed_wal_archives', message: failed.problem?.message })
    await platform.ask('owner', 'POST', at(`/${waiting}/restart`))
    await until(waiting, 'ACTIVE_HEALTHY')
    await platform.ask('owner', 'DELETE', at(`/${waiting}`))
    await until(waiting, 'gone')
  })

  test('none is made while something is being restored in the place of what it would follow', async () => {
    const { database } = platform.ctx
    await database.run(sql`insert into restores (project_ref, restored_to, target_ref) values (${ref}, now(), ${ref})`)
    expect(await platform.ask('owner', 'POST', at(), {})).toMatchObject({
      status: 409,
      json: { code: 'project_busy', message: messages.restoring },
    })
    await database.run(sql`delete from restores where project_ref = ${ref}`)
  })

  test('a project has three at most, also when they are asked for at once', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => platform.ask('owner', 'POST', at(), {})))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'too_many_replicas' })
    const made = replies.flatMap(({ status, json }) => (status === 201 ? [(json as Replica).identifier] : []))
    for (const which of made) await until(which, 'ACTIVE_HEALTHY')
    // dropped, nothing of them is left on the primary
    for (const which of made) await platform.ask('owner', 'DELETE', at(`/${which}`))
    for (const which of made) await until(which, 'gone')
    expect((await query("select count(*) from pg_replication_slots where slot_type = 'physical'")).results![0]!.rows).toEqual([['1']])
  })

  test('they go with their project', async () => {
    const { database, clusters } = platform.ctx
    const row = await database.first<{ cluster_ref: string }>(sql`select cluster_ref from replicas where identifier = ${identifier}`)
    await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)
    await platform.ctx.parts.reconciler.idle(ref)
    await expect.poll(() => database.first(sql`select from replicas where identifier = ${identifier}`)).toBeUndefined()
    expect((await clusters.status(row!.cluster_ref)).state).toBe('absent')
  })
})
