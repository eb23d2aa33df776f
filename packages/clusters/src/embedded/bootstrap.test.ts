import { isAppError } from '@colonnade/core'
import { openDatabase, scramVerifier, withClient } from '@colonnade/pg'
import { literal, sql, userAuthored } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBootstrapped, upgradeBootstrap } from '../bootstrap.ts'
import type { EmbeddedClusters } from '../capabilities.ts'
import { asRole, createTestHome, idleRoles, type TestHome, testRef } from './fixtures.ts'

const password = 'correct horse battery staple'
const ref = testRef()
let home: TestHome
let clusters: EmbeddedClusters

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open()
  await clusters.ensure(ref, { compute: 'nano' })
  await clusters.start(ref)
  const verifier = literal(await scramVerifier(password))
  for (const role of ['postgres', 'supabase_admin', 'supabase_read_only_user', 'authenticator'].map((name) => userAuthored('expression', name))) {
    await asRole(clusters, ref, 'supabase_admin', (client) => client.run(sql`alter role ${role} password ${verifier}`))
  }
})
afterAll(() => home[Symbol.asyncDispose]())

/** The value of an expression for a role, with the claims a request would carry. */
async function ask(user: string, expression: string, claims?: object, role?: string): Promise<unknown> {
  await using database = openDatabase({ ...(await clusters.endpoint(ref)), user, database: 'postgres' }, { maxConnections: 1 })
  return await database.transaction(async (tx) => {
    if (claims !== undefined) await tx.first(sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`)
    if (role !== undefined) await tx.run(sql`set local role ${userAuthored('expression', role)}`)
    return Object.values((await tx.first(sql`select ${userAuthored('expression', expression)}`))!)[0]
  })
}

/** The code of the refusal of a statement, or "done". */
async function attempt(user: string, statement: string): Promise<string> {
  try {
    await asRole(clusters, ref, user, (client) => client.run(userAuthored('statement', statement)))
    return 'done'
  } catch (error) {
    return isAppError(error) ? error.code : String(error)
  }
}

test("a request's claims are read by the functions of auth", async () => {
  const claims = { sub: '6f0e1f7e-9a2b-4c7d-8e1f-0a1b2c3d4e5f', role: 'authenticated', email: 'someone@example.com' }
  expect(await ask('authenticator', 'auth.uid()', claims, 'authenticated')).toBe(claims.sub)
  expect(await ask('authenticator', 'auth.role()', claims, 'anon')).toBe('authenticated')
  expect(await ask('authenticator', 'auth.email()', claims, 'authenticated')).toBe(claims.email)
  expect(await ask('authenticator', `auth.jwt() ->> 'sub'`, claims, 'service_role')).toBe(claims.sub)
  expect(await ask('postgres', 'auth.uid() is null and auth.role() is null and auth.jwt() is null')).toBe(true)
  expect(await ask('postgres', `(set_config('request.jwt.claim.sub', '${claims.sub}', true) is not null) and auth.uid() = '${claims.sub}'`)).toBe(
    true,
  )
})

test('row-level security holds for anon and authenticated, and not for service_role; new tables in public are theirs to use', async () => {
  const setUp = `create table notes (id int generated always as identity, owner uuid default auth.uid(), body text);
    alter table notes enable row level security;
    create policy own on notes for all to authenticated using (owner = auth.uid());
    insert into notes (owner, body) values ('00000000-0000-0000-0000-000000000001', 'one'), ('00000000-0000-0000-0000-000000000002', 'two');
    create function shout(text) returns text language sql return upper($1)`
  expect(await attempt('postgres', setUp)).toBe('done')
  const count = '(select count(*)::int from notes)'
  const one = { sub: '00000000-0000-0000-0000-000000000001' }
  expect(await ask('authenticator', count, {}, 'anon')).toBe(0)
  expect(await ask('authenticator', count, one, 'authenticated')).toBe(1)
  expect(await ask('authenticator', count, {}, 'service_role')).toBe(2)
  expect(await ask('postgres', count, one, 'anon')).toBe(0)
  expect(await ask('authenticator', `shout('a')`, {}, 'anon')).toBe('A')
  await expect(ask('authenticator', count)).rejects.toMatchObject({ code: 'insufficient_privilege' })
})

test('postgres may do what an owner needs', async () => {
  const statements = [
    'create schema mine; create table mine.t (id int primary key); drop schema mine cascade',
    'create role helper login; grant anon to helper; drop role helper',
    'create database another',
    'drop database another',
    'create extension pg_trgm with schema extensions; drop extension pg_trgm',
    'drop extension "uuid-ossp"; create extension "uuid-ossp" with schema extensions',
    'select pg_stat_statements_reset()',
    `select query from pg_stat_statements where query <> '<insufficient privilege>' limit 1`,
    'checkpoint',
    `alter database postgres set statement_timeout = '1h'; alter database postgres reset statement_timeout`,
    `alter role authenticator set pgrst.db_schemas = 'public'; alter role authenticator reset pgrst.db_schemas`,
    'vacuum',
    `select pg_create_logical_replication_slot('s', 'pgoutput'); select pg_drop_replication_slot('s')`,
    'select gen_random_uuid(), uuid_generate_v4(), digest($$a$$, $$sha256$$)',
    'set session_replication_role = replica',
    `alter database postgres set app.settings.jwt_exp = '3600'; alter database postgres reset app.settings.jwt_exp`,
    'create publication p; drop publication p',
    `create table granted (); grant select on granted to supabase_auth_admin, supabase_realtime_admin, ${idleRoles.join(', ')}; drop table granted`,
  ]
  for (const statement of statements) expect([statement, await attempt('postgres', statement)]).toEqual([statement, 'done'])
})

test('postgres is no superuser and does not get at the machine', async () => {
  expect(await ask('postgres', `(select rolsuper from pg_roles where rolname = current_user)`)).toBe(false)
  const statements = [
    `copy (select 1) to program 'true'`,
    `copy (select 1) to '/tmp/out'`,
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    `alter system set work_mem = '1GB'`,
    'set role supabase_admin',
    'alter role supabase_admin password null',
    'create role boss superuser',
    ...['supabase_auth_admin', 'supabase_realtime_admin', 'platform_realtime', ...idleRoles].flatMap((role) => [
      `set role ${role}`,
      `grant ${role} to postgres`,
      `alter role ${role} login`,
    ]),
    'alter role postgres superuser',
    'grant pg_execute_server_program to postgres',
    'create function f() returns int language c as $$libc$$, $$getpid$$',
    'drop schema _colonnade cascade',
    'create table auth.mine ()',
    'create or replace function auth.uid() returns uuid language sql return null::uuid',
    `alter database postgres set session_preload_libraries = 'x'`,
  ]
  for (const statement of statements) expect([statement, await attempt('postgres', statement)]).toEqual([statement, 'insufficient_privilege'])
})

test('our roles have the names that tools of the ecosystem know, and existing SQL finds roles to grant to', async () => {
  expect(await ask('postgres', `(select array_agg(rolname::text) from pg_roles where oid = 10 or rolname = 'supabase_read_only_user')`)).toEqual([
    'supabase_admin',
    'supabase_read_only_user',
  ])
  const named = `rolname in (${idleRoles.map((role) => `'${role}'`).join()})`
  const plain = 'not (rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)'
  expect(await ask('postgres', `(select count(*)::int from pg_roles r where ${named} and ${plain})`)).toBe(idleRoles.length)
  expect(await ask('postgres', `(select count(*)::int from pg_auth_members m join pg_roles r on r.oid in (m.roleid, m.member) where ${named})`)).toBe(
    0,
  )
})

test('the reader sees every row of every table and changes none', async () => {
  expect(await ask('supabase_read_only_user', '(select count(*)::int from notes)')).toBe(2)
  expect(await attempt('supabase_read_only_user', 'delete from notes')).toBe('read_only')
  expect(await attempt('supabase_read_only_user', 'begin read write; delete from notes')).toBe('insufficient_privilege')
  expect(await attempt('supabase_read_only_user', 'begin read write; create table t ()')).toBe('insufficient_privilege')
  expect(await attempt('supabase_read_only_user', 'set role postgres')).toBe('insufficient_privilege')
})

test('what changes the schema is noted, by whom and with its text; what only passes or is the platform’s own is not', async () => {
  const noted = async () =>
    (await ask(
      'postgres',
      `(select coalesce(jsonb_agg(jsonb_build_array(changed_by, commands, objects, statement, is_cut) order by asked_at), '[]') from _colonnade.schema_changes)`,
    )) as unknown[]
  const before = await noted()
  expect(JSON.stringify(before)).not.toMatch(/_colonnade|supabase_admin/)
  const quiet = [
    'create temp table passing (id int); alter table passing add name text; drop table passing',
    'select * into temp passing from notes',
    'begin; create table undone (); rollback',
    'update notes set body = body',
  ]
  for (const statement of quiet) expect([statement, await attempt('postgres', statement)]).toEqual([statement, 'done'])
  await asRole(clusters, ref, 'supabase_admin', (client) => client.run(sql`create table public.ours (); drop table public.ours`))
  expect(await noted()).toEqual(before)
  const several = 'create table seen (id int); create index on seen (id); create table seen_too ()'
  const inReplica = 'set session_replication_role = replica; alter table seen drop column id'
  const long = `comment on table seen_too is '${'x'.repeat(30_000)}'`
  for (const statement of [
    several,
    inReplica,
    long,
    'drop table seen, seen_too',
    'create extension pg_trgm with schema extensions',
    'drop extension pg_trgm',
    `create view seen as select 'a password'`,
    'drop view seen',
    'create table seen (password text)',
    `create role seer password 'it''s a secret'\n 'and more' login; alter table seen add id int; drop role seer`,
    `create table seen_twice (id serial); alter table seen_twice add name text; -- don't
      create role seer password E'secret'; drop role seer`,
    `create role seer password E'se\\'cret'; drop role seer; drop table seen`,
    'do $do$ begin execute format($f$create table kept (id int); create role seer password %L$f$, $s$secret$s$); drop role seer; end $do$',
    'drop table kept, seen_twice',
  ]) {
    expect([statement, await attempt('postgres', statement)]).toEqual([statement, 'done'])
  }
  expect((await noted()).slice(before.length)).toEqual([
    ['postgres', ['CREATE TABLE', 'CREATE INDEX'], ['table public.seen', 'index public.seen_id_idx', 'table public.seen_too'], several, false],
    ['postgres', ['ALTER TABLE'], ['table column public.seen.id', 'table public.seen'], inReplica, false],
    ['postgres', ['COMMENT'], ['table public.seen_too'], long.slice(0, 20_000), true],
    ['postgres', ['DROP TABLE'], ['table public.seen', 'table public.seen_too'], 'drop table seen, seen_too', false],
    ['postgres', ['CREATE EXTENSION'], ['extension pg_trgm'], 'create extension pg_trgm with schema extensions', false],
    ['postgres', ['DROP EXTENSION'], ['extension pg_trgm'], 'drop extension pg_trgm', false],
    ['postgres', ['CREATE VIEW'], ['view public.seen'], null, false],
    ['postgres', ['DROP VIEW'], ['view public.seen'], 'drop view seen', false],
    ['postgres', ['CREATE TABLE'], ['table public.seen'], 'create table seen (password text)', false],
    [
      'postgres',
      ['ALTER TABLE'],
      ['table public.seen'],
      'create role seer password null /* not kept */ login; alter table seen add id int; drop role seer',
      false,
    ],
    [
      'postgres',
      ['CREATE TABLE', 'ALTER TABLE'],
      ['sequence public.seen_twice_id_seq', 'table public.seen_twice'],
      expect.stringMatching(/^create table seen_twice.* don't\s+create role seer password null \/\* not kept \*\/; drop role seer$/s),
      false,
    ],
    ['postgres', ['DROP TABLE'], ['table public.seen'], null, false],
    ['postgres', ['CREATE TABLE'], ['table public.kept'], null, false],
    ['postgres', ['DROP TABLE'], ['table public.kept', 'table public.seen_twice'], 'drop table kept, seen_twice', false],
  ])
  const own = await asRole(clusters, ref, 'postgres', async (client) => {
    await client.run(sql`create sequence public.counted start 41; select nextval('public.counted')`)
    await client.run(sql`create table public.uncounted ()`)
    return client.first(sql`select lastval()::int as value`)
  })
  expect(own).toEqual({ value: 41 })
  expect(await ask('supabase_read_only_user', '(select count(*) > 0 from _colonnade.schema_changes)')).toBe(true)
  expect(await attempt('supabase_read_only_user', 'begin read write; delete from _colonnade.schema_changes')).toBe('insufficient_privilege')
  await expect(ask('supabase_read_only_user', '(select count(*) from _colonnade.schema_migrations)')).rejects.toMatchObject({
    code: 'insufficient_privilege',
  })
  expect(await attempt('postgres', `update _colonnade.schema_changes set statement = ''`)).toBe('insufficient_privilege')
  expect(await attempt('postgres', 'drop event trigger colonnade_schema_change')).toBe('insufficient_privilege')
  await attempt('postgres', `do 'begin for n in 1..1100 loop execute ''create table many_'' || n || '' ()''; end loop; end'`)
  expect(await ask('postgres', `(select cardinality(objects) from _colonnade.schema_changes order by asked_at desc limit 1)`)).toBe(20)
  await asRole(clusters, ref, 'postgres', async (client) => {
    for (let count = 0; count < 1_010; count += 1) await client.run(sql`comment on table public.notes is 'one more'`)
  })
  expect(
    await ask('postgres', `(select array[count(*), count(*) filter (where 'COMMENT' = any (commands))]::int[] from _colonnade.schema_changes)`),
  ).toEqual([1_000, 1_000])
})

test('over TCP a password is asked for, and the platform never comes that way', async () => {
  const { address } = await clusters.status(ref)
  const target = { ...address!, database: 'postgres' }
  expect(await withClient({ ...target, user: 'postgres', password }, (client) => client.first(sql`select current_user::text as who`))).toEqual({
    who: 'postgres',
  })
  const refused = { details: { sqlstate: expect.stringMatching(/^28/) as string } }
  await expect(withClient({ ...target, user: 'postgres', password: 'wrong' }, async () => 'in')).rejects.toMatchObject(refused)
  for (const user of ['supabase_admin', 'supabase_read_only_user', 'authenticator']) {
    await expect(withClient({ ...target, user, password }, async () => 'in')).rejects.toMatchObject(refused)
  }
})

test('what an owner sets for the database does not reach our own sessions', async () => {
  const trap = `create function public.now() returns text language sql return 'trapped';
    alter database postgres set search_path = public, pg_catalog;
    alter database postgres set default_transaction_read_only = on;
    alter database postgres set statement_timeout = 1`
  expect(await attempt('postgres', trap)).toBe('done')
  const seen = await asRole(clusters, ref, 'supabase_admin', (client) =>
    client.first(sql`select current_setting('search_path') as path, current_setting('statement_timeout') as timeout, pg_typeof(now())::text as now`),
  )
  expect(seen).toEqual({ path: '""', timeout: '0', now: 'timestamp with time zone' })
  expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual([])
})

test('a database that its owner has replaced, with a journal that runs code of theirs, is left alone', async () => {
  const server = { ...(await clusters.endpoint(ref)), user: 'postgres' }
  // one statement at a time: databases are not dropped and made in a transaction
  const run = (statement: string) =>
    withClient({ ...server, database: 'template1' }, (client) => client.run(userAuthored('statement', statement))).then(
      () => 'done',
      (error: Error) => error.message,
    )
  // a session of the platform's that is about to end is not the owner's to terminate
  await expect.poll(() => run('drop database postgres with (force)')).toBe('done')
  expect(await run('create database postgres template template0')).toBe('done')
  const trap = `create schema _colonnade;
    create function public.trap() returns text language plpgsql as $$ begin
      if (select rolsuper from pg_roles where rolname = current_user) then alter role postgres superuser; end if;
      return '0001_project';
    end $$;
    create view _colonnade.schema_migrations as select public.trap() as name, 'zz'::text as checksum`
  await withClient({ ...server, database: 'postgres' }, (client) => client.run(userAuthored('statement', trap)))
  expect(await asRole(clusters, ref, 'supabase_admin', isBootstrapped)).toBe(true)
  expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual([])
  expect(await ask('postgres', "(select rolsuper from pg_roles where rolname = 'postgres')")).toBe(false)
})
