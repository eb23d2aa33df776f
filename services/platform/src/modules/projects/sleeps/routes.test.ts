import type { Notification } from '@colonnade/contracts/installation/notifications'
import type { Project } from '@colonnade/contracts/projects/projects'
import type { SleepReport } from '@colonnade/contracts/projects/sleeps'
import { manualClock } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createContext } from '../../../platform.ts'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { healthText } from '../project-health/messages.ts'
import { messages as projectText, noticeText } from '../projects/messages.ts'

const minute = 60_000
const clock = manualClock(Date.now())
let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ clock })
  ref = await platform.project('Sleepy')
})
afterAll(() => platform[Symbol.asyncDispose]())
// each test begins with a project that is awake and was just used
beforeEach(async () => void (await query('select 1')))

const at = (end = '') => `/platform/projects/${ref}${end}`
const ask = (method: string, end = '', body?: unknown) => platform.ask('owner', method, at(end), body)
const query = (text: string) => platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: text })
const find = async (): Promise<Project> => (await ask('GET')).json as Project
const report = async (): Promise<SleepReport> => (await ask('GET', '/sleeps')).json as SleepReport
const stateOf = async () => (await platform.ctx.clusters.status(ref)).state
/** Lets time pass, and looks who sleeps. */
const pass = async (minutes: number) => {
  clock.advance(minutes * minute)
  await platform.ctx.parts.sleeper.round()
  await platform.ctx.parts.reconciler.idle(ref)
}
const fallAsleep = async () => {
  expect((await ask('POST', '/sleep')).json).toMatchObject({ sleep: 'asleep', status: 'ACTIVE_HEALTHY' })
}
/** Drivers that connect past the pooler, all at the same moment: this one, when the project is known. */
const connectDirectly = async (count = 1, known?: Project) => {
  const { db_host, db_port } = known ?? (await find())
  const login = { host: db_host!, port: db_port!, user: 'postgres', database: 'postgres', password: 'a-database-password' }
  const clients = Array.from({ length: count }, () => new pg.Client(login))
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

describe('falling asleep', () => {
  test('a free project that nobody uses for a quarter of an hour sleeps: its server has stopped, and it is active', async () => {
    await pass(14)
    expect(await find()).toMatchObject({ sleep: 'awake', status: 'ACTIVE_HEALTHY' })
    await pass(1)
    expect(await find()).toMatchObject({ sleep: 'asleep', status: 'ACTIVE_HEALTHY', problem: null })
    expect(await stateOf()).toBe('stopped')
    const { sleeps, saved, after, after_minutes } = await report()
    expect([after, after_minutes, saved.sleeps]).toEqual(['plan', 15, 1])
    expect(sleeps[0]).toMatchObject({ woken_at: null, woken_by: null, memory_bytes: process.platform === 'linux' ? expect.any(Number) : null })
  })

  test('what pages ask by themselves keeps nothing awake', async () => {
    clock.advance(14 * minute)
    const looked = await Promise.all(
      ['', '/health', '/activity', '/activity/samples', '/run-lints', '/sleeps', '/databases'].map((end) => ask('GET', end)),
    )
    expect(looked.map(({ status }) => status)).toEqual(looked.map(() => 200))
    await pass(1)
    expect((await find()).sleep).toBe('asleep')
  })

  test('a connection past the pooler keeps it awake, and so does a session of the SQL editor', async () => {
    const [client] = await connectDirectly()
    await pass(60)
    expect((await find()).sleep).toBe('awake')
    await client!.end()
    const id = '0b5a1f6e-4c1d-4a53-9a0c-0c6b8a1f2d3e'
    const run = { query: 'begin', session: { id, is_continued: false } }
    expect((await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/runs`, run)).status).toBe(200)
    await pass(60)
    expect((await find()).sleep).toBe('awake')
    expect((await platform.ask('owner', 'DELETE', `/platform/pg-meta/${ref}/runs/sessions/${id}`)).json).toEqual({ closed: true })
    await pass(15)
    expect((await find()).sleep).toBe('asleep')
  })

  test('a stream of changes that somebody follows keeps it awake', async () => {
    await query('create table if not exists followed (id int primary key); alter publication supabase_realtime add table followed')
    const { json } = await query(`select 'followed'::regclass::oid::text`)
    const oid = (json as { results: { rows: string[][] }[] }).results[0]!.rows[0]![0]
    const stream = await platform.follow('owner', `/platform/pg-meta/${ref}/row-changes?table=${oid}`)
    await stream.next()
    await pass(60)
    expect((await find()).sleep).toBe('awake')
    await stream.close()
    await expect.poll(async () => (await pass(15), (await find()).sleep)).toBe('asleep')
  })

  test('one that is asked to sleep does at once, unless somebody is connected', async () => {
    const [client] = await connectDirectly()
    expect(await ask('POST', '/sleep')).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    await client!.end()
    await expect.poll(async () => (await ask('POST', '/sleep')).status).toBe(200)
    await fallAsleep()
    expect(await stateOf()).toBe('stopped')
  })
})

describe('while it sleeps', () => {
  beforeEach(fallAsleep)

  test('looking at it does not wake it, and is told that it sleeps', async () => {
    expect((await ask('GET', '/health')).json).toContainEqual({
      id: 'database',
      status: 'NOT_RUNNING',
      message: healthText.asleep,
    })
    for (const end of ['/activity', '/run-lints']) expect(await ask('GET', end)).toMatchObject({ status: 409, json: { code: 'project_asleep' } })
    expect([(await find()).sleep, await stateOf()]).toEqual(['asleep', 'stopped'])
  })

  test('a query waits until it is awake and has its answer; the journal says who woke it', async () => {
    const reply = await query('select 42 as answer')
    expect(reply).toMatchObject({ status: 200, json: { results: [{ rows: [['42']] }] } })
    expect(await find()).toMatchObject({ sleep: 'awake', status: 'ACTIVE_HEALTHY' })
    const [last] = (await report()).sleeps
    expect(last).toMatchObject({
      woken_by: { kind: 'api', what: expect.stringMatching(/SQL/), who: 'owner' },
      wake_ms: expect.any(Number),
      problem: null,
    })
    expect(Date.parse(last!.woken_at!)).toBeGreaterThanOrEqual(Date.parse(last!.slept_at))
  })

  test('many who come at once wake it once, and all get their answer', async () => {
    const before = (await report()).saved.sleeps
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => query(`select ${index}`)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect((await report()).saved.sleeps).toBe(before)
    const woken = await platform.ctx.database.rows(
      sql`select from audit_log where event = 'project.woke_up' and project_ref = ${ref} and at > (select slept_at from project_sleeps where ref = ${ref} order by id desc limit 1)`,
    )
    expect(woken).toHaveLength(1)
  })

  test('who connects to it directly wakes it, and is led to its server; who comes later goes there without us', async () => {
    const clients = await connectDirectly(3)
    const rows = await Promise.all(clients.map((client) => client.query<{ who: string }>('select current_user as who')))
    expect(rows.map(({ rows: [row] }) => row!.who)).toEqual(['postgres', 'postgres', 'postgres'])
    expect((await report()).sleeps[0]!.woken_by).toEqual({ kind: 'connection', what: 'direct', who: null })
    await pass(60)
    expect((await find()).sleep).toBe('awake')
    const later = await connectDirectly()
    await Promise.all([...clients, ...later].map((client) => client.end()))
    await expect.poll(async () => (await pass(15), (await find()).sleep)).toBe('asleep')
    const [again] = await connectDirectly()
    expect((await again!.query('select 1')).rowCount).toBe(1)
    await again!.end()
  })

  test('the button wakes it, a stranger does not, and both a reader and a new password do', async () => {
    expect((await platform.ask('outsider', 'POST', at('/wake'))).status).toBe(404)
    expect((await find()).sleep).toBe('asleep')
    const browser = { 'user-agent': 'Mozilla/5.0' }
    expect((await platform.ask('read-only', 'POST', at('/wake'), undefined, browser)).json).toMatchObject({ sleep: 'awake' })
    expect((await report()).sleeps[0]!.woken_by).toMatchObject({ kind: 'dashboard', who: 'read-only' })
    await fallAsleep()
    expect((await ask('POST', '/database/password', { db_pass: 'a-database-password' })).status).toBe(200)
    expect((await find()).sleep).toBe('awake')
  })

  test('a pause ends its sleep; a paused one is not woken by a query, and is awake when it is restored', async () => {
    expect((await ask('POST', '/pause')).json).toMatchObject({ status: 'PAUSING', sleep: 'awake' })
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await find()).toMatchObject({ status: 'INACTIVE', sleep: 'awake' })
    expect((await report()).sleeps[0]).toMatchObject({ woken_by: { kind: 'change', what: 'PAUSING', who: null } })
    expect(await query('select 1')).toMatchObject({ status: 409, json: { code: 'project_not_active', details: { status: 'INACTIVE' } } })
    expect(await ask('POST', '/sleep')).toMatchObject({
      status: 409,
      json: { code: 'project_not_active', message: projectText.notActive('INACTIVE') },
    })
    await ask('POST', '/restore')
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await find()).toMatchObject({ status: 'ACTIVE_HEALTHY', sleep: 'awake' })
  })

  test.for(['restart', 'resize'])('a %s starts it', async (wish) => {
    await ask('POST', `/${wish}`, wish === 'resize' ? { compute: 'micro' } : undefined)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await find()).toMatchObject({ status: 'ACTIVE_HEALTHY', sleep: 'awake' })
    expect(await stateOf()).toBe('running')
  })
})

describe('cut off anywhere', () => {
  // between two writes the world is one of these
  test.for([
    ['falling_asleep', 'running', 'asleep', 'stopped'],
    ['falling_asleep', 'stopped', 'asleep', 'stopped'],
    ['asleep', 'running', 'asleep', 'stopped'],
    ['asleep', 'stopped', 'asleep', 'stopped'],
    ['waking', 'stopped', 'awake', 'running'],
    ['waking', 'running', 'awake', 'running'],
  ] as const)('%s with a server that is %s becomes %s, and the next query is answered', async ([left, server, sleep, state]) => {
    const { ctx, ground } = platform
    await fallAsleep()
    if (server === 'running') await ctx.clusters.start(ref)
    await ctx.parts.reconciler.idle(ref)
    await ctx.database.run(sql`update projects set sleep = ${left} where ref = ${ref}`)
    if (server === 'running') await ctx.clusters.start(ref)
    {
      await using next = await createContext({ config: ctx.config, database: ground.database, clusters: ground.clusters })
      await next.parts.reconciler.start()
      expect([(await find()).sleep, await stateOf()]).toEqual([sleep, state])
    }
    expect((await query('select 1')).status).toBe(200)
    expect(await find()).toMatchObject({ sleep: 'awake', status: 'ACTIVE_HEALTHY' })
  })
})

test('a wake that fails is told to each who waits and to the members, and a restore brings it back', async () => {
  await fallAsleep()
  const data = join(platform.ground.home, 'clusters', ref, 'data')
  const project = await find()
  await rename(data, `${data}.away`)
  const direct = expect(connectDirectly(1, project)).rejects.toMatchObject({
    code: '57P03',
    message: expect.stringMatching(/^The project couldn’t wake up: \w/),
  })
  const replies = await Promise.all([query('select 1'), query('select 2'), ask('POST', '/wake')])
  await direct
  await rename(`${data}.away`, data)
  for (const reply of replies) {
    expect(reply).toMatchObject({
      status: 503,
      json: { code: 'project_wake_failed', message: expect.stringMatching(/^The project couldn’t wake up: \w/) },
    })
  }
  expect(await find()).toMatchObject({ status: 'UNHEALTHY', sleep: 'awake', problem: { message: expect.any(String) } })
  expect((await report()).sleeps[0]).toMatchObject({ problem: expect.any(String), woken_at: expect.any(String) })
  const told = (await platform.ask('owner', 'GET', '/platform/notifications', undefined, { version: '2' })).json as { items?: Notification[] }
  expect(JSON.stringify(told)).toContain(noticeText.notWoken('Sleepy'))
  await ask('POST', '/restore')
  await platform.ctx.parts.reconciler.idle(ref)
  expect(await find()).toMatchObject({ status: 'ACTIVE_HEALTHY', problem: null })
})

describe('the setting', () => {
  test('is the project’s, within what the plan allows', async () => {
    expect((await ask('PATCH', '/sleeps', { after: 5 })).json).toMatchObject({ after: 5, after_minutes: 5 })
    await pass(5)
    expect((await find()).sleep).toBe('asleep')
    expect(await ask('PATCH', '/sleeps', { after: 'never' })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await ask('PATCH', '/sleeps', { after: 61 })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((await find()).sleep).toBe('asleep')
    await platform.ctx.database.run(sql`update organizations set plan = 'pro' where slug = 'acme'`)
    expect((await ask('PATCH', '/sleeps', { after: 'never' })).json).toMatchObject({ after: 'never', after_minutes: null })
    await query('select 1')
    await pass(100_000)
    expect((await find()).sleep).toBe('awake')
    await platform.ctx.database.run(sql`update organizations set plan = 'free' where slug = 'acme'`)
    expect(await report()).toMatchObject({ after: 'never', after_minutes: 60 })
    expect((await ask('PATCH', '/sleeps', { after: 'plan' })).json).toMatchObject({ after: 'plan', after_minutes: 15 })
  })

  test('is for those who operate projects', async () => {
    expect((await platform.ask('developer', 'PATCH', at('/sleeps'), { after: 5 })).status).toBe(403)
    expect((await platform.ask('developer', 'POST', at('/sleep'))).status).toBe(403)
    expect((await platform.ask('read-only', 'GET', at('/sleeps'))).status).toBe(200)
  })
})
