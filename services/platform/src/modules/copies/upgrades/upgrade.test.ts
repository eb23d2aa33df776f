import { logins } from '@colonnade/clusters'
import type { BackupReport, BegunRestore } from '@colonnade/contracts/copies/backups'
import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import type { Upgrade } from '@colonnade/contracts/copies/upgrades'
import type { Project } from '@colonnade/contracts/projects/projects'
import { withClient } from '@colonnade/pg'
import { type Fragment, sql, userAuthored } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { noticeText } from './messages.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'
import { byThemselves, everyKind } from './test-schema.ts'
import { upgradesOf } from './test-upgrades.ts'

let platform: TestPlatform
let ref: string
let unrehearsed: string
/** Where the next upgrade waits, and where it dies, once at each place. */
let stopAt: string | undefined
const dieAt = new Set<string>()
let reached = Promise.withResolvers<void>()
let goOn = Promise.withResolvers<void>()

beforeAll(async () => {
  platform = await openTestPlatform({
    async failpoint(name) {
      // what is thrown there is as good as a kill: what is known then is what was written down
      if (dieAt.delete(name)) throw new Error(`died at ${name}`)
      if (name !== stopAt) return
      stopAt = undefined
      reached.resolve()
      await goOn.promise
    },
  })
  unrehearsed = await older('Unrehearsed')
  ref = await older('Older')
  await run(ref, everyKind)
  const [index, ...rest] = byThemselves
  await run(ref, index!).catch(() => {})
  for (const statement of rest) await run(ref, statement)
})
beforeEach(() => {
  stopAt = undefined
  dieAt.clear()
  reached = Promise.withResolvers()
  goOn = Promise.withResolvers()
})
afterAll(() => platform[Symbol.asyncDispose]())

const { at, last, older, rehearse } = upgradesOf(() => platform)
const connected = async <T>(of: string, login: 'owner' | 'administrator', work: Parameters<typeof withClient<T>>[1]): Promise<T> =>
  withClient({ ...(await platform.ctx.clusters.endpoint(of)), ...logins[login] }, work)
const run = (of: string, text: string) => connected(of, 'owner', (client) => client.run(userAuthored('statement', text)))
const ask = async (of: string, expression: Fragment) =>
  (await connected(of, 'administrator', (client) => client.first<{ answer: string | null }>(sql`select (${expression})::text as answer`)))?.answer
const project = async (of: string) => (await platform.ask('owner', 'GET', `/platform/projects/${of}`)).json as Project
async function begin(of: string): Promise<string> {
  const { name } = await project(of)
  const reply = await platform.ask('administrator', 'POST', at(of, '/run'), { project_name: name })
  expect(reply).toMatchObject({ status: 202, json: { kind: 'upgrade', status: 'UPGRADING', created_by: 'administrator' } })
  return (reply.json as Upgrade).id
}
async function upgrade(of: string): Promise<Upgrade> {
  await platform.ctx.parts.upgrades.idle(await begin(of))
  return last(of)
}
const rows = sql`select count(*) from public.people`
const major = sql`current_setting('server_version_num')::int / 10000`
const owners = sql`
  select string_agg(e.extname || ' ' || d.refobjid::regrole, ', ' order by e.extname) from pg_extension e
    join pg_shdepend d on d.classid = 'pg_extension'::regclass and d.objid = e.oid and d.dbid = (select oid from pg_database where datname = current_database())
  where d.refobjid = e.extowner and d.deptype = 'o'`
const verifiers = sql`select jsonb_object_agg(rolname, rolpassword) from pg_authid where oid >= 16384`
const told = async (title: string) =>
  platform.ctx.database.first(sql`select count(distinct title)::int as told from notifications where title like ${title}`)

const refusals: readonly Scenario<Person>[] = [
  {
    promise: 'an upgrade that was not rehearsed is refused',
    as: 'owner',
    method: 'POST',
    path: () => at(unrehearsed, '/run'),
    body: { project_name: 'Unrehearsed' },
    expect: 409,
    code: 'upgrade_not_rehearsed',
  },
  {
    promise: 'who gives the name of another project upgrades nothing',
    as: 'owner',
    method: 'POST',
    path: () => at(unrehearsed, '/run'),
    body: { project_name: 'unrehearsed' },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'who may not operate the project upgrades nothing',
    as: 'developer',
    method: 'POST',
    path: () => at(unrehearsed, '/run'),
    body: { project_name: 'Unrehearsed' },
    expect: 403,
    code: 'forbidden',
  },
]

describe('an upgrade', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('is refused when its rehearsal found what stands in the way, or is too old', async () => {
    await run(unrehearsed, 'create table of_catalog (a pg_catalog.pg_class)')
    expect(await rehearse(unrehearsed)).toMatchObject({ status: 'BLOCKED' })
    const ask = () => platform.ask('owner', 'POST', at(unrehearsed, '/run'), { project_name: 'Unrehearsed' })
    expect(await ask()).toMatchObject({
      status: 409,
      json: { code: 'upgrade_blocked', message: expect.stringContaining('column public.of_catalog.a') as string },
    })
    await run(unrehearsed, 'drop table of_catalog')
    expect(await rehearse(unrehearsed)).toMatchObject({ status: 'REHEARSED' })
    await platform.ctx.database.run(sql`update upgrades set finished_at = finished_at - interval '8 days' where project_ref = ${unrehearsed}`)
    expect(await ask()).toMatchObject({ status: 409, json: { code: 'upgrade_not_rehearsed' } })
  })

  test('that meets what was not there when it was rehearsed leaves the project as it was, and tells why', async () => {
    await rehearse(unrehearsed)
    await run(unrehearsed, 'create table of_catalog (a pg_catalog.pg_class)')
    const { report, ...found } = await upgrade(unrehearsed)
    expect(found).toMatchObject({
      kind: 'upgrade',
      status: 'BLOCKED',
      closed_at: expect.any(String) as string,
      opened_at: expect.any(String) as string,
    })
    expect(report!.obstacles.map(({ subject }) => subject)).toEqual(['column public.of_catalog.a'])
    expect(await project(unrehearsed)).toMatchObject({ status: 'ACTIVE_HEALTHY', db_version: expect.stringMatching(/^17\./) as string })
    await run(unrehearsed, 'insert into of_catalog values (null)')
    expect(await told(noticeText.notDone.title('Unrehearsed', '18%'))).toEqual({ told: 1 })
    expect(await platform.ask('owner', 'POST', at(unrehearsed, '/run'), { project_name: 'Unrehearsed' })).toMatchObject({
      status: 409,
      json: { code: 'upgrade_blocked', message: expect.stringContaining('The last upgrade found') as string },
    })
  })

  test('keeps everybody out while it is under way, and can be cancelled until it changes over', async () => {
    expect(await rehearse(ref)).toMatchObject({ status: 'REHEARSED' })
    const { address } = await platform.ctx.clusters.status(ref)
    const before = await ask(ref, rows)
    stopAt = 'upgrades.indexes.before'
    const id = await begin(ref)
    expect(await platform.ask('owner', 'POST', at(ref, '/run'), { project_name: 'Older' })).toMatchObject({
      status: 409,
      json: { code: 'project_busy' },
    })
    await reached.promise
    expect(await project(ref)).toMatchObject({ status: 'UPGRADING' })
    await expect(run(ref, 'delete from people')).rejects.toThrow(/pg_hba.conf/)
    await expect(withClient({ ...address!, user: 'postgres', database: 'postgres' }, (client) => client.run(sql`select 1`))).rejects.toThrow()
    await using directory = createProjectDirectory(platform.ctx)
    expect(await directory.resolve(ref)).toMatchObject({ state: 'upgrading' })
    for (const what of ['pause', 'restart']) {
      expect(await platform.ask('owner', 'POST', `/platform/projects/${ref}/${what}`)).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    }
    expect(await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    expect(await platform.ask('administrator', 'POST', at(ref, `/${id}/cancel`))).toMatchObject({ status: 200, json: { status: 'CANCELLED' } })
    goOn.resolve()
    await platform.ctx.parts.upgrades.idle(id)
    expect(await last(ref)).toMatchObject({ id, status: 'CANCELLED', step: null })
    expect(await project(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', db_version: expect.stringMatching(/^17\./) as string })
    expect(await ask(ref, rows)).toBe(before)
    await run(ref, 'create table after_cancel as select 1 as a')
  })

  test('that dies on the way, again and again, comes to its end: the project is on the new version with all that it had', async () => {
    const before = {
      rows: await ask(ref, rows),
      verifiers: await ask(ref, verifiers),
      owners: await ask(ref, owners),
      address: (await platform.ctx.clusters.status(ref)).address,
    }
    const places = ['upgrades.close.before', 'upgrades.place.before', 'upgrades.change.before', 'upgrades.change.placed', 'upgrades.protect.before']
    for (const place of places) dieAt.add(place)
    const found = await upgrade(ref)
    expect([...dieAt]).toEqual([])
    expect(found).toMatchObject({
      status: 'UPGRADED',
      problem: null,
      step: null,
      closed_at: expect.any(String) as string,
      opened_at: expect.any(String) as string,
      report: { obstacles: [], differing_tables: [], differences: [] },
    })
    expect(found.report!.steps.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['backup', 'close', 'rows', 'compare', 'place', 'start', 'protect']),
    )
    expect(await project(ref)).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      db_version: expect.stringMatching(/^18\./) as string,
      db_port: before.address!.port,
    })
    expect([await ask(ref, rows), await ask(ref, verifiers), await ask(ref, major)]).toEqual([before.rows, before.verifiers, '18'])
    // its users came along, with what their owner has put on them
    await run(ref, 'insert into auth.users (id) values (gen_random_uuid())')
    expect(
      await ask(
        ref,
        sql`select count(*) || ' ' || count(p.id) || ' ' || count(u.encrypted_password) from auth.users u left join public.profiles p using (id)`,
      ),
    ).toBe('2 2 1')
    // and its files: a row says which bytes are its own
    expect(await ask(ref, sql`select bucket_id || ' ' || array_to_string(path_tokens, ' ') || ' ' || version from storage.objects`)).toBe(
      'avatars a b.png 019320f5-7d5c-7000-8000-00000000000a',
    )
    // rows that no copy has, and what counts on
    expect(await ask(ref, sql`select count(*) from public.scratch`)).toBe('1')
    await run(ref, `insert into people (mail, balance, ratio) values ('later@example.com', 1, 1)`)
    expect(await ask(ref, sql`select nextval('public.odd')`)).toBe('13')
    // who has made an extension can drop it
    expect(await ask(ref, owners)).toBe(before.owners)
    await run(ref, 'drop extension hstore')
    expect(await ask(ref, owners)).not.toContain('hstore')
    const login = { ...before.address!, user: 'reporting', password: 'a-long-password', database: 'postgres' }
    expect(await withClient(login, (client) => client.first(sql`select current_setting('work_mem') as memory`))).toEqual({ memory: '9MB' })
    expect(await told(noticeText.done.title('Older', '18%'))).toEqual({ told: 1 })
    const events = sql`select event from audit_log where project_ref = ${ref} and event in ('project.upgrade_begun', 'project.upgraded') order by id desc limit 2`
    expect(await platform.ctx.database.rows(events)).toEqual([{ event: 'project.upgraded' }, { event: 'project.upgrade_begun' }])
    expect(
      await platform.ctx.database.rows(sql`select db_version ~ '^18' as is_new, status from backups where project_ref = ${ref} order by taken_at`),
    ).toEqual([
      { is_new: false, status: 'COMPLETED' },
      { is_new: false, status: 'COMPLETED' },
      { is_new: true, status: 'COMPLETED' },
    ])
    const { backups } = (await platform.ask('owner', 'GET', `/platform/projects/${ref}/backups`)).json as BackupReport
    expect(backups.map(({ kind, upgrade }) => [kind, upgrade?.to_version.split('.')[0]])).toContainEqual(['before_upgrade', '18'])
    expect(await readdir(join(platform.ground.home, 'replaced')).catch(() => [])).toEqual([])
    expect(await platform.ask('owner', 'POST', at(ref, '/run'), { project_name: 'Older' })).toMatchObject({
      status: 409,
      json: { code: 'postgres_version_not_available' },
    })
  })
})

test('moments of both versions can be recovered, each on its own', async () => {
  const of = await older('Recovered')
  const backups = (rest = '') => `/platform/projects/${of}/backups${rest}`
  const report = async () => (await platform.ask('owner', 'GET', backups())).json as BackupReport
  const settle = async (): Promise<void> => {
    await platform.ctx.parts.backups.lookAtWindow(of)
    for (const { id } of (await report()).backups) await platform.ctx.parts.backups.idle(id)
    await platform.ctx.parts.backups.lookAtWindow(of)
  }
  const restoreTo = async (moment: string, into: object): Promise<string> => {
    const begun = (await platform.ask('owner', 'POST', backups('/pitr/restore'), { at: moment, into })).json as BegunRestore
    await platform.ctx.parts.backups.idle(begun.id)
    expect((await report()).restores.find(({ id }) => id === begun.id)).toMatchObject({ status: 'COMPLETED', problem: null })
    return begun.target_ref
  }
  /** What there is after so many rows were added, and a moment at which there is no more. */
  const add = async (count: number): Promise<string> => {
    await run(of, `insert into orders select generate_series(1, ${count})`)
    const moment = await ask(of, sql`to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
    await run(of, 'select pg_sleep(0.02)')
    return new Date(Date.parse(moment!) + 5).toISOString()
  }
  const there = async (ref: string) => [await ask(ref, sql`select count(*) from public.orders`), await ask(ref, major)]

  await run(of, 'create table orders (id int)')
  await platform.ask('owner', 'PUT', backups('/pitr'), { days: 3 })
  await settle()
  const before = await add(100)
  await add(1)
  expect(await rehearse(of)).toMatchObject({ status: 'REHEARSED' })
  // nobody has seen what was written last, but the archive
  await add(10)
  expect(await upgrade(of)).toMatchObject({ status: 'UPGRADED', problem: null })
  await settle()
  expect(await there(of)).toEqual(['111', '18'])
  const { pitr } = await report()
  expect([pitr!.state, pitr!.problem, pitr!.ranges.map((range) => [range.timeline, range.postgres_major])]).toEqual([
    'ON',
    null,
    [
      [1, '17'],
      [2, '18'],
    ],
  ])
  const { closed_at: closedAt, opened_at: openedAt } = await last(of)
  expect(pitr!.ranges[0]!.ends_at >= closedAt!).toBe(true)
  expect(pitr!.ranges[1]!.starts_at >= openedAt!).toBe(true)
  const changed = async (moment: string) => {
    const { commits } = (await platform.ask('owner', 'GET', backups(`/pitr/commits?at=${moment}`))).json as PitrCommits
    return [...new Set(commits.flatMap(({ changes }) => changes.map(({ table, unnamed }) => table ?? unnamed)))]
  }
  expect(await changed(before)).toEqual(['before_upgrade'])
  const after = await add(1000)
  await settle()
  // between the two nothing is promised
  const between = new Date((Date.parse(openedAt!) + Date.parse(pitr!.ranges[0]!.ends_at)) / 2).toISOString()
  const into = { target: 'project', project_name: 'Recovered' }
  expect(await platform.ask('owner', 'POST', backups('/pitr/restore'), { at: between, into })).toMatchObject({
    status: 409,
    json: { code: 'moment_not_recoverable' },
  })
  expect(await there(await restoreTo(before, { target: 'new', name: 'Before' }))).toEqual(['100', '17'])
  expect(await there(await restoreTo(pitr!.ranges[0]!.ends_at, into))).toEqual(['111', '17'])
  expect(await project(of)).toMatchObject({ status: 'ACTIVE_HEALTHY', db_version: expect.stringMatching(/^17\./) as string })
  // what was upgraded is another version now, and what was before it is of now again
  expect(await changed(before)).toContain('orders')
  expect(await changed(after)).toEqual(['other_version'])
  await add(5)
  await settle()
  expect(await there(await restoreTo(after, into))).toEqual(['1111', '18'])
  await settle()
  expect((await report()).pitr).toMatchObject({ state: 'ON', problem: null })
  expect(await platform.ground.clusters.backups.readWal(of)).toMatchObject({ damaged: [] })
  expect(await platform.ctx.database.rows(sql`select distinct title from notifications where project_ref = ${of} and priority = 'Critical'`)).toEqual(
    [],
  )
})
