import type { QueryReply } from '@colonnade/contracts/data/queries'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'
import { noticeText } from './messages.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Queries')
  await run('create table people (id int primary key, name text not null, friend int references people)')
})
afterAll(() => platform[Symbol.asyncDispose]())

const ask = (body: object, as: Person = 'owner'): Promise<Reply> => platform.ask(as, 'POST', `/platform/pg-meta/${ref}/query`, body)
const run = async (query: string, rest: object = {}): Promise<QueryReply> => {
  const reply = await ask({ query, ...rest })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as QueryReply
}

describe('running SQL', () => {
  test('every statement of a text gives its result', async () => {
    const { results } = await run(
      "select 1 as a; insert into people values (1, 'Ada'), (2, 'Bob'); update people set name = name; select name from people order by id",
    )
    expect(results.map(({ command, row_count }) => [command, row_count])).toEqual([
      ['SELECT', 1],
      ['INSERT', 2],
      ['UPDATE', 2],
      ['SELECT', 2],
    ])
    expect(results[3]!.rows).toEqual([['Ada'], ['Bob']])
  })

  test('parameters without values are refused, and leave the connection as it was', async () => {
    const { status, json } = await ask({ query: 'select * from people where id = $1 and name = $2' })
    expect([status, json]).toMatchObject([400, { code: 'undefined_object', details: { sqlstate: '08P01' } }])
    expect((await run('select 1')).results[0]!.rows).toEqual([['1']])
  })

  test('parameters take the values that come with them', async () => {
    const query = "select $1::int + 1, $2::text, $3::jsonb ->> 'a', $4::bool, $5::text[], $6::text"
    const { results } = await run(query, { parameters: [41, "O'Neil; --", { a: 'é' }, true, '{1,2}', null] })
    expect(results[0]!.rows).toEqual([['42', "O'Neil; --", 'é', 't', '{1,2}', null]])
    expect(await ask({ query: 'select $1, $2', parameters: ['x'] })).toMatchObject({ json: { code: 'undefined_object' } })
    expect(await ask({ query: 'select 1; select $1', parameters: ['x'] })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((await platform.ask('read-only', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select $1', parameters: ['x'] })).json).toMatchObject(
      {
        results: [{ rows: [['x']] }],
      },
    )
  })

  test.for(['query', 'query/transaction', 'runs', 'exports'])('a field that %s does not know is refused', async (path) => {
    const body = { query: 'select 1', statements: [{ query: 'select 1' }], format: 'csv', file_name: 'x', params: [1] }
    const { status, json } = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/${path}`, body)
    expect([status, json]).toMatchObject([
      400,
      { code: 'invalid_input', details: { issues: expect.arrayContaining([expect.objectContaining({ path: ['body', 'params'] })]) } },
    ])
  })

  test('a mistake within a function is told with its statement', async () => {
    const query = "do $$ begin execute 'select nowhere'; end $$"
    expect((await ask({ query })).json).toMatchObject({ details: { internal_query: 'select nowhere', internal_position: 8 } })
  })

  test('values keep every digit', async () => {
    const { results } = await run(`select 9223372036854775807::int8, 0.1::float8 + 0.2, 12345678901234567890.123456789::numeric, 'NaN'::float8,
      '-infinity'::timestamptz, '\\xdeadbeef'::bytea, '0044-03-15 BC'::date, array[1, null, 3], '{"a": 1.0}'::jsonb, null, ''`)
    expect(results[0]!.rows[0]).toEqual([
      '9223372036854775807',
      '0.30000000000000004',
      '12345678901234567890.123456789',
      'NaN',
      '-infinity',
      '\\xdeadbeef',
      '0044-03-15 BC',
      '{1,NULL,3}',
      '{"a": 1.0}',
      null,
      '',
    ])
  })

  test('types are named as Postgres names them (a domain goes over the wire as its base type)', async () => {
    await run("create type mood as enum ('happy'); create domain short as varchar(5)")
    const { results } = await run("select 1::numeric(10,2), 'a'::varchar(20), 'happy'::mood, 'x'::short, array['happy'::mood], row(1, 2)")
    expect(results[0]!.fields.map(({ type }) => type)).toEqual([
      'numeric(10,2)',
      'character varying(20)',
      'mood',
      'character varying(5)',
      'mood[]',
      'record',
    ])
  })

  test('columns of a table say which one', async () => {
    const { results } = await run('select name, 1 as one, name from people')
    const [name, one, again] = results[0]!.fields
    expect(name).toMatchObject({ name: 'name', column_number: 2 })
    expect(name!.table_oid).toBeGreaterThan(0)
    expect(one!.table_oid).toBe(0)
    expect(again!.name).toBe('name')
  })

  test('a text is atomic unless it says otherwise', async () => {
    expect((await ask({ query: 'create table half (a int); select 1/0' })).json).toMatchObject({
      code: 'invalid_value',
      details: { sqlstate: '22012', rolled_back: 1 },
    })
    expect((await run("select to_regclass('half')")).results[0]!.rows).toEqual([[null]])
  })

  test('a transaction left open is rolled back, and that is said', async () => {
    const { notices, results } = await run("begin; insert into people values (99, 'Ghost')")
    expect(results[1]).toMatchObject({ command: 'INSERT', row_count: 1, rolled_back: true })
    expect(notices).toMatchObject([{ severity: 'WARNING', sqlstate: '25P01' }])
    expect((await run('select count(*) from people where id = 99')).results[0]!.rows).toEqual([['0']])
  })

  test('nothing of one run is left for the next', async () => {
    await run('set search_path = nowhere; set role anon; create temporary table if not exists leftover (a int)').catch(() => {})
    await run("set statement_timeout = '1ms'; select 1").catch(() => {})
    const { results } = await run(
      "select current_user, current_setting('search_path'), current_setting('statement_timeout'), to_regclass('leftover')",
    )
    expect(results[0]!.rows[0]).toEqual(['postgres', '"$user", public, extensions', '1min', null])
  })

  test('notices arrive', async () => {
    const { notices } = await run("do $$ begin raise notice 'hello' using hint = 'look'; end $$")
    expect(notices).toMatchObject([{ severity: 'NOTICE', message: 'hello', hint: 'look' }])
  })

  test('rows beyond the cap are dropped and said to be', async () => {
    const one = await run('select * from generate_series(1, 5000000)', { row_limit: 10 })
    expect(one.results[0]).toMatchObject({ truncated: true, row_count: null })
    expect(one.results[0]!.rows).toHaveLength(10)
    const several = await run('select 1; select * from generate_series(1, 200000)', { row_limit: 10 })
    expect(several.results[1]).toMatchObject({ truncated: true, row_count: 200_000 })
    const exact = await run('select * from generate_series(1, 10)', { row_limit: 10 })
    expect(exact.results[0]).toMatchObject({ truncated: false, row_count: 10 })
  })

  test('what changes rows changes all of them, whatever the cap', async () => {
    await run('create table many as select 0 as a from generate_series(1, 5000)')
    await run('update many set a = 1 returning a', { row_limit: 1 })
    expect((await run('select count(*) from many where a = 1')).results[0]!.rows).toEqual([['5000']])
  })

  test('a text of nothing but comments has no result', async () => {
    expect((await run('-- nothing\n/* here */')).results).toEqual([])
  })
})

const refused = [
  { query: 'selec 1', status: 400, code: 'syntax_error', details: { sqlstate: '42601', position: 1 } },
  { query: 'select 1; selec 2', status: 400, code: 'syntax_error', details: { position: 11 } },
  { query: 'select * from nowhere', status: 400, code: 'undefined_object', details: { sqlstate: '42P01', position: 15 } },
  { query: 'select upper(1, 2, 3)', status: 400, code: 'undefined_object', details: { hint: expect.any(String) } },
  {
    query: "insert into people values (1, 'Twice')",
    status: 409,
    code: 'unique_violation',
    details: { constraint: 'people_pkey', detail: expect.any(String) },
  },
  { query: "insert into people values (7, 'X', 12345)", status: 409, code: 'foreign_key_violation', details: { table: 'people' } },
  { query: 'insert into people (id) values (8)', status: 400, code: 'not_null_violation', details: { column: 'name' } },
  { query: "select 'x'::int", status: 400, code: 'invalid_value', details: { sqlstate: '22P02' } },
  { query: "copy people to program 'id'", status: 403, code: 'insufficient_privilege', details: {} },
  { query: 'copy people from stdin', status: 400, code: 'database_error', details: {} },
  { query: 'set role supabase_admin', status: 403, code: 'insufficient_privilege', details: {} },
]

describe('a refused statement', () => {
  test('is not told back whole, however long the word is that does not fit', async () => {
    const { json } = await ask({ query: `select 1 2${'long'.repeat(200_000)}` })
    const { code, message, details } = json as { code: string; message: string; details: unknown }
    expect({ code, details }).toMatchObject({ code: 'syntax_error', details: { sqlstate: '42601', position: 10 } })
    expect(message).toMatch(/^(syntax error|trailing junk).{1,1000}$/)
  })

  test.for(refused)('$query', async ({ query, status, code, details }) => {
    const reply = await ask({ query })
    expect(reply.json).toMatchObject({ code, details })
    expect(reply.status).toBe(status)
    await run('select 1')
  })
})

describe('time', () => {
  test("the caller's limit ends it", async () => {
    expect((await ask({ query: 'select pg_sleep(30)', timeout_ms: 50 })).json).toMatchObject({
      code: 'statement_timeout',
      details: { timeout_ms: 50 },
    })
  })

  test('a cancel by key really cancels', async () => {
    const slow = ask({ query: 'select pg_sleep(100)', key: 'slow', timeout_ms: 0 })
    await expect
      .poll(
        async () =>
          (await run("select count(*) from pg_stat_activity where query = 'select pg_sleep(100)' and state = 'active'")).results[0]!.rows[0]![0],
      )
      .toBe('1')
    expect((await ask({ query: 'select 1', key: 'slow' })).json).toMatchObject({ code: 'query_key_in_use' })
    const cancel = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key: 'slow' })
    expect(cancel.json).toEqual({ cancelled: true })
    expect((await slow).json).toMatchObject({ code: 'query_cancelled' })
    const again = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key: 'slow' })
    expect(again).toMatchObject({ status: 404, json: { code: 'query_not_found' } })
  })

  test('more callers than connections wait their turn', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, (_, index) => run(`select pg_sleep(0.01), ${index} as n`)))
    expect(replies.map(({ results }) => results[0]!.rows[0]![1])).toEqual(Array.from({ length: 30 }, (_, index) => String(index)))
  })

  test('a connection lost under a query is said, and the next query works', async () => {
    const slow = ask({ query: 'select pg_sleep(101)', timeout_ms: 0 })
    const find = "select pid from pg_stat_activity where query = 'select pg_sleep(101)' and state = 'active'"
    await expect.poll(async () => (await run(find)).results[0]!.rows.length).toBe(1)
    await run(`select pg_terminate_backend(pid) from (${find}) as found`)
    expect(await slow).toMatchObject({ status: 503, json: { code: 'connection_lost' } })
    await run('select 1')
  })
})

describe('too much', () => {
  test('one value that is too large is refused, and the platform lives on', async () => {
    expect(await ask({ query: "select repeat('x', 50000000)" })).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
    expect(await ask({ query: "do $$ begin raise notice '%', repeat('x', 50000000); end $$" })).toMatchObject({ status: 413 })
    expect(await ask({ query: "do $$ begin raise exception '%', repeat('x', 50000000); end $$" })).toMatchObject({ status: 413 })
    await run('select 1')
  })

  test('rows of nothing cost memory too, and are truncated', async () => {
    const columns = Array.from({ length: 400 }, () => 'null').join(', ')
    const { results } = await run(`select ${columns} from generate_series(1, 100000)`, { row_limit: 100_000 })
    expect(results[0]!.truncated).toBe(true)
    expect(results[0]!.rows.length).toBeLessThan(20_000)
  })

  test('a text of very many statements keeps the first thousand results, and says so', async () => {
    const { results, notices } = await run('select 1;'.repeat(1_200))
    expect(results).toHaveLength(1_000)
    expect(notices).toMatchObject([{ message: noticeText.resultsLeftOut.message(1000) }])
  })

  test('long notices are cut', async () => {
    const { notices } = await run("do $$ begin raise notice '%', repeat('x', 100000); end $$")
    expect(notices[0]!.message).toHaveLength(8_193)
  })

  test('what COPY sends is said not to be shown', async () => {
    expect((await run('copy people to stdout')).notices).toMatchObject([{ message: noticeText.copyToStdout.message }])
  })
})

describe('what an owner sets', () => {
  test('does not keep the platform out of the project', async () => {
    await run("alter database postgres set local_preload_libraries = 'nowhere'; alter role postgres set local_preload_libraries = 'nowhere'")
    await run("alter database postgres set idle_session_timeout = '1ms'")
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/restart`)
    await platform.ctx.parts.reconciler.idle(ref)
    await run('alter database postgres reset all; alter role postgres reset local_preload_libraries')
  })
})

describe('roles', () => {
  test('a key is its own person\u2019s: nobody else cancels under it', async () => {
    const slow = ask({ query: 'select pg_sleep(103)', key: 'mine', timeout_ms: 0 })
    await expect
      .poll(
        async () =>
          (await run("select count(*) from pg_stat_activity where query like '%pg_sleep(103)%' and pid <> pg_backend_pid()")).results[0]!.rows[0]![0],
      )
      .toBe('1')
    const theft = await platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key: 'mine' })
    expect(theft).toMatchObject({ status: 404, json: { code: 'query_not_found' } })
    const cancel = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key: 'mine' })
    expect(cancel.json).toEqual({ cancelled: true })
    expect((await slow).json).toMatchObject({ code: 'query_cancelled' })
  })

  test('a cancel is taken from who may change nothing more for now', async () => {
    const change = () => platform.ask('developer', 'PUT', `/platform/pg-meta/${ref}/runs/lock`, {})
    await expect.poll(async () => (await change()).json, { interval: 0 }).toMatchObject({ code: 'rate_limited' })
    const cancel = await platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key: 'none' })
    expect(cancel.json).toMatchObject({ code: 'query_not_found' })
  })

  test('a reader sees no password verifiers, and writes neither large objects nor logical messages', async () => {
    for (const query of [
      'select rolpassword from pg_authid',
      'select subconninfo from pg_subscription',
      "select lo_from_bytea(0, 'x')",
      "select pg_logical_emit_message(true, 'a', 'b')",
    ]) {
      expect((await ask({ query }, 'read-only')).json, query).toMatchObject({ code: 'insufficient_privilege' })
    }
  })

  test('a query runs as the role that was asked for', async () => {
    expect((await run('select current_user', { role: 'anon' })).results[0]!.rows).toEqual([['anon']])
    expect((await ask({ query: 'select 1', role: 'no such "role"' })).status).toBe(400)
  })

  test('a reader reads, and can not write', async () => {
    expect((await ask({ query: 'select count(*) from people' }, 'read-only')).status).toBe(200)
    for (const query of [
      "insert into people values (50, 'x')",
      'set transaction read write; delete from people',
      'set role postgres',
      'drop table people',
    ]) {
      expect((await ask({ query }, 'read-only')).status, query).toBe(403)
    }
    expect(await ask({ query: 'select 1', role: 'postgres' }, 'read-only')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  })

  test('a reader writes through no function either, whatever the way', async () => {
    await run("create function befriend() returns text language sql security definer as $$ insert into people values (70, 'Foe') returning name $$")
    for (const query of ['select befriend()', 'begin read write; select befriend(); commit', 'commit; begin read write; select befriend(); commit']) {
      for (const path of ['query', 'runs', 'exports']) {
        const body = { query, ...(path === 'exports' && { format: 'csv', file_name: 'x' }) }
        const reply = await platform.ask('read-only', 'POST', `/platform/pg-meta/${ref}/${path}`, body)
        const link = reply.json as { url?: string } | undefined
        if (link?.url !== undefined) await platform.ask('read-only', 'GET', link.url)
        expect(JSON.stringify(reply.json) ?? Buffer.from(reply.bytes).toString(), path).toMatch(/read_only|invalid_input|"url"/)
      }
    }
    expect((await run('select count(*) from people where id = 70')).results[0]!.rows).toEqual([['0']])
  })
})
