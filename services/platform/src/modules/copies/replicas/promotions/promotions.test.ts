import type { BackupReport, Restore } from '@colonnade/contracts/copies/backups'
import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import type { Promotion, PromotionOutlook, Replica } from '@colonnade/contracts/copies/replicas'
import type { DatabaseEntry, Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../../testing.ts'
import { messages } from '../messages.ts'
import { messages as noticeText } from '../../../projects/projects/promotions/messages.ts'

let platform: TestPlatform
let ref: string
let identifier: string
let dieAt: string | undefined

beforeAll(async () => {
  platform = await openTestPlatform({
    // a primary that can't start again has failed soon
    patience: { firstRestartMs: 1, maxRestartMs: 5 },
    // what is thrown there is as good as a kill: what is known then is what was written down
    failpoint(name) {
      if (name !== dieAt) return
      dieAt = undefined
      throw new Error(`died at ${name}`)
    },
  })
  ref = await platform.project('Main')
  await query('create table ledger (entry int primary key)')
  identifier = (await create('eu-west-1')).identifier
  await settle()
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '') => `/platform/projects/${ref}/replicas${rest}`
const promotionOf = (which = identifier) => at(`/${which}/promotion`)
const query = async (text: string, more: object = {}, of = ref) => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, { query: text, ...more })
  return (reply.json as { readonly results?: readonly { readonly rows: readonly (string | null)[][] }[] }).results?.[0]?.rows[0]?.[0]
}
const create = async (region: string): Promise<Replica> => (await platform.ask('owner', 'POST', at(), { region })).json as Replica
const list = async (): Promise<Replica[]> => (await platform.ask('owner', 'GET', at())).json as Replica[]
const promotions = async (): Promise<Promotion[]> => (await platform.ask('read-only', 'GET', at('/promotions'))).json as Promotion[]
const project = async (): Promise<Project> => (await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json as Project
const told = async () =>
  (await platform.ctx.database.rows<{ title: string }>(sql`select distinct title from notifications where project_ref = ${ref}`)).map(
    ({ title }) => title,
  )
/** Until nothing is done for the project and its replicas any more. */
async function settle(): Promise<void> {
  await platform.ctx.parts.reconciler.idle(ref)
  await platform.ctx.parts.replicas.lookAt(ref)
  for (const replica of await list()) await platform.ctx.parts.replicas.idle(replica.identifier)
}
const wish = (body: object, which = identifier) => platform.ask('administrator', 'POST', promotionOf(which), body)
async function promote(body: object = { mode: 'planned' }, which = identifier): Promise<Promotion> {
  const reply = await wish(body, which)
  if (reply.status !== 202) throw new Error(JSON.stringify(reply.json))
  await settle()
  return (await promotions())[0]!
}

/**
 * Who knocks at a port thousands of times while nobody listens there is in the end connected with himself, and has the port: the kernel gives
 * each attempt the next one to come from. From another address that can't be (Linux: all of 127.0.0.0/8 is there).
 */
class OtherSocket extends Socket {
  override connect(...how: readonly unknown[]): this {
    const [port, host] = how as [number, string]
    return super.connect({ port, host, ...(process.platform === 'linux' && { localAddress: '127.0.0.2' }) })
  }
}

/** Somebody who writes one row after the other, over the address that the project had in the beginning. */
async function openWriter() {
  const { db_host: host, db_port: port } = await project()
  let last = Number((await query('select coalesce(max(entry), 0) from ledger'))!)
  const from = last
  let isOver = false
  const write = async (): Promise<void> => {
    const login = { host: host!, port: port!, user: 'postgres', database: 'postgres', password: 'a-database-password' }
    const client = new pg.Client({ ...login, stream: () => new OtherSocket(), connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ top: number }>('select coalesce(max(entry), 0) as top from ledger')
      for (let next = Math.max(last, rows[0]!.top) + 1; !isOver; next += 1) {
        await client.query('insert into ledger values ($1)', [next])
        last = next
      }
    } catch {
      // it is away for a moment
    } finally {
      void client.end().catch(() => {})
    }
  }
  const writing = (async () => {
    while (!isOver) await write()
  })()
  return {
    acknowledged: () => last,
    isWriting: () => expect.poll(() => last).toBeGreaterThan(from + 20),
    /** Resolves with the last row that was acknowledged. */
    async end() {
      const before = last
      await expect.poll(() => last).toBeGreaterThan(before)
      isOver = true
      await writing
      return last
    },
  }
}
const lost = async (acknowledged: number, more: object = {}): Promise<number> =>
  acknowledged - Number(await query(`select count(*) from ledger where entry <= ${acknowledged}`, more))

const planned = { mode: 'planned' }
const refusals: readonly Scenario<Person>[] = [
  { promise: 'a developer', as: 'developer', method: 'POST', path: promotionOf, body: planned, expect: 403, code: 'forbidden' },
  { promise: 'a stranger', as: 'outsider', method: 'POST', path: promotionOf, body: planned, expect: 404, code: 'project_not_found' },
  { promise: 'no such replica', as: 'owner', method: 'POST', path: () => promotionOf('no'), body: planned, expect: 404, code: 'database_not_found' },
  { promise: 'an unknown mode', as: 'owner', method: 'POST', path: promotionOf, body: { mode: 'now' }, expect: 400, code: 'invalid_input' },
  {
    promise: 'force without the name of the project',
    as: 'owner',
    method: 'POST',
    path: promotionOf,
    body: { mode: 'forced', project_name: 'main' },
    expect: 400,
    code: 'invalid_input',
  },
]

describe('promotion of a replica', () => {
  test.for(refusals)('is refused: $promise', async (scenario) => {
    await platform.run(scenario)
    expect(await promotions()).toEqual([])
  })

  test('planned: no row that was acknowledged is lost, everything is found where it was, and the others follow', async () => {
    const other = (await create('us-east-1')).identifier
    await settle()
    const before = await project()
    const outlook = (await platform.ask('owner', 'GET', promotionOf())).json as PromotionOutlook
    expect(outlook).toMatchObject({ obstacle: null, is_primary_running: true, is_primary_readable: true })
    expect(outlook.behind_bytes).toBeGreaterThanOrEqual(0)
    const writer = await openWriter()
    await writer.isWriting()
    const done = await promote()
    expect(done).toMatchObject({ identifier, state: 'DONE', is_forced: false, is_complete: true, timeline: 2, copied_anew: 0, problem: null })
    const acknowledged = await writer.end()
    expect(await lost(acknowledged)).toBe(0)
    const { region, status, db_host, db_port } = await project()
    expect([region, status, db_host, db_port]).toEqual(['eu-west-1', 'ACTIVE_HEALTHY', before.db_host, before.db_port])
    // the replica's place has the former primary, which was nowhere in particular
    const replicas = await list()
    const former = replicas.find(({ region: where }) => where === 'local')!
    expect(former.identifier).toBe(`${ref}-rr-local-${identifier.slice(-5)}`)
    expect(replicas.map((one) => [one.region, one.status])).toEqual([
      ['local', 'ACTIVE_HEALTHY'],
      ['us-east-1', 'ACTIVE_HEALTHY'],
    ])
    for (const database of [former.identifier, other]) {
      await expect.poll(() => lost(acknowledged, { database })).toBe(0)
      expect(await query('select pg_is_in_recovery()', { database })).toBe('t')
    }
    const databases = (await platform.ask('owner', 'GET', `/platform/projects/${ref}/databases`)).json as DatabaseEntry[]
    expect(databases.map(({ database_type, region: where }) => [database_type, where])).toEqual([
      ['PRIMARY', 'eu-west-1'],
      ['READ_REPLICA', 'local'],
      ['READ_REPLICA', 'us-east-1'],
    ])
    expect(await told()).toContain(noticeText.done.title('Main'))
    const line = await platform.ctx.database.first(
      sql`select user_id, details from audit_log where event = 'replica.promoted' and project_ref = ${ref}`,
    )
    expect(line).toEqual({ user_id: platform.userId('administrator'), details: { identifier, is_forced: false } })
    identifier = former.identifier
  })

  test('afterwards it is restarted, resized, paused, restored and branched like any other', async () => {
    const change = (path: string, body?: object) => platform.ask('owner', 'POST', `/platform/projects/${ref}${path}`, body)
    const steps: readonly [string, object?][] = [['/restart'], ['/resize', { compute: 'micro' }], ['/pause'], ['/restore']]
    for (const [path, body] of steps) {
      expect(await change(path, body)).toMatchObject({ status: 202 })
      await settle()
    }
    expect(await project()).toMatchObject({ status: 'ACTIVE_HEALTHY', compute: 'micro' })
    expect((await list()).map(({ status }) => status)).toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'])
    const branch = (await change('/branches', { name: 'preview' })).json as { id: string; project_ref: string }
    await platform.ctx.parts.reconciler.idle(branch.project_ref)
    expect(await query('select count(*) from ledger', {}, branch.project_ref)).toBe(await query('select count(*) from ledger'))
    await platform.ask('owner', 'DELETE', `/platform/projects/${ref}/branches/${branch.id}`)
  })

  const steps = ['fence', 'promote', 'rejoin'].flatMap((step) => ['before', 'after', 'recorded'].map((when) => `projects.${step}.${when}`))
  test.for(steps)('cut off at %s, it is done once, and nothing is lost', async (failpoint) => {
    const done = (await promotions()).length
    const writer = await openWriter()
    await writer.isWriting()
    dieAt = failpoint
    expect(await promote()).toMatchObject({ state: 'DONE', is_complete: true })
    expect(dieAt).toBeUndefined()
    expect(await lost(await writer.end())).toBe(0)
    expect((await promotions()).length).toBe(Math.min(5, done + 1))
    const [replica, other] = await list()
    expect([replica!.status, other!.status]).toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'])
    identifier = replica!.identifier
  })

  test('a replica that can not have everything is not promoted; the primary goes on, and it is said why', async () => {
    const { database, clusters } = platform.ctx
    const row = await database.first<{ cluster_ref: string }>(sql`select cluster_ref from replicas where identifier = ${identifier}`)
    const admin = new pg.Client({ ...(await clusters.endpoint(ref)), user: 'supabase_admin', database: 'postgres' })
    await admin.connect()
    const slot = [`colonnade_replica_${row!.cluster_ref}`]
    const drop = async (): Promise<boolean> => {
      await admin.query('select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = $1', slot)
      await admin.query('select pg_drop_replication_slot($1)', slot)
      return true
    }
    // it asks for it again at once
    await expect.poll(() => drop().catch(() => false)).toBe(true)
    await admin.end()
    const outlook = (await platform.ask('owner', 'GET', promotionOf())).json as PromotionOutlook
    expect(outlook).toMatchObject({ obstacle: messages.promotion.notStreaming, is_primary_running: true })
    const before = await query('select count(*) from ledger')
    // it shows as healthy until somebody has looked
    expect(await promote()).toMatchObject({ state: 'FAILED', problem: expect.stringContaining('too far behind') as string, is_complete: null })
    expect(await project()).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    expect(await query('select count(*) from ledger')).toBe(before)
    expect(await told()).toContain(noticeText.failed.title('Main'))
    await platform.ask('owner', 'POST', at(`/${identifier}/restart`))
    await settle()
    expect((await list()).map(({ status }) => status)).toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'])
  })

  test('what is recovered to a moment leads from before a promotion to after it', async () => {
    const look = () => platform.ctx.parts.backups.lookAtWindow(ref)
    const report = async () => (await platform.ask('owner', 'GET', `/platform/projects/${ref}/backups`)).json as BackupReport
    const now = async (): Promise<string> => {
      const time = await query(`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
      await query('select pg_sleep(0.01)')
      return new Date(Date.parse(time!) + 5).toISOString()
    }
    await platform.ask('owner', 'PUT', `/platform/projects/${ref}/backups/pitr`, { days: 1 })
    await look()
    for (const { id } of (await report()).backups) await platform.ctx.parts.backups.idle(id)
    await look()
    await query('create table moments as select 1 as id')
    await look()
    // after the last mark before the promotion
    await query('insert into moments values (2)')
    const before = await now()
    await query('insert into moments values (3)')
    expect(await promote()).toMatchObject({ state: 'DONE' })
    identifier = (await list())[0]!.identifier
    await query('insert into moments values (4)')
    const after = await now()
    await query('drop table moments')
    await look()
    const { pitr } = await report()
    expect(pitr).toMatchObject({ state: 'ON', problem: null })
    const [first, second] = pitr!.ranges.slice(-2)
    expect(second!.starts_at <= first!.ends_at).toBe(true)
    // what the former primary wrote, and what the new one did, are told together
    const around = (await platform.ask('owner', 'GET', `/platform/projects/${ref}/backups/pitr/commits?at=${before}`)).json as PitrCommits
    expect(around.starts_at < before && before < around.ends_at).toBe(true)
    const inserted = around.commits.filter(({ changes }) => changes.some((one) => one.table === 'moments' && one.inserted === 1))
    expect(inserted.slice(-3).map(({ at: time }) => [time > before, time > after])).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ])
    expect(around.commits.at(-1)).toMatchObject({ is_removing: true, removed: ['moments'] })
    for (const [time, rows] of [
      [before, '2'],
      [after, '4'],
    ] as const) {
      const reply = await platform.ask('owner', 'POST', `/platform/projects/${ref}/backups/pitr/restore`, {
        at: time,
        into: { target: 'new', name: `At ${rows}` },
      })
      const { id, target_ref } = reply.json as { id: string; target_ref: string }
      await platform.ctx.parts.backups.idle(id)
      expect((await report()).restores.find((one: Restore) => one.id === id)).toMatchObject({ status: 'COMPLETED', problem: null })
      expect(await query('select count(*) from moments', {}, target_ref)).toBe(rows)
      await platform.ask('owner', 'DELETE', `/platform/projects/${target_ref}`)
    }
  })

  test('by force, with a primary that is dead: what its files have is there, and it is copied anew', async () => {
    const { clusters } = platform.ctx
    const data = join(platform.ground.home, 'clusters', ref, 'data')
    await query('insert into ledger select max(entry) + 1 from ledger')
    const rows = await query('select count(*) from ledger')
    const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    await rm(join(data, 'PG_VERSION'))
    process.kill(pid, 'SIGKILL')
    await expect.poll(async () => (await project()).status, { timeout: 60_000 }).toBe('UNHEALTHY')
    await expect.poll(async () => (await clusters.status(ref)).state, { timeout: 60_000 }).toBe('failed')
    await platform.run({ promise: 'planned', as: 'owner', method: 'POST', path: promotionOf(), body: planned, expect: 409, code: 'project_busy' })
    const outlook = (await platform.ask('owner', 'GET', promotionOf())).json as PromotionOutlook
    expect(outlook).toMatchObject({ is_primary_running: false, behind_bytes: null, is_primary_readable: true })
    expect(outlook.obstacle).toBe(messages.promotion.primaryStopped)
    const done = await promote({ mode: 'forced', project_name: 'Main' })
    expect(done).toMatchObject({ state: 'DONE', is_forced: true, is_complete: true, copied_anew: 1 })
    expect(await query('select count(*) from ledger')).toBe(rows)
    await settle()
    expect((await list()).map(({ status }) => status)).toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'])
    await query('insert into ledger select max(entry) + 1 from ledger')
    for (const { identifier: database } of await list()) {
      await expect.poll(() => query('select count(*) from ledger', { database })).toBe(String(Number(rows) + 1))
    }
  })
})
