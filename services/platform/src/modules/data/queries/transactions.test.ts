import type { QueryReply } from '@colonnade/contracts/data/queries'
import { decodeRows } from '@colonnade/pg-meta'
import { listUnrecordedChanges } from '@colonnade/pg-meta/unrecorded-changes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Transactions')
  await run(`create table cats (id int primary key, name text not null, friend int references cats deferrable initially deferred);
    create table log (what text);
    create function remember(what text) returns int language plpgsql as $$ begin insert into log values (what); return 1; end $$;
    create procedure ends() language plpgsql as $$ begin commit; end $$`)
})
afterAll(() => platform[Symbol.asyncDispose]())

const ask = (path: string, body: object, as: Person = 'owner'): Promise<Reply> =>
  platform.ask(as, 'POST', `/platform/pg-meta/${ref}/query${path}`, body)
const run = async (query: string, rest: object = {}): Promise<QueryReply> => {
  const reply = await ask('', { query, ...rest })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as QueryReply
}
const transaction = (
  statements: readonly (string | { query: string; expected_rows?: number; recorded?: string })[],
  rest: object = {},
  as: Person = 'owner',
) => ask('/transaction', { statements: statements.map((each) => (typeof each === 'string' ? { query: each } : each)), ...rest }, as)
const valueOf = async (query: string): Promise<string | null | undefined> => (await run(query)).results[0]!.rows[0]![0]

describe('a transaction', () => {
  test('commits all statements, and gives the last result of each', async () => {
    const reply = await transaction([
      { query: "insert into cats values (1, 'Tom'), (2, 'Kit')", expected_rows: 2 },
      "create type coat as enum ('grey'); select 'grey'::coat as coat, name from cats where id = 1",
      '-- nothing',
      { query: 'update cats set name = upper(name) returning id', expected_rows: 2 },
    ])
    expect(reply.status, JSON.stringify(reply.json)).toBe(200)
    const { results } = reply.json as QueryReply
    expect(results.map(({ command, row_count, rows }) => [command, row_count, rows])).toEqual([
      ['INSERT', 2, []],
      ['SELECT', 1, [['grey', 'Tom']]],
      ['', null, []],
      ['UPDATE', 2, [['1'], ['2']]],
    ])
    expect(results[1]!.fields[0]).toMatchObject({ name: 'coat', type: 'coat' })
    expect(await valueOf("select string_agg(name, ' ' order by id) from cats")).toBe('TOM KIT')
  })

  test('of which a statement fails keeps nothing, and says which and where in it', async () => {
    const reply = await transaction(["insert into cats values (10, 'Ghost')", "select '😀'; select 1; selec 2", 'select 3'])
    expect(reply).toMatchObject({ status: 400, json: { code: 'syntax_error', details: { statement: 1, position: 23, sqlstate: '42601' } } })
    const taken = await transaction(["insert into cats values (11, 'Ghost')", 'select 1', "insert into cats values (1, 'Twice')"])
    expect(taken).toMatchObject({ status: 409, json: { code: 'unique_violation', details: { statement: 2, constraint: 'cats_pkey' } } })
    expect(await valueOf('select count(*) from cats where id in (10, 11)')).toBe('0')
  })

  test('that touches other than the expected rows keeps nothing, and names all such statements', async () => {
    const reply = await transaction([
      { query: "update cats set name = 'x' where id = 1", expected_rows: 1 },
      { query: 'delete from cats where id = 404', expected_rows: 1 },
      { query: 'select * from cats', expected_rows: 1 },
      { query: 'create table made (a int)', expected_rows: 1 },
    ])
    expect(reply).toMatchObject({ status: 409, json: { code: 'rows_changed', details: { statements: [1, 2, 3] } } })
    expect(await valueOf("select count(*) filter (where name = 'x') || ' ' || coalesce(to_regclass('made')::text, 'none') from cats")).toBe('0 none')
  })

  test('tells what a trigger that skips a row remarks', async () => {
    await run(`create function skip() returns trigger language plpgsql as $$ begin raise notice 'cat % is asleep', old.id; return null; end $$;
      create table sleepers as select 1 as id; create trigger skip before update or delete on sleepers for each row execute function skip()`)
    const reply = await transaction([{ query: 'delete from sleepers', expected_rows: 1 }])
    expect(reply).toMatchObject({
      status: 409,
      json: { details: { statements: [0], notices: [{ severity: 'NOTICE', message: 'cat 1 is asleep' }] } },
    })
  })

  test('counts rows beyond the cap, as far as they are expected', async () => {
    const many = { query: 'select * from generate_series(1, 50)', expected_rows: 50 }
    const reply = await transaction([many, 'select * from generate_series(1, 3)'], { row_limit: 2 })
    expect((reply.json as QueryReply).results).toMatchObject([
      { row_count: 50, truncated: true },
      { row_count: 3, truncated: true },
    ])
    expect(await transaction([{ ...many, expected_rows: 49 }], { row_limit: 2 })).toMatchObject({ json: { details: { statements: [0] } } })
  })

  test('whose commit fails says so without a statement', async () => {
    const reply = await transaction(["insert into cats values (20, 'Lost', 404)", 'select 1'])
    expect(reply).toMatchObject({ status: 409, json: { code: 'foreign_key_violation', details: { constraint: 'cats_friend_fkey' } } })
    expect((reply.json as { details: object }).details).not.toHaveProperty('statement')
    expect(await valueOf('select count(*) from cats where id = 20')).toBe('0')
  })

  test('of thousands of statements takes one round trip', async () => {
    const statements = Array.from({ length: 5_000 }, (_, index) => ({ query: `insert into log values ('${index}')`, expected_rows: 1 }))
    const reply = await transaction(statements)
    expect((reply.json as QueryReply).results).toHaveLength(5_000)
    expect(await valueOf('select count(*) from log')).toBe('5000')
  })

  test.for([
    ['of one text', [{ query: 'a;'.repeat(7_500_000) }]],
    ['of many texts', Array.from({ length: 6_000 }, () => 'a;a')],
  ] as const)('of more statements than a transaction may have is refused unread: %s', async ([, statements]) => {
    expect(await transaction([...statements])).toMatchObject({ status: 413, json: { code: 'too_complex', details: { statements: 10_000 } } })
  })

  test.for(['commit', ' /* so */ Rollback', 'end', 'abort', 'begin', 'start transaction', "prepare transaction 'x'", 'select 1; commit; select 2'])(
    'refuses %j before anything runs',
    async (query) => {
      const reply = await transaction(["insert into cats values (30, 'Half')", query])
      expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input', details: { statement: 1 } } })
      expect(await valueOf('select count(*) from cats where id = 30')).toBe('0')
    },
  )

  test.for([
    ['call ends()', 'database_error'],
    ['do $$ begin rollback; end $$', 'database_error'],
    ['create index concurrently on cats (name)', 'database_error'],
    ['vacuum cats', 'database_error'],
    ['rollback to nowhere', 'database_error'],
    ['copy cats from stdin', 'invalid_input'],
  ] as const)('is not ended by %j', async ([query, code]) => {
    const reply = await transaction(["insert into cats values (31, 'Half')", query])
    expect(reply.json).toMatchObject({ code, details: { statement: 1 } })
    expect(await valueOf('select count(*) from cats where id = 31')).toBe('0')
  })

  test('may go back to a savepoint of its own', async () => {
    const reply = await transaction(['savepoint a', "insert into cats values (32, 'Not')", 'rollback to a', "insert into cats values (33, 'This')"])
    expect(reply.status).toBe(200)
    expect(await valueOf("select string_agg(name, ' ') from cats where id in (32, 33)")).toBe('This')
  })

  test('is cancelled by its key, and keeps nothing', async () => {
    const slow = transaction(["insert into cats values (40, 'Slow')", 'select pg_sleep(102)'], { key: 'slow', timeout_ms: 0 })
    await expect.poll(() => valueOf("select count(*) from pg_stat_activity where wait_event = 'PgSleep'")).toBe('1')
    expect((await ask('/cancel', { key: 'slow' })).json).toEqual({ cancelled: true })
    expect((await slow).json).toMatchObject({ code: 'query_cancelled' })
    expect(await valueOf('select count(*) from cats where id = 40')).toBe('0')
  })

  test('runs as the role that was asked for, with its claims', async () => {
    const asked = { role: 'authenticated', claims: { sub: "o'neil", role: 'authenticated' } }
    const reply = await transaction(
      ["select current_user, current_setting('request.jwt.claims')::json ->> 'sub', current_setting('request.method')"],
      asked,
    )
    expect((reply.json as QueryReply).results[0]!.rows).toEqual([['authenticated', "o'neil", 'POST']])
    expect(await transaction(['alter table cats add column x int'], asked)).toMatchObject({ status: 403, json: { code: 'insufficient_privilege' } })
    expect(await valueOf("select coalesce(current_setting('request.jwt.claims', true), '')")).toBe('')
  })

  test('is nothing for a reader', async () => {
    expect(await transaction(['select 1'], {}, 'read-only')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  })
})

describe('a run that only reads', () => {
  test.for([
    "insert into cats values (60, 'x')",
    "select remember('me')",
    'create temporary table t as select 1 as a; drop table cats',
    "commit; insert into cats values (60, 'x')",
    "select 1; rollback; select remember('me')",
    'set transaction read write; delete from cats',
    "select set_config('transaction_read_only', 'off', false)",
  ])('refuses %j', async (query) => {
    const reply = await ask('', { query, read_only: true })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect((reply.json as { code: string }).code).toMatch(/^(read_only|database_error)$/)
    expect(await valueOf('select count(*) from cats where id = 60')).toBe('0')
    expect(await valueOf("select count(*) from log where what = 'me'")).toBe('0')
  })

  test('reads, as somebody too, and leaves the next run free', async () => {
    const reply = await run('select count(*) from cats; select current_user', { read_only: true, role: 'service_role' })
    expect(reply.results.map(({ rows }) => rows[0]![0])).toEqual([expect.any(String), 'service_role'])
    expect(reply.notices).toEqual([])
    await run("insert into cats values (61, 'Later')")
  })

  test('with claims needs the role that brings them', async () => {
    expect(await ask('', { query: 'select 1', claims: {} })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    const { results } = await run("select current_setting('request.jwt.claims')", { role: 'anon', claims: { role: 'anon' } })
    expect(results[0]!.rows).toEqual([['{"role":"anon"}']])
  })
})

describe('a migration', () => {
  const kept = async () =>
    (
      await run(
        'select name, statements::text, created_by, created_at is not null as dated from supabase_migrations.schema_migrations order by version',
      )
    ).results[0]!.rows

  test('is recorded with what it did, by whom, in the same transaction', async () => {
    const done = await transaction(['create table dogs (id int)', { query: "comment on table dogs is 'secret'", recorded: '-- a comment' }], {
      migration: { name: 'Create table dogs' },
    })
    expect(done.status, JSON.stringify(done.json)).toBe(200)
    expect(await kept()).toEqual([['Create table dogs', '{"create table dogs (id int)","-- a comment"}', 'owner@example.com', 't']])
    const failed = await transaction(['create table wolves (id int)', 'create table dogs (id int)'], { migration: { name: 'Create table wolves' } })
    expect(failed.json).toMatchObject({ code: 'duplicate_object', details: { statement: 1 } })
    expect(await kept()).toHaveLength(1)
  })

  test('can be one that Postgres runs only outside of transactions', async () => {
    const query = 'create index concurrently dogs_id on dogs (id)'
    const reply = await ask('', { query, migration: { name: 'Create index dogs_id' } })
    expect(reply.status, JSON.stringify(reply.json)).toBe(200)
    expect((await kept())[1]!.slice(0, 2)).toEqual(['Create index dogs_id', `{"${query}"}`])
  })

  test.for([
    ['create table torn (a int); commit; begin; alter table torn add b int', 'invalid_input', { position: 28 }],
    ['begin; create table torn (a int); commit', 'invalid_input', { position: 1 }],
    ['create table torn (a int); call ends()', 'database_error', { sqlstate: '2D000', hint: messages.separateHint }],
    ['create table torn (a int); vacuum', 'database_error', { sqlstate: '25001', hint: messages.separateHint }],
    ["create table torn (a int); select 'é', nowhere", 'undefined_object', { position: 40 }],
  ] as const)('is all or nothing: %j', async ([query, code, details]) => {
    const before = await kept()
    expect((await ask('', { query, migration: { name: 'Torn' } })).json).toMatchObject({ code, details })
    expect(await valueOf("select to_regclass('torn')")).toBeNull()
    expect(await kept()).toEqual(before)
  })

  test('has its changes of the schema, and others are told from them', async () => {
    const unrecorded = async (as: Person = 'owner') => {
      const reply = await ask('', { query: listUnrecordedChanges().sql }, as)
      expect(reply.status, JSON.stringify(reply.json)).toBe(200)
      return decodeRows(listUnrecordedChanges(), (reply.json as QueryReply).results).map(({ statement }) => statement)
    }
    const before = await unrecorded()
    const done = await transaction(['create table foxes (id int)', 'alter table foxes add name text'], { migration: { name: 'Create table foxes' } })
    expect(done.status, JSON.stringify(done.json)).toBe(200)
    await ask('', { query: 'create index concurrently foxes_id on foxes (id)', migration: { name: 'Create index foxes_id' } })
    expect(await unrecorded()).toEqual(before)
    await run('alter table foxes add legs int')
    expect(await unrecorded()).toEqual(['alter table foxes add legs int', ...before])
    expect(await unrecorded('read-only')).toEqual(await unrecorded())
  })

  test('is refused before it runs to who may only read, and of another role', async () => {
    const migration = { name: 'Create table cows' }
    expect(await ask('', { query: 'create table cows ()', migration }, 'read-only')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    for (const reply of [
      await ask('', { query: 'create table cows ()', migration, role: 'anon' }),
      await ask('', { query: 'create table cows ()', migration, read_only: true }),
      await transaction(['create table cows ()'], { migration, role: 'anon' }),
    ]) {
      expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input', details: { issues: [{ path: ['body', 'migration'] }] } } })
    }
    expect(await valueOf("select to_regclass('cows')")).toBeNull()
  })
})
