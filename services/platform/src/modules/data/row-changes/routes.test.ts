import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { logins } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'
import type { TestStream } from '../../../testing-stream.ts'

// ports from 50_500
let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Changes')
  await run('create table cats (tenant text, id int, name text, primary key (tenant, id)); create table quiet (id int primary key)')
  await run('alter publication supabase_realtime add table cats')
})
afterAll(() => platform[Symbol.asyncDispose]())

const run = async (query: string): Promise<QueryReply> => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as QueryReply
}
const oidOf = async (table: string): Promise<string> => (await run(`select '${table}'::regclass::oid`)).results[0]!.rows[0]![0]!
const path = async (table: string): Promise<string> => `/platform/pg-meta/${ref}/row-changes?table=${await oidOf(table)}`
const ask = async (as: Person, table: string): Promise<Reply> => platform.ask(as, 'GET', await path(table))

/** A reader of a table's changes, who has left at the end of the test. */
async function follow(table: string, as: Person = 'owner'): Promise<TestStream & { next(): Promise<RowChangeEvent | null> }> {
  const stream = await platform.follow(as, await path(table))
  onTestFinished(() => stream.close())
  return stream as TestStream & { next(): Promise<RowChangeEvent | null> }
}

const slots = (): Promise<number> =>
  platform.ctx.clusters
    .endpoint(ref)
    .then((endpoint) =>
      withClient({ ...endpoint, ...logins.administrator }, async (client) => (await client.rows(sql`select from pg_replication_slots`)).length),
    )

describe('changes of a table', () => {
  test('are told as they are committed, as keys', async () => {
    const stream = await follow('cats')
    expect(await stream.next()).toEqual({ kind: 'listening', columns: ['tenant', 'id'] })
    await run("insert into cats (id, tenant, name) values (1, 'a', 'Tom'); update cats set name = 'Tim'; update cats set id = 2; delete from cats")
    const event = await stream.next()
    expect(event).toMatchObject({
      kind: 'changes',
      columns: ['tenant', 'id'],
      lsn: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
      changes: [
        { kind: 'insert', key: ['a', '1'], previous_key: null },
        { kind: 'update', key: ['a', '1'], previous_key: null },
        { kind: 'update', key: ['a', '2'], previous_key: ['a', '1'] },
        { kind: 'delete', key: ['a', '2'], previous_key: null },
      ],
      is_cut: false,
    })
  })

  test('that were rolled back, or are of another table, are not', async () => {
    await run('create table dogs (id int primary key); alter publication supabase_realtime add table dogs')
    const [cats, dogs] = [await follow('cats'), await follow('dogs')]
    await Promise.all([cats.next(), dogs.next()])
    expect(await slots()).toBe(1)
    await run("do $$ begin insert into cats values ('lost', 1); rollback; insert into dogs values (7); end $$")
    await run("insert into cats values ('kept', 1)")
    expect(await dogs.next()).toMatchObject({ changes: [{ kind: 'insert', key: ['7'] }] })
    expect(await cats.next()).toMatchObject({ changes: [{ kind: 'insert', key: ['kept', '1'] }] })
  })

  test('are cut when there are very many', async () => {
    const stream = await follow('cats')
    await stream.next()
    await run("insert into cats select 'many', n, null from generate_series(1, 10000) n")
    const event = await stream.next()
    expect(event).toMatchObject({ kind: 'changes', is_cut: true })
    await run('truncate cats')
    expect(await stream.next()).toMatchObject({ changes: [{ kind: 'truncate', key: null }] })
  })

  test('come from all partitions of it, also from new ones', async () => {
    await run(`create table parts (id int primary key) partition by list (id); create table "part 1" partition of parts for values in (1);
      alter publication supabase_realtime add table parts`)
    const stream = await follow('parts')
    expect(await stream.next()).toEqual({ kind: 'listening', columns: ['id'] })
    await run('insert into parts values (1)')
    expect(await stream.next()).toMatchObject({ changes: [{ kind: 'insert', key: ['1'] }] })
    await run('create table part2 partition of parts for values in (2); insert into parts values (2)')
    expect(await stream.next()).toEqual({ kind: 'listening', columns: ['id'] })
    await run('delete from parts')
    expect(await stream.next()).toMatchObject({ changes: [{ kind: 'delete' }, { kind: 'delete' }] })
  })

  test('go on with another key when the table has another', async () => {
    await run('create table grows (id int primary key, code text); alter publication supabase_realtime add table grows')
    const stream = await follow('grows')
    await stream.next()
    await run("insert into grows values (1, 'x')")
    await stream.next()
    await run("alter table grows drop constraint grows_pkey, add primary key (code); insert into grows values (2, 'y')")
    const seen = [await stream.next(), await stream.next()]
    expect(seen).toContainEqual({ kind: 'listening', columns: ['code'] })
  })

  test('have no key where a table has none', async () => {
    await run('create table heap (a int); alter table heap replica identity full; alter publication supabase_realtime add table heap')
    const stream = await follow('heap')
    expect(await stream.next()).toEqual({ kind: 'listening', columns: [] })
    await run('insert into heap values (1)')
    expect(await stream.next()).toMatchObject({ columns: [], changes: [{ kind: 'insert', key: null }] })
  })
})

describe('a table whose changes are not all published', () => {
  test.for([
    ['create table never (id int primary key)', 'never'],
    ['create view seen as select 1 as a', 'seen'],
    ['create table some_rows (id int primary key); alter publication supabase_realtime add table some_rows where (id > 1)', 'some_rows'],
    [
      `create table half (id int primary key) partition by list (id); create table half1 partition of half for values in (1);
       create table half2 partition of half for values in (2); alter publication supabase_realtime add table half1`,
      'half',
    ],
  ] as const)('is said to be so: %s', async ([setUp, table]) => {
    await run(setUp)
    const stream = await follow(table)
    expect([await stream.next(), await stream.next()]).toEqual([{ kind: 'not_published' }, null])
    expect(await slots()).toBe(0)
  })

  test('is told when it leaves the publication', async () => {
    await run('create table leaves (id int primary key); alter publication supabase_realtime add table leaves')
    const stream = await follow('leaves')
    await stream.next()
    await run(
      'drop table leaves; create table other (id int primary key); alter publication supabase_realtime add table other; insert into other values (1)',
    )
    expect([await stream.next(), await stream.next()]).toEqual([{ kind: 'not_published' }, null])
  })

  test('that is not there is one', async () => {
    const stream = await platform.follow('owner', `/platform/pg-meta/${ref}/row-changes?table=4294967295`)
    expect(await stream.next()).toEqual({ kind: 'not_published' })
  })
})

describe('who follows', () => {
  test('holds one slot with all others, which goes with the last of them', async () => {
    const streams = await Promise.all(Array.from({ length: 7 }, () => follow('cats')))
    await Promise.all(streams.map((stream) => stream.next()))
    expect(await slots()).toBe(1)
    await Promise.all(streams.slice(1).map((stream) => stream.close()))
    await run("insert into cats values ('still', 1)")
    expect(await streams[0]!.next()).toMatchObject({ changes: [{ key: ['still', '1'] }] })
    await streams[0]!.close()
    await expect.poll(slots).toBe(0)
  })

  test('takes one connection with all others, and none of those for queries', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow('cats')))
    await Promise.all(streams.map((stream) => stream.next()))
    const { results } = await run("select backend_type, usename from pg_stat_activity where application_name = 'colonnade-realtime'")
    expect(results[0]!.rows).toEqual([['walsender', 'supabase_admin']])
  })

  test('may be a member who only reads, where the table may be read', async () => {
    const stream = await follow('cats', 'read-only')
    expect(await stream.next()).toMatchObject({ kind: 'listening' })
    await run(
      'create table hidden (id int primary key); revoke all on hidden from supabase_read_only_user; alter publication supabase_realtime add table hidden',
    )
    expect(await ask('read-only', 'hidden')).toMatchObject({ status: 403, json: { code: 'insufficient_privilege' } })
  })

  test.for(['x', '', '-1', '1.5', '99999999999'])('must name a table by its oid, and not %j', async (table) => {
    expect(await platform.ask('owner', 'GET', `/platform/pg-meta/${ref}/row-changes?table=${table}`)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    })
  })

  test('is told when there is no slot, or none can be made now', async () => {
    const endpoint = await platform.ctx.clusters.endpoint(ref)
    await withClient({ ...endpoint, ...logins.administrator }, async (client) => {
      await client.rows(sql`select pg_create_physical_replication_slot('taken_' || n, false, true) from generate_series(1, 8) n`)
      expect(await ask('owner', 'cats')).toMatchObject({ status: 503, json: { code: 'changes_unavailable', details: { sqlstate: '53400' } } })
    })
    await withClient({ ...endpoint, ...logins.administrator }, async (client) => {
      await client.run(sql`begin; insert into public.quiet values (1)`)
      expect(await ask('owner', 'cats')).toMatchObject({ status: 503, json: { code: 'changes_unavailable', details: { sqlstate: '55P03' } } })
    })
    expect(await (await follow('cats')).next()).toMatchObject({ kind: 'listening' })
  })

  test('leaves when the session ends', async () => {
    const stream = await follow('cats', 'developer')
    await stream.next()
    await platform.ask('developer', 'POST', '/platform/sign-out')
    platform.forget('developer')
    expect(await stream.next()).toBeNull()
    await expect.poll(slots).toBe(0)
  })

  test('leaves when the connection is lost, and may come back', async () => {
    const stream = await follow('cats')
    await stream.next()
    const endpoint = await platform.ctx.clusters.endpoint(ref)
    await withClient({ ...endpoint, ...logins.administrator }, (client) => client.run(sql`select pg_terminate_backend(pid) from pg_stat_replication`))
    expect(await stream.next()).toBeNull()
    expect(await (await follow('cats')).next()).toMatchObject({ kind: 'listening' })
  })

  test('does not keep a project from being paused, nor from coming back', async () => {
    const stream = await follow('cats')
    await stream.next()
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    expect(await stream.next()).toBeNull()
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await platform.ask('owner', 'GET', `/platform/pg-meta/${ref}/row-changes?table=1`)).toMatchObject({ json: { code: 'project_not_active' } })
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/restore`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await (await follow('cats')).next()).toMatchObject({ kind: 'listening' })
  })
})
