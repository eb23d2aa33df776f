import { logins, ownNames, targetOf } from '@colonnade/clusters'
import type { Upgrade } from '@colonnade/contracts/copies/upgrades'
import { AppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql, userAuthored } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'
import { shortOfRoom } from './rehearse.ts'
import { isRefusal, obstacleOf, safeToShow } from './transfer/refusals.ts'
import { canaries } from './test-canaries.ts'
import { byThemselves, everyKind } from './test-schema.ts'
import { upgradesOf } from './test-upgrades.ts'

let platform: TestPlatform
/** On the older version, with something of every kind, and with little; and one on the newest. */
let ref: string
let small: string
let newest: string
/** Where the next rehearsal waits, or dies. */
let stopAt: string | undefined
let dieAt: string | undefined
let reached = Promise.withResolvers<void>()
let goOn = Promise.withResolvers<void>()

beforeAll(async () => {
  platform = await openTestPlatform({
    async failpoint(name) {
      // what is thrown there is as good as a kill: what is known then is what was written down
      if (name === dieAt) {
        dieAt = undefined
        throw new Error(`died at ${name}`)
      }
      if (name !== stopAt) return
      stopAt = undefined
      reached.resolve()
      await goOn.promise
    },
  })
  newest = await platform.project('Newest')
  small = await older('Small')
  await run(small, 'create table parent (a int); create table child (b text) inherits (parent); insert into child values (1, $$b$$)')
  ref = await older('Older')
  await run(ref, everyKind)
  const [index, ...rest] = byThemselves
  await expect(run(ref, index!)).rejects.toMatchObject({ code: 'unique_violation' })
  for (const statement of rest) await run(ref, statement)
})
beforeEach(() => {
  stopAt = dieAt = undefined
  reached = Promise.withResolvers()
  goOn = Promise.withResolvers()
})
afterAll(() => platform[Symbol.asyncDispose]())

const { at, last, list, older, rehearse } = upgradesOf(() => platform)
const run = async (of: string, text: string) =>
  withClient({ ...(await platform.ctx.clusters.endpoint(of)), user: 'postgres', database: 'postgres' }, (client) =>
    client.run(userAuthored('statement', text)),
  )
async function begin(of: string): Promise<Upgrade> {
  const reply = await platform.ask('administrator', 'POST', at(of))
  expect(reply).toMatchObject({ status: 202, json: { status: 'REHEARSING', created_by: 'administrator', finished_at: null } })
  return reply.json as Upgrade
}
const subjects = ({ report }: Upgrade) => report!.obstacles.map(({ subject }) => subject)

const refusals: readonly Scenario<Person>[] = [
  {
    promise: 'a project on the newest version has nothing to rehearse',
    as: 'owner',
    method: 'POST',
    path: () => at(newest),
    expect: 409,
    code: 'postgres_version_not_available',
  },
  {
    promise: 'who may not operate the project rehearses nothing',
    as: 'developer',
    method: 'POST',
    path: () => at(ref),
    expect: 403,
    code: 'forbidden',
  },
  { promise: 'a stranger sees none', as: 'outsider', method: 'GET', path: () => at(ref), expect: 404, code: 'project_not_found' },
  {
    promise: 'what there is not is not cancelled',
    as: 'owner',
    method: 'POST',
    path: () => at(ref, '/no-such/cancel'),
    expect: 404,
    code: 'upgrade_not_found',
  },
]

describe('a rehearsal', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('brings everything over, and says what it takes and what is another then', async () => {
    await run(ref, 'create table untouched as select 1 as a')
    const { report, ...upgrade } = await rehearse(ref)
    expect(upgrade).toMatchObject({
      status: 'REHEARSED',
      problem: null,
      step: null,
      progress: null,
      from_version: expect.stringMatching(/^17\./) as string,
      to_version: expect.stringMatching(/^18\./) as string,
      finished_at: expect.any(String) as string,
    })
    expect(report).toMatchObject({ obstacles: [], differences: [], differing_tables: [], large_objects: 2 })
    expect(report!.steps.map(({ id }) => id)).toEqual(['copy', 'check', 'roles', 'structure', 'rows', 'indexes', 'analyze', 'settings', 'compare'])
    expect(report!.tables_compared).toBe(report!.tables)
    expect(report!.rows).toBeGreaterThan(3_000)
    expect(report!.extensions).toContainEqual({ name: 'citext', before: '1.6', after: '1.8' })
    const told = report!.notes.map(({ subject }) => subject)
    expect(told).toEqual(
      expect.arrayContaining([
        'index public.doubled_once',
        'unlogged table public.scratch',
        'column public.references_by_name.f',
        'extension citext',
      ]),
    )
    // pg_dump itself finds no difference
    expect(told).not.toContain('database postgres')
    expect(await platform.ctx.clusters.status(ref)).toMatchObject({ state: 'running', version: upgrade.from_version })
    expect(
      await platform.ctx.database.first(
        sql`select count(*)::int as told from audit_log where event = 'project.upgrade_rehearsed' and project_ref = ${ref}`,
      ),
    ).toEqual({ told: 1 })
  })

  test('leaves the project alone while it is under way, is followed, and is one at a time', async () => {
    stopAt = 'upgrades.rows.before'
    const { id } = await begin(small)
    const stream = await platform.follow('read-only', at(small, '/events'))
    await reached.promise
    expect(await platform.ask('owner', 'POST', at(small))).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    await run(small, 'insert into parent values (77); alter table parent add column later int')
    goOn.resolve()
    await platform.ctx.parts.upgrades.idle(id)
    const seen: string[] = []
    for (let last = ''; last !== 'REHEARSED';) {
      const [now] = (await stream.next()) as Upgrade[]
      last = now!.status
      seen.push(now!.step ?? last)
    }
    await stream.close()
    expect(seen.at(-1)).toBe('REHEARSED')
    expect(await last(small)).toMatchObject({ id, status: 'REHEARSED', report: { differences: [], differing_tables: [] } })
  })

  test('is given up when somebody cancels it, and is over then', async () => {
    stopAt = 'upgrades.indexes.before'
    const { id } = await begin(small)
    await reached.promise
    expect(await platform.ask('administrator', 'POST', at(small, `/${id}/cancel`))).toMatchObject({ status: 200, json: { status: 'CANCELLED' } })
    goOn.resolve()
    await platform.ctx.parts.upgrades.idle(id)
    expect(await last(small)).toMatchObject({ id, status: 'CANCELLED', step: null })
    expect(await platform.ask('owner', 'POST', at(small, `/${id}/cancel`))).toMatchObject({
      status: 409,
      json: { code: 'project_busy', message: messages.over },
    })
  })

  test('that counts is kept and told, however many were given up since, and replicas are nothing that it finds', async () => {
    const passed = await rehearse(small)
    expect(passed.status).toBe('REHEARSED')
    await platform.ctx.database.run(sql`
      insert into upgrades (project_ref, kind, status, from_version, to_version, finished_at, inserted_at)
      select ${small}, 'rehearsal', 'CANCELLED', '17', '18', now(), clock_timestamp() + n * interval '1 ms' from generate_series(1, 9) n`)
    expect((await list(small)).map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'CANCELLED'), 'REHEARSED'])
    stopAt = 'upgrades.indexes.before'
    const { id } = await begin(small)
    await reached.promise
    const ask = () => platform.ask('administrator', 'POST', at(small, `/${id}/cancel`))
    const [one, other] = (await Promise.all([ask(), ask()])).toSorted((a, b) => a.status - b.status)
    expect(one).toMatchObject({ status: 200 })
    expect(other).toMatchObject({ status: 409, json: { message: messages.over } })
    goOn.resolve()
    await platform.ctx.parts.upgrades.idle(id)
    expect((await list(small)).at(-1)).toMatchObject({ id: passed.id, status: 'REHEARSED' })
    await withClient({ ...(await platform.ctx.clusters.endpoint(small)), ...logins.administrator }, async (client) => {
      await client.run(sql`select pg_create_physical_replication_slot('colonnade_replica_0', immediately_reserve => true)`)
      expect((await rehearse(small)).report!.notes.filter(({ subject }) => /repli/.test(subject))).toEqual([])
      await client.run(sql`select pg_drop_replication_slot('colonnade_replica_0')`)
    })
  })

  test.each(['upgrades.structure.before', 'upgrades.rehearse.after'])('that was cut off at %s is begun anew', async (failpoint) => {
    dieAt = failpoint
    expect(await rehearse(small)).toMatchObject({ status: 'REHEARSED' })
    expect(dieAt).toBeUndefined()
  })

  test('that another life had begun is made by the next one', async () => {
    const row = await platform.ctx.database.first<{ id: string }>(sql`
      insert into upgrades (project_ref, from_version, to_version, step) values (${small}, '17.1', '18.1', 'rows') returning id`)
    await platform.ctx.parts.upgrades.start()
    await platform.ctx.parts.upgrades.idle(row!.id)
    expect(await last(small)).toMatchObject({
      id: row!.id,
      status: 'REHEARSED',
      // a column that came late to a parent stands before those of the child then, as in any dump
      report: { differences: [{ kind: 'table', name: 'public.child' }], differing_tables: [] },
    })
    // only the last ones are kept
    expect((await list(small)).length).toBeLessThanOrEqual(5)
  })

  test('says what stands in the way before anything is loaded', async () => {
    const blocked = await older('Blocked')
    await run(blocked, 'create table of_catalog (a pg_catalog.pg_class)')
    const upgrade = await rehearse(blocked)
    expect(upgrade.status).toBe('BLOCKED')
    expect(subjects(upgrade)).toEqual(['column public.of_catalog.a'])
    expect(upgrade.report!.steps.map(({ id }) => id)).toEqual(['copy', 'check'])
  })

  test('runs what people wrote as its owner, whatever kind of object carries it', async () => {
    const nest = await older('Nest')
    await run(nest, canaries)
    const { status, report, problem } = await rehearse(nest)
    expect({ status, problem, ...report }).toMatchObject({ status: 'REHEARSED', obstacles: [], differences: [], differing_tables: [] })
    expect(report!.notes.filter(({ subject }) => !subject.startsWith('extension '))).toEqual([])
  })

  test('names the table whose rows are refused, and the statement that is', async () => {
    const refused = await older('Refused')
    await run(
      refused,
      `create table people (id int primary key); create table points (to_index regclass); insert into points values ('people_pkey');
       create table numbers (a int); insert into numbers values (1)`,
    )
    const rows = await rehearse(refused)
    expect(rows).toMatchObject({
      status: 'BLOCKED',
      report: { obstacles: [{ subject: 'table public.points', message: expect.stringContaining('people_pkey') as string }] },
    })
    await run(
      refused,
      `drop table points; create function once(a int) returns int language sql immutable as 'select 1'; alter table numbers add unique (a);
       create unique index numbers_once on numbers (once(a)); create or replace function once(a int) returns int language plpgsql immutable as $$ begin return 1 / (a - 1); end $$`,
    )
    const index = await rehearse(refused)
    expect(index).toMatchObject({
      status: 'BLOCKED',
      report: { obstacles: [{ subject: 'database postgres', message: expect.stringContaining('division by zero') as string }] },
    })
  })

  test('names our superuser as the project does, where that keeps its former name', async () => {
    const of = await older('Early')
    const { current, former } = ownNames
    // as an early version made it, with a role of its owner's that is in the way
    const rename = `begin; create role renaming superuser; set local session authorization renaming;
      alter role ${current.administrator} rename to ${former.administrator}; alter role ${current.reader} rename to ${former.reader};
      reset session authorization; drop role renaming; create role ${current.administrator}; create table public.ours (); commit`
    const target = targetOf(await platform.ctx.clusters.endpoint(of), 'administrator')
    await withClient(target, (client) => client.run(userAuthored('statement', rename)))
    await rm(join(platform.ground.home, 'clusters', of, 'data', 'colonnade_names'))
    await platform.ask('owner', 'POST', `/platform/projects/${of}/restart`)
    await platform.ctx.parts.reconciler.idle(of)
    expect(await platform.ctx.clusters.endpoint(of)).toMatchObject({ names: 'former' })
    expect(await rehearse(of)).toMatchObject({ status: 'REHEARSED', report: { obstacles: [], differing_tables: [] } })
  })

  test('of a project that does not run is refused', async () => {
    const paused = await older('Paused')
    await platform.ask('owner', 'POST', `/platform/projects/${paused}/pause`)
    await platform.ctx.parts.reconciler.idle(paused)
    expect(await platform.ask('owner', 'POST', at(paused))).toMatchObject({ status: 409, json: { code: 'project_not_active' } })
  })
})

test.each([
  ['23514', true],
  ['42883', true],
  ['XX000', true],
  ['53100', false],
  ['57P01', false],
  [undefined, false],
])('what Postgres says with %s stands in the way: %s', (sqlstate, expected) => {
  expect(isRefusal(new AppError('database_error', { sqlstate }))).toBe(expected)
})

test('a function that relies on search_path is named, with what to do', () => {
  const where = 'SQL function "total" during startup'
  const error = new AppError('database_error', { sqlstate: '42P01', where }, { message: 'relation "orders" does not exist' })
  expect(obstacleOf('postgres', { statement: 'CREATE INDEX …', error })).toEqual({
    subject: 'database postgres',
    message: expect.stringMatching(/^relation "orders" does not exist\. .*ALTER FUNCTION … SET search_path$/) as string,
    detail: `${where}\n\nCREATE INDEX …`,
  })
  const plain = new AppError('database_error', { sqlstate: '42P01' }, { message: 'relation "orders" does not exist' })
  expect(obstacleOf('postgres', { statement: 'CREATE INDEX …', error: plain }).message).toBe('relation "orders" does not exist')
})

test('what may hold a password is not told', () => {
  expect(safeToShow("CREATE SUBSCRIPTION x CONNECTION 'host=a password=b'")).toBeNull()
  expect(safeToShow("CREATE USER MAPPING FOR x SERVER y OPTIONS (password 'b')")).toBeNull()
  expect(safeToShow('CREATE TABLE x ();')).toBe('CREATE TABLE x ();')
})

test('a rehearsal that would fill the disk is refused', () => {
  const needed = 3_000_000_000
  expect(shortOfRoom({ bytes: needed / 3, isShared: false }, needed)).toBeNull()
  expect(shortOfRoom({ bytes: needed / 3, isShared: false }, needed - 1)).toMatchObject({
    code: 'storage_full',
    message: expect.stringContaining('2.79 GB') as string,
  })
  expect(shortOfRoom({ bytes: needed / 3, isShared: true }, needed / 2)).toBeNull()
})
