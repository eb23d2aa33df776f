import { type Login, logins } from '@colonnade/clusters'
import type { Lint } from '@colonnade/contracts/data/lints'
import { withClient } from '@colonnade/pg'
import { ident, sql, toText } from '@colonnade/sql'
import { hostileNames, type Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { lintText } from './messages.ts'
import { applyRule, readLints, rules } from './advisors.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Advised')
})
afterAll(() => platform[Symbol.asyncDispose]())

const on = async <T>(login: Login, work: Parameters<typeof withClient<T>>[1]): Promise<T> =>
  withClient({ ...(await platform.ctx.clusters.endpoint(ref)), ...logins[login] }, work)
/** As the project's owner. */
const run = (text: string) => on('owner', ({ client }) => client.query(text))
/** What the advisors say, asked over HTTP. */
const lint = async (): Promise<Lint[]> => (await platform.ask('read-only', 'GET', `/platform/projects/${ref}/run-lints`)).json as Lint[]
const named = async (name: string): Promise<Lint[]> => (await lint()).filter((each) => each.name === name)

/** Repairs everything that can be, as the owner would, and returns what is left. */
const repair = async (lints: readonly Lint[]): Promise<void> => {
  for (const { remediation_sql } of lints) if (remediation_sql !== null) await run(remediation_sql)
}

beforeEach(async () => {
  const schemas = await on('owner', (client) =>
    client.rows<{ nspname: string }>(sql`select nspname from pg_namespace where nspowner = 'postgres'::regrole and nspname <> 'extensions'`),
  )
  for (const { nspname } of schemas) await run(toText(sql`drop schema ${ident(nspname)} cascade`))
  await run(`drop schema if exists public cascade; create schema public; grant usage on schema public to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated`)
})

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger gets no advice', as: null, method: 'GET', path: () => `/platform/projects/${ref}/run-lints`, expect: 401 },
  {
    promise: 'who may only read is advised, and nothing is wrong with an empty project',
    as: 'read-only',
    method: 'GET',
    path: () => `/platform/projects/${ref}/run-lints`,
    expect: 200,
    check: (reply) => expect(reply).toEqual([]),
  },
]

describe('advice about users', () => {
  test('finds views that show them, policies that trust what they write, and those that ask for the user once per row', async () => {
    await run(`create view emails as select id, email from auth.users; create view invoking with (security_invoker) as select id, email from auth.users;
      create materialized view phones as select phone from auth.users;
      create table notes (id int primary key, owner uuid); alter table notes enable row level security;
      create policy trusting on notes for select using ((auth.jwt() -> 'user_metadata' ->> 'admin')::bool);
      create policy slow on notes for update using (owner = auth.uid());
      create policy fast on notes for delete using (owner = (select auth.uid()) and (select auth.jwt() ->> 'role') = 'authenticated')`)
    const keys = async (name: string) => (await named(name)).map(({ cache_key }) => cache_key)
    expect(await keys('auth_users_exposed')).toEqual(['auth_users_exposed public.emails', 'auth_users_exposed public.phones'])
    expect(await keys('rls_references_user_metadata')).toEqual(['rls_references_user_metadata public.notes trusting'])
    expect(await keys('auth_rls_initplan')).toEqual(['auth_rls_initplan public.notes slow', 'auth_rls_initplan public.notes trusting'])
    await repair(await named('auth_users_exposed'))
    expect(await keys('auth_users_exposed')).toEqual([])
  })

  test('looks at settings once there are users, and says where they are changed', async () => {
    const settings = async () => (await lint()).filter(({ page }) => page !== undefined).map(({ name, page }) => [name, page])
    expect(await settings()).toEqual([])
    await run(`insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.com')`)
    expect(await settings()).toEqual([
      ['auth_leaked_password_protection', 'protection'],
      ['auth_password_policy_missing', 'providers'],
    ])
    const change = { password_hibp_enabled: true, password_min_length: 12, mailer_otp_exp: 7_200, mfa_totp_enroll_enabled: false }
    expect((await platform.ask('developer', 'PATCH', `/v1/projects/${ref}/config/auth`, change)).status).toBe(200)
    expect(await settings()).toEqual([
      ['auth_otp_long_expiry', 'providers'],
      ['auth_insufficient_mfa_options', 'mfa'],
    ])
    await run('truncate auth.users cascade')
    expect(await settings()).toEqual([])
  })
})

describe('advice', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('has a key for each finding, which it keeps', async () => {
    await run(`create table a (id int); create table b (id int); alter table b enable row level security`)
    const lints = await lint()
    expect(lints.map(({ cache_key }) => cache_key).toSorted()).toEqual([
      'no_primary_key public.a',
      'no_primary_key public.b',
      'rls_disabled_in_public public.a',
      'rls_enabled_no_policy public.b',
    ])
    expect(lints.map(({ level }) => level)).toEqual(['ERROR', 'INFO', 'INFO', 'INFO'])
    expect(await lint()).toEqual(lints)
    expect(lints[0]).toEqual({
      name: 'rls_disabled_in_public',
      title: lintText.rlsDisabled.title,
      level: 'ERROR',
      categories: ['SECURITY'],
      description: expect.any(String),
      detail: lintText.rlsDisabled.detail('public.a'),
      remediation_sql: 'alter table public.a enable row level security;',
      metadata: { schema: 'public', name: 'a', type: 'table' },
      cache_key: 'rls_disabled_in_public public.a',
    })
  })

  test('says nothing of what extensions and the platform brought', async () => {
    await run(`create extension hstore schema public; create extension btree_gist schema public`)
    expect((await lint()).map(({ name, metadata }) => [name, metadata.name])).toEqual([
      ['extension_in_public', 'btree_gist'],
      ['extension_in_public', 'hstore'],
    ])
    await run('create table t (id int primary key, tags hstore); alter table t enable row level security; create policy own on t using (id > 0)')
    const [movable, used] = await lint()
    await expect(repair([used!])).rejects.toMatchObject({ code: 'dependent_objects' })
    await run('drop table t')
    await repair([movable!, used!])
    expect(await lint()).toEqual([])
    await run('drop extension hstore, btree_gist')
  })

  test('counts uses only when statistics and the index are a day old', async () => {
    await run(`create table t (id int primary key, note text, parent int references t); alter table t enable row level security;
      create policy own on t using (id > 0); create index on t (note); create index on t (parent)`)
    expect(await lint()).toEqual([])
    const rule = rules.find(({ name }) => name === 'unused_index')!
    const apply = () => on('administrator', (client) => applyRule(client, rule))
    // an index that is a second old is not unused
    expect(await apply()).toEqual([])
    await on('administrator', (client) => client.run(sql`update _colonnade.schema_changes set asked_at = asked_at - interval '2 days'`))
    // the one of the foreign key is needed, used or not
    const unused = await apply()
    expect(unused.map(({ metadata }) => metadata.name)).toEqual(['t_note_idx'])
    await repair(unused)
    expect(await apply()).toEqual([])
  })
})

describe('who may reach a table', () => {
  test('decides whether it needs row-level security', async () => {
    await run(`create table open (id int primary key); create table closed (id int primary key); revoke all on closed from anon, authenticated;
      create table part (id int primary key, note text); revoke all on part from anon, authenticated; grant select (note) on part to anon;
      create schema private; create table private.t (id int primary key); grant all on private.t to anon`)
    expect((await named('rls_disabled_in_public')).map(({ metadata }) => metadata.name)).toEqual(['open', 'part'])
  })

  test('is also by schemas that the REST service is told to serve', async () => {
    await run(
      `create schema "my api"; create table "my api".t (id int primary key); grant usage on schema "my api" to anon; grant select on "my api".t to anon`,
    )
    expect(await named('rls_disabled_in_public')).toEqual([])
    await run(`alter role authenticator set pgrst.db_schemas = 'public, my api'`)
    expect((await named('rls_disabled_in_public')).map(({ cache_key }) => cache_key)).toEqual(['rls_disabled_in_public "my api".t'])
    await run(`create table t (id int primary key); alter role authenticator in database postgres set pgrst.db_schemas = ' my api'`)
    expect((await named('rls_disabled_in_public')).map(({ cache_key }) => cache_key)).toEqual(['rls_disabled_in_public "my api".t'])
    await run(`alter role authenticator in database postgres reset pgrst.db_schemas; alter role authenticator set pgrst.db_schemas = ''`)
    expect(await named('rls_disabled_in_public')).toEqual([])
    await run(`alter role authenticator reset pgrst.db_schemas`)
    expect((await named('rls_disabled_in_public')).map(({ cache_key }) => cache_key)).toEqual(['rls_disabled_in_public public.t'])
  })

  test('a policy that is always true lets everybody write, unless another one restricts it or nobody may', async () => {
    const table = (name: string) => `create table ${name} (id int primary key); alter table ${name} enable row level security;`
    await run(`${['open', 'readable', 'bounded', 'closed', 'own'].map(table).join('')}
      create policy "all of it" on open to anon using (true); create policy reads on readable for select using (true);
      create policy writes on bounded using (true); create policy few on bounded as restrictive using (id > 0);
      create policy writes on closed using (true); revoke all on closed from anon, authenticated;
      create policy writes on own for update to authenticated using (id > 0) with check (true)`)
    expect((await lint()).map(({ cache_key, remediation_sql }) => [cache_key, remediation_sql])).toEqual([
      ['rls_policy_always_true public.open "all of it"', null],
    ])
  })

  test('and a view that reads as its owner passes by policies', async () => {
    await run(`create table t (id int primary key); alter table t enable row level security; create policy own on t using (id > 0);
      create view open as select * from t; create view invoker with (security_invoker) as select * from t;
      create view hidden as select * from t; revoke all on hidden from anon, authenticated`)
    const views = await lint()
    expect(views.map(({ cache_key }) => cache_key)).toEqual(['security_definer_view public.open'])
    await repair(views)
    expect(await lint()).toEqual([])
  })
})

describe('functions', () => {
  test('are found whatever they take, and still work when they are repaired', async () => {
    await run(`create schema "odd, one"; create type "odd, one"."t)" as enum ('x'); create table t (id int primary key);
      alter table t enable row level security; create policy own on t using (id > 0);
      create function f() returns bigint language sql security definer as 'select count(*) from t';
      create function f(a "odd, one"."t)"[], variadic b int[]) returns int language sql security definer as 'select 1';
      create function f(out a int, b "char", inout c numeric) language sql security definer as 'select 1, 2.0';
      create procedure p(a text, out b int) language plpgsql security definer as 'begin b := 1; end';
      create function fine() returns int language sql security definer set search_path = '' as 'select 1';
      create function invoker() returns int language sql as 'select 1'`)
    const found = await lint()
    expect(found.map(({ cache_key }) => cache_key).toSorted()).toEqual([
      'function_search_path_mutable public.f("char", numeric)',
      'function_search_path_mutable public.f("odd, one"."t)"[], integer[])',
      'function_search_path_mutable public.f()',
      'function_search_path_mutable public.p(text)',
    ])
    await repair(found)
    expect(await lint()).toEqual([])
    await run('select f()')
  })
})

describe('indexes', () => {
  test('that are there twice are dropped but for the one that is needed', async () => {
    await run(`create table t (id int primary key, a text unique, b text); alter table t enable row level security; create policy own on t using (id > 0);
      create unique index id_again on t (id); create index a_again on t (a); create index b_first on t (b); create index b_second on t (b);
      create index b_down on t (b desc); create index b_lower on t (lower(b)); create index b_lower_again on t (lower(b));
      create index b_part on t (b) where a is not null; create unique index b_unique on t (b) nulls not distinct; create unique index b_unique_again on t (b);
      create table other (id int primary key references t, b text references t (b)); alter table other enable row level security; create policy own on other using (id > 0);
      create index on other (b)`)
    const found = await lint()
    expect(found.map(({ metadata, name }) => [name, metadata.name])).toEqual([
      ['duplicate_index', 'a_again'],
      ['duplicate_index', 'b_first'],
      ['duplicate_index', 'b_lower_again'],
      ['duplicate_index', 'b_second'],
      ['duplicate_index', 'id_again'],
    ])
    await repair(found)
    expect(await lint()).toEqual([])
  })

  test('serve a foreign key when they begin with its columns, in any order', async () => {
    await run(`create table t (a int, b int, primary key (a, b));
      create table good (a int, b int, c int, foreign key (a, b) references t); create index on good (b, a, c);
      create table part (a int, b int, foreign key (a, b) references t); create index on part (a);
      create table partial (a int, b int, foreign key (a, b) references t); create index on partial (a, b) where a > 0;
      create table late (a int, b int, c int, foreign key (a, b) references t); create index on late (c, a, b)`)
    const keys = await named('unindexed_foreign_keys')
    expect(keys.map(({ metadata }) => metadata.name)).toEqual(['late', 'part', 'partial'])
    await repair(keys)
    expect(await named('unindexed_foreign_keys')).toEqual([])
  })

  test('are judged as ever when an extension puts its operators into pg_catalog', async () => {
    await run(`create extension intarray schema pg_catalog; create table t (a int primary key); create table late (a int references t)`)
    expect((await named('unindexed_foreign_keys')).map(({ metadata }) => metadata.name)).toEqual(['late'])
    await run(`drop extension intarray`)
  })
})

describe('policies', () => {
  test('that meet in a role and an action are named once', async () => {
    await run(`create table t (id int primary key); alter table t enable row level security;
      create policy "all of it" on t using (id > 0); create policy reading on t for select to anon using (id > 0);
      create policy restricting on t as restrictive for select using (id > 0); create policy writing on t for insert with check (true);
      create table unbound (id int primary key); alter table unbound enable row level security; create policy one on unbound for insert with check (true);
      create policy two on unbound for select using (id > 0)`)
    expect((await named('multiple_permissive_policies')).map(({ detail }) => detail)).toEqual([
      'Table public.t has 2 permissive policies for anon and SELECT: "all of it", reading.',
      'Table public.t has 2 permissive policies for public and INSERT: "all of it", writing.',
    ])
  })

  test('of which there are very many are counted, and ten are named', async () => {
    await run(`create table t (id int primary key); alter table t enable row level security;
      do $$ begin for i in 11..40 loop execute format('create policy p%s on t for select using (current_user is not null)', i); end loop; end $$`)
    expect((await named('multiple_permissive_policies')).map(({ detail }) => detail)).toEqual([
      'Table public.t has 30 permissive policies for public and SELECT: p11, p12, p13, p14, p15, p16, p17, p18, p19, p20 and 20 more.',
    ])
  })
})

describe('tables that are published to realtime', () => {
  test('are heard by who should hear them, and each finding has what repairs it', async () => {
    await run(`create table loud (id int primary key); create table hidden (id int primary key); revoke all on hidden from anon, authenticated;
      create table deaf (id int primary key); alter table deaf enable row level security; create policy adding on deaf for insert with check (id > 0);
      create table "own one" (id int primary key, owner uuid references auth.users); alter table "own one" enable row level security;
      create index on "own one" (owner);
      create table heard (id int primary key); alter table heard enable row level security; create policy own on heard for select to authenticated using (id > 0);
      create table keyless (note text); alter table keyless enable row level security; create policy own on keyless for select using (note <> '');
      create table numbered (id int not null unique); alter table numbered enable row level security; create policy own on numbered for select using (id > 0);
      create table unpublished (note text); create schema app; create table app.parted (id int) partition by list (id); alter table app.parted enable row level security;
      alter publication supabase_realtime add table loud, hidden, deaf, "own one", heard, keyless, numbered, app.parted`)
    const found = (await lint()).filter(({ name }) => name.startsWith('realtime_'))
    expect(found.map(({ cache_key, page, remediation_sql }) => [cache_key, page, remediation_sql])).toEqual([
      ['realtime_rls_disabled public.loud', 'policies', 'alter table public.loud enable row level security;'],
      [
        'realtime_no_primary_key public.keyless',
        'realtime',
        'alter table public.keyless add column id bigint generated always as identity primary key;',
      ],
      ['realtime_no_primary_key public.numbered', 'realtime', 'alter table public.numbered add primary key (id);'],
      ['realtime_no_select_policy public.deaf', 'policies', 'alter publication supabase_realtime drop table public.deaf;'],
      [
        'realtime_no_select_policy public."own one"',
        'policies',
        'create policy "Users can read their own rows" on public."own one" for select to authenticated using ((select auth.uid()) = owner);',
      ],
    ])
    expect(found[1]!.detail).toBe('Table public.keyless is published to Realtime and has no primary key, so its rows can’t be updated or deleted.')
    await expect(run(`insert into keyless values ('a'); update keyless set note = 'b'`)).rejects.toThrow('cannot update table "keyless"')
    await repair(found)
    await run(`insert into keyless (note) values ('a'); update keyless set note = 'b'`)
    const left = (await lint()).filter(({ name }) => name.startsWith('realtime_'))
    // now it has row-level security, and nobody hears it
    expect(left.map(({ cache_key }) => cache_key)).toEqual(['realtime_no_select_policy public.loud'])
    await repair(left)
    expect((await lint()).filter(({ name }) => name.startsWith('realtime_'))).toEqual([])
  })
})

describe('hostile names', () => {
  test.for(hostileNames)('%j breaks no advice and no repair', async (name) => {
    const [schema, table, column, other] = [ident(name), ident(name, name), ident(name), ident(name, `${name.slice(0, 20)}2`)]
    await run(
      toText(sql`create schema ${schema}; create type ${ident(name, 'kind')} as enum ('x');
        create table ${table} (${column} int primary key, self int constraint ${ident(name)} references ${table}, again int);
        create policy ${ident(name)} on ${table} using (current_user is not null); create policy ${ident(name.slice(0, 20) + '2')} on ${table} using (current_user is not null);
        create index ${ident(name.slice(0, 20) + '3')} on ${table} (again); create index ${ident(name.slice(0, 20) + '4')} on ${table} (again);
        create function ${table}(a ${ident(name, 'kind')}) returns int language sql security definer as 'select 1';
        create table ${ident('public', name)} (id int); create view ${ident('public', `${name.slice(0, 20)}2`)} as select 1 as one;
        create table ${other} (id int)`),
    )
    const found = await lint()
    expect(new Set(found.map((each) => each.name))).toEqual(
      new Set([
        'rls_disabled_in_public',
        'policy_exists_rls_disabled',
        'security_definer_view',
        'function_search_path_mutable',
        'duplicate_index',
        'unindexed_foreign_keys',
        'no_primary_key',
      ]),
    )
    expect(new Set(found.map(({ cache_key }) => cache_key)).size).toBe(found.length)
    await repair(found)
    const left = await lint()
    expect(new Set(left.map((each) => each.name))).toEqual(new Set(['multiple_permissive_policies', 'no_primary_key', 'rls_enabled_no_policy']))
    expect(left.every(({ remediation_sql }) => remediation_sql === null)).toBe(true)
  })

  test('objects of the owner’s making are not called by the advisors', async () => {
    await run(`create table t (id int); create function public.has_table_privilege(oid, oid, text) returns boolean language plpgsql as 'begin raise exception ''called''; end';
      create function public.lower_than(text, text) returns boolean language plpgsql as 'begin raise exception ''called''; end';
      create operator public.<> (leftarg = text, rightarg = text, function = public.lower_than);
      create operator public.= (leftarg = text, rightarg = text, function = public.lower_than);
      alter database postgres set search_path = public, pg_catalog`)
    expect((await lint()).map(({ name }) => name)).toEqual(['rls_disabled_in_public', 'no_primary_key'])
    await run(`alter database postgres set search_path = "$user", public, extensions`)
  })
})

test('a role whose password is stored as MD5 can’t log in: that is said until it is set again', async () => {
  await run(`do $$ begin execute format('create role app_old login password %L', 'md5' || md5('a-password' || 'app_old')); end $$`)
  try {
    expect(await named('md5_password')).toEqual([
      expect.objectContaining({
        detail: lintText.md5Password.detail('app_old'),
        metadata: { schema: null, name: 'app_old', type: 'role' },
      }),
    ])
    await run(`alter role app_old password 'a-password'`)
    expect(await named('md5_password')).toEqual([])
  } finally {
    await run('drop role app_old')
  }
})

test('runs of one project come one after the other, and leave connections to others', async () => {
  await run(`create table t (id int); create index one on t ((id + 1)); create index two on t ((id + 1))`)
  await on('owner', async ({ client }) => {
    await client.query('begin; lock table t in access exclusive mode')
    const replies = Array.from({ length: 60 }, () => platform.ask('read-only', 'GET', `/platform/projects/${ref}/run-lints`))
    const isWaiting = sql`select from pg_locks where not granted and relation = 'public.t'::regclass`
    const waiting = async (): Promise<number> => (await on('administrator', (server) => server.rows(isWaiting))).length
    await expect.poll(waiting).toBe(1)
    expect(await platform.ask('read-only', 'GET', `/platform/projects/${ref}/health`)).toMatchObject({
      json: expect.arrayContaining([expect.objectContaining({ id: 'database', status: 'HEALTHY' })]),
    })
    await client.query('rollback')
    expect(new Set((await Promise.all(replies)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})

test('many findings are cut, and the same are told each time', async () => {
  await run(`do $$ begin for i in 1..700 loop execute format('create table t_%s (id int)', i); end loop; end $$`)
  const first = await on('administrator', (client) => readLints(client, { projectSeconds: 0 }))
  expect(first).toHaveLength(1_000)
  expect(await on('administrator', (client) => readLints(client, { projectSeconds: 0 }))).toEqual(first)
})

test('a paused project is not advised', async () => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
  await platform.ctx.parts.reconciler.idle(ref)
  expect(await platform.ask('owner', 'GET', `/platform/projects/${ref}/run-lints`)).toMatchObject({
    status: 409,
    json: { code: 'project_not_active' },
  })
})
