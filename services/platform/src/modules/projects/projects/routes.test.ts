import { execFileSync } from 'node:child_process'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project, ProjectEvent } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Main')
})
afterAll(() => platform[Symbol.asyncDispose]())

const get = async (which = ref): Promise<Project> => (await platform.ask('owner', 'GET', `/platform/projects/${which}`)).json as Project
const post = async (action: string, body?: unknown) => {
  const reply = await platform.ask('owner', 'POST', `/platform/projects/${ref}/${action}`, body)
  await platform.ctx.parts.reconciler.idle(ref)
  return reply
}
const connect = async (password: string): Promise<pg.Client> => {
  const { db_host, db_port } = await get()
  const client = new pg.Client({ host: db_host!, port: db_port!, user: 'postgres', database: 'postgres', password })
  await client.connect()
  return client
}

const create = (promise: string, body: object, rest: Pick<Scenario<Person>, 'expect' | 'code' | 'check'>): Scenario<Person> => ({
  promise,
  as: 'owner',
  method: 'POST',
  path: '/platform/projects',
  body: { organization_slug: 'acme', ...body },
  ...rest,
})

const refusals: readonly Scenario<Person>[] = [
  create('a name that is taken is refused, whatever its case', { name: 'main' }, { expect: 409, code: 'project_name_taken' }),
  create('a short password is refused', { name: 'x', db_pass: 'short' }, { expect: 400, code: 'invalid_input' }),
  create('a password that is tried first is refused', { name: 'x', db_pass: 'passwordpassword' }, { expect: 400, code: 'invalid_input' }),
  create('a password that everybody uses is refused', { name: 'x', db_pass: 'Football123' }, { expect: 400, code: 'invalid_input' }),
  create('its name is no password', { name: 'Harbour', db_pass: 'harbour-2026' }, { expect: 400, code: 'invalid_input' }),
  create('a password that drivers would fold is refused', { name: 'x', db_pass: 'pässwörter' }, { expect: 400, code: 'invalid_input' }),
  create('an unknown region is refused', { name: 'x', region: 'moon-1' }, { expect: 400, code: 'invalid_input' }),
  create('an unknown size is refused', { name: 'x', compute: 'gigantic' }, { expect: 400, code: 'invalid_input' }),
  create(
    'a version of Postgres that is not here is refused, and those that are are named',
    { name: 'x', postgres_version: '12' },
    {
      expect: 409,
      code: 'postgres_version_not_available',
      check: (reply) => expect(reply).toMatchObject({ message: expect.stringContaining('18 or 17') as string, details: { available: ['18', '17'] } }),
    },
  ),
  create('an unknown organization does not exist', { name: 'x', organization_slug: 'nowhere' }, { expect: 404, code: 'organization_not_found' }),
  {
    promise: 'a running project has nothing to restore',
    as: 'owner',
    method: 'POST',
    path: () => `/platform/projects/${ref}/restore`,
    expect: 409,
    code: 'project_busy',
  },
]

describe('projects', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('a new one comes up, tells its steps and takes the password that was given', async () => {
    expect(await get()).toMatchObject({ status: 'ACTIVE_HEALTHY', db_host: '127.0.0.1', db_version: expect.stringMatching(/^18\./), problem: null })
    const events: ProjectEvent[] = []
    const stream = await platform.follow('owner', `/platform/projects/${ref}/events`)
    while (events.at(-1)?.status !== 'ACTIVE_HEALTHY') events.push((await stream.next()) as ProjectEvent)
    await stream.close()
    const done = events.filter(({ state }) => state === 'done').map(({ step }) => step)
    expect(done).toEqual(['claim', 'start', 'bootstrap', 'password', 'verify'])
    const client = await connect('a-database-password')
    expect((await client.query('select current_user, version()')).rows[0]).toMatchObject({ current_user: 'postgres' })
    await client.end()
  })

  test('who is no member any more is told nothing more', async () => {
    const { database } = platform.ctx
    const membership = sql`user_id = ${platform.userId('developer')} and organization_id = (select id from organizations where slug = 'acme')`
    const stream = await platform.follow('developer', `/platform/projects/${ref}/events`)
    await stream.next()
    await database.run(sql`delete from members where ${membership}`)
    await database.run(sql`insert into project_events (ref, kind, status) values (${ref}, 'status', 'ACTIVE_HEALTHY')`)
    let event = await stream.next()
    for (let count = 0; event !== null && count < 1_000; count += 1) event = await stream.next()
    expect(event).toBeNull()
    await database.run(sql`
      insert into members (organization_id, user_id, role)
      select id, ${platform.userId('developer')}, 'developer' from organizations where slug = 'acme'`)
  })

  test('a wrong password opens nothing', async () => {
    await expect(connect('not-the-password')).rejects.toMatchObject({ code: '28P01' })
  })

  test('a generated password is shown once and works; what is stored is no password', async () => {
    const reply = (await post('database/password', {})).json as { db_pass: string }
    const client = await connect(reply.db_pass)
    await client.end()
    await expect(connect('a-database-password')).rejects.toMatchObject({ code: '28P01' })
    const row = await platform.ctx.database.first<{ row: string }>(sql`select projects::text as row from projects where ref = ${ref}`)
    expect(row!.row).not.toContain(reply.db_pass)
    expect(row!.row).toContain('SCRAM-SHA-256')
  })

  test('its ref is no password, nor its name with a year, nor a well-known or a short one, all told in one way', async () => {
    for (const db_pass of [ref, 'Main2026!', 'Football123', 'short']) {
      expect(await post('database/password', { db_pass })).toMatchObject({
        status: 400,
        // as the contract says it of one that is too short
        json: { code: 'invalid_input', message: expect.stringMatching(/^db_pass: /) as string, details: { issues: [{ path: ['body', 'db_pass'] }] } },
      })
    }
  })

  test('members are told when it is ready, but the one who created it and saw that', async () => {
    const own = await platform.ask('owner', 'GET', `/platform/notifications?project_ref=${ref}`, undefined, { version: '2' })
    expect(own.json).toMatchObject({ items: [] })
    const inbox = await platform.ask('read-only', 'GET', `/platform/notifications?project_ref=${ref}`, undefined, { version: '2' })
    expect(inbox.json).toMatchObject({ items: [{ priority: 'Info', data: { title: 'Main is ready', project_ref: ref, org_slug: 'acme' } }] })
  })

  test('pausing stops it with its data, restoring brings it back', async () => {
    await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'create table kept as select 42 as answer' })
    expect(await post('pause')).toMatchObject({ status: 202, json: { status: 'PAUSING' } })
    expect((await get()).status).toBe('INACTIVE')
    const inbox = await platform.ask('read-only', 'GET', `/platform/notifications?project_ref=${ref}&limit=1`, undefined, { version: '2' })
    expect(inbox.json).toMatchObject({ items: [{ priority: 'Info', data: { title: 'Main is paused', project_ref: ref } }] })
    const refused = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1' })
    expect(refused).toMatchObject({ status: 409, json: { code: 'project_not_active' } })
    expect(await post('restore')).toMatchObject({ status: 202, json: { status: 'RESTORING' } })
    expect((await get()).status).toBe('ACTIVE_HEALTHY')
    const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select answer from kept' })
    expect(reply.json).toMatchObject({ results: [{ rows: [['42']] }] })
  })

  test('a restart and another size take effect', async () => {
    const limit = async () =>
      (
        (await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'show max_connections' })).json as {
          results: { rows: string[][] }[]
        }
      ).results[0]!.rows[0]![0]
    const before = await limit()
    await post('restart')
    expect((await get()).status).toBe('ACTIVE_HEALTHY')
    await post('resize', { compute: 'micro' })
    expect(await get()).toMatchObject({ status: 'ACTIVE_HEALTHY', compute: 'micro' })
    expect(Number(await limit())).toBeGreaterThan(Number(before))
  })

  test('its databases and its activity are those of the running cluster', async () => {
    const { db_port } = await get()
    const databases = await platform.ask('owner', 'GET', `/platform/projects/${ref}/databases`)
    expect(databases.json).toEqual([
      {
        identifier: ref,
        database_type: 'PRIMARY',
        region: 'local',
        status: 'ACTIVE_HEALTHY',
        inserted_at: (await get()).inserted_at,
        db_host: '127.0.0.1',
        db_port,
        db_name: 'postgres',
        db_user: 'postgres',
        connection_string: `postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:${db_port}/postgres`,
        pool_mode: null,
      },
    ])
    const activity = await platform.ask('owner', 'GET', `/platform/projects/${ref}/activity`)
    expect(activity.json).toMatchObject({ tables: 1, active_queries: 0, max_connections: expect.any(Number) })
  })

  test('a killed server comes back, and the members are told', async () => {
    const lost = new Promise<void>((resolve) => {
      const stop = platform.ctx.clusters.watch(({ ref: which, state }) => {
        if (which !== ref || state !== 'running') return
        stop()
        resolve()
      })
    })
    const pidReply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, {
      query: "select pg_backend_pid(), current_setting('unix_socket_directories')",
    })
    const [pid] = (pidReply.json as { results: { rows: string[][] }[] }).results[0]!.rows[0]!
    process.kill(parentOf(Number(pid)), 'SIGKILL')
    await lost
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await get()).status).toBe('ACTIVE_HEALTHY')
  })

  test('one that is long in coming up is deleted at once', async () => {
    const slow = await platform.project('Slow')
    const admin = new pg.Client({ ...(await platform.ctx.clusters.endpoint(slow)), user: 'supabase_admin', database: 'postgres' })
    await admin.connect()
    const [row] = (await admin.query<{ data: string }>("select current_setting('data_directory') as data")).rows
    await admin.end()
    await platform.ask('owner', 'POST', `/platform/projects/${slow}/pause`)
    await platform.ctx.parts.reconciler.idle(slow)
    // recovery waits for WAL that takes its time to come out of the archive
    await appendFile(join(row!.data, 'postgresql.auto.conf'), "restore_command = 'sleep 600'\n")
    await writeFile(join(row!.data, 'recovery.signal'), '')
    await platform.ask('owner', 'POST', `/platform/projects/${slow}/restore`)
    await expect.poll(async () => (await platform.ctx.clusters.status(slow)).state).toBe('starting')
    expect(await platform.ask('owner', 'DELETE', `/platform/projects/${slow}`)).toMatchObject({ status: 202, json: { status: 'GOING_DOWN' } })
    await platform.ctx.parts.reconciler.idle(slow)
    expect((await platform.ask('owner', 'GET', `/platform/projects/${slow}`)).status).toBe(404)
    expect(await platform.ctx.clusters.machine.list()).not.toContain(slow)
  })

  test('deleting leaves nothing behind', async () => {
    const reply = await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)
    expect(reply).toMatchObject({ status: 202, json: { status: 'GOING_DOWN' } })
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).status).toBe(404)
    expect(await platform.ctx.clusters.machine.list()).not.toContain(ref)
    expect((await platform.ask('owner', 'POST', '/platform/projects', { organization_slug: 'acme', name: 'Main' })).status).toBe(201)
  })
})

function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
}
