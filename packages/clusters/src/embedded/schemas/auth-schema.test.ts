import { isAppError } from '@colonnade/core'
import { copyIn, scramVerifier, withClient } from '@colonnade/pg'
import { type Fragment, sql, userAuthored } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upgradeBootstrap } from '../../bootstrap.ts'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { logins } from '../../logins.ts'
import { asRole, createTestHome, type TestHome, testRef } from '../fixtures.ts'

let home: TestHome
let clusters: EmbeddedClusters
const refs: Readonly<Record<string, string>> = { '17': testRef(), '18': testRef() }

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open()
  for (const [version, ref] of Object.entries(refs)) {
    await clusters.ensure(ref, { compute: 'nano', version })
    await clusters.start(ref)
  }
})
afterAll(() => home[Symbol.asyncDispose]())

/** One line for each column, constraint and index of a table, and for each value of a type. */
const shape = sql`
  select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(case when a.attgenerated = 's' then ' stored as ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid), '') as line, 1 as kind, c.relname::text as name, a.attnum::int as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and a.attnum > 0
  union all
  select c.relname || ' ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid), 2, c.relname || ' ' || k.conname, 0
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'auth'::regnamespace and k.contype <> 'n'
  union all
  select replace(pg_get_indexdef(i.indexrelid), 'CREATE ', ''), 3, i.indexrelid::regclass::text, 0
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select t.typname || ' ' || string_agg(e.enumlabel, ' | ' order by e.enumsortorder), 4, t.typname, 0
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'auth'::regnamespace group by t.typname
  order by 2, 3, 4`

/** Whatever in schema auth isn't as everything in it must be. */
const exceptions = sql`
  select 'owner of ' || o.name as exception from (
    select 'table ' || relname as name, relowner as owner from pg_class where relnamespace = 'auth'::regnamespace and relkind in ('r', 'S')
    union all select 'type ' || typname, typowner from pg_type where typnamespace = 'auth'::regnamespace
    union all select 'function ' || proname, proowner from pg_proc where pronamespace = 'auth'::regnamespace
  ) o where o.owner <> 'supabase_auth_admin'::regrole
  union all
  select 'row level security of ' || relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity
  union all
  select 'privilege of ' || r.name || ' on ' || c.relname || ': ' || p.name
    from pg_class c, (values ('postgres'), ('supabase_read_only_user'), ('anon'), ('authenticated'), ('service_role')) r (name),
      (values ('select'), ('insert'), ('update'), ('delete'), ('truncate'), ('references'), ('trigger'), ('select with grant option')) p (name)
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
      and has_table_privilege(r.name, c.oid, p.name) <> (r.name = 'postgres' or (r.name = 'supabase_read_only_user' and p.name = 'select'))
  union all
  select 'membership of ' || member::regrole from pg_auth_members
    where 'supabase_auth_admin'::regrole in (roleid, member) and (member <> 'postgres'::regrole or admin_option or set_option)
  union all
  select 'owned: ' || pg_describe_object(classid, objid, objsubid) from pg_shdepend s
    where s.refobjid = 'supabase_auth_admin'::regrole and s.deptype = 'o' and (pg_identify_object(classid, objid, objsubid)).schema is distinct from 'auth'
      and s.classid <> 'pg_default_acl'::regclass`

const seed = `
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change, email_change_token_new, recovery_token)
  select '00000000-0000-0000-0000-000000000000', ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'authenticated', 'authenticated',
    'user' || n || '@example.com', extensions.crypt('password123', extensions.gen_salt('bf', 4)), now(), now(), now(),
    '{"provider":"email","providers":["email"]}', '{}', now(), now(), '', '', '', ''
  from generate_series(1, 3) n;
  insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select extensions.uuid_generate_v4(), id, id, format('{"sub":"%s","email":"%s"}', id, email)::jsonb, 'email', now(), now(), now() from auth.users`

const guide = `
  create table public.profiles (id uuid primary key references auth.users on delete cascade, email text);
  create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as
    $$ begin insert into public.profiles (id, email) values (new.id, new.email); return new; end $$;
  create trigger on_auth_user_created after insert on auth.users for each row execute procedure public.handle_new_user();
  create function public.who() returns text language sql as 'select current_user::text';
  create function public.stamp() returns trigger language plpgsql as
    $$ begin new.raw_app_meta_data := new.raw_app_meta_data || jsonb_build_object('by', who()); return new; end $$;
  create trigger stamp before insert on auth.users for each row execute function public.stamp()`

describe.each(Object.entries(refs))('schema auth on version %s', (_version, ref) => {
  const as = async (user: string, statement: string): Promise<string> => {
    const { settings } = user === logins.auth.user ? logins.auth : logins.owner
    const target = { ...(await clusters.endpoint(ref)), user, database: 'postgres', settings }
    try {
      await withClient(target, (client) => client.run(userAuthored('statement', statement)))
      return 'done'
    } catch (error) {
      return isAppError(error) ? error.code : String(error)
    }
  }
  const read = <T extends object>(query: Fragment, user: string = 'supabase_admin'): Promise<T[]> =>
    asRole(clusters, ref, user, (client) => client.rows<T>(query))
  const readShape = async (): Promise<string> => `${(await read<{ line: string }>(shape)).map(({ line }) => line).join('\n')}\n`

  test('has the tables of supabase/auth, all owned by the role of the service and protected', async () => {
    await expect(await readShape()).toMatchFileSnapshot('auth-schema.txt')
    expect(await read(exceptions)).toEqual([])
  })

  test("takes seeds, foreign keys and triggers of the owner's, which run as the role of the service", async () => {
    expect(await as('postgres', seed)).toBe('done')
    expect(await as('postgres', guide)).toBe('done')
    const signUp = `insert into auth.users (id, email, raw_app_meta_data) values ('00000000-0000-0000-0000-00000000000a', 'New@example.com', '{}')`
    expect(await as('supabase_auth_admin', signUp)).toBe('done')
    expect(await read(sql`select u.email, u.raw_app_meta_data ->> 'by' as by from auth.users u join public.profiles using (id)`, 'postgres')).toEqual(
      [{ email: 'New@example.com', by: 'supabase_auth_admin' }],
    )
    expect(await as('postgres', `insert into public.profiles values (gen_random_uuid(), 'nobody')`)).toBe('foreign_key_violation')
    expect(await as('supabase_auth_admin', `delete from auth.users where email = 'New@example.com'`)).toBe('done')
    const counts = sql`select (select count(*) from auth.users) as users, (select count(*) from auth.identities where email is not null) as identities,
      (select count(*) from public.profiles) as profiles`
    for (const user of ['postgres', 'supabase_read_only_user']) expect(await read(counts, user)).toEqual([{ users: 3, identities: 3, profiles: 0 }])
    const again = `drop trigger stamp on auth.users; drop trigger on_auth_user_created on auth.users;
      create policy own on auth.users for select to authenticated using (id = auth.uid()); drop policy own on auth.users`
    expect(await as('postgres', again)).toBe('done')
  })

  test('finds users among many by how their email address, phone number or name begins, and pages through them', async () => {
    const name = `lower(left(coalesce(raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'full_name', raw_user_meta_data ->> 'display_name'), 100))`
    const searches: Readonly<Record<string, string>> = {
      users_email_prefix_idx: `lower(email) like 'ab\\_%'`,
      users_phone_prefix_idx: `phone like '4917%'`,
      users_name_prefix_idx: `${name} like 'ab%'`,
      users_created_at_id_idx: `(created_at, id) < ('2026-01-01', 'ab000000-0000-0000-0000-000000000000') order by created_at desc, id desc limit 50`,
      users_banned_idx: `banned_until is not null order by created_at desc, id desc limit 50`,
    }
    for (const [index, search] of Object.entries(searches)) {
      const plan = await asRole(clusters, ref, 'postgres', async (client) => {
        await client.run(sql`set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off`)
        return client.rows<{ 'QUERY PLAN': string }>(userAuthored('statement', `explain (costs off) select * from auth.users where ${search}`))
      })
      const text = plan.map((line) => line['QUERY PLAN']).join('\n')
      expect(text).toContain(` ${index} `)
      expect(text).toContain(search.startsWith('banned') ? 'Index' : 'Index Cond')
    }
  })

  test('takes rows as a dump has them', async () => {
    const id = '11111111-0000-4000-8000-000000000000'
    const rows = {
      'auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous)': `\\N\t${id}\tauthenticated\tauthenticated\tdumped@example.com\t\\N\t2026-01-01 00:00:00+00\t\\N\t\t\\N\t\t\\N\t\t\t\\N\t\\N\t{}\t{"name": "${'x'.repeat(9_000)}"}\t\\N\t\\N\t\\N\t\\N\t\\N\t\t\t\\N\t\t0\t\\N\t\t\\N\tf\t\\N\tf`,
      'auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at, user_agent, ip, tag, oauth_client_id, refresh_token_hmac_key, refresh_token_counter, scopes)': `${id}\t${id}\t2026-01-01 00:00:00+00\t\\N\t\\N\taal1\t\\N\t2026-01-01 00:00:00\tnode\t127.0.0.1\t\\N\t\\N\t\\N\t\\N\t\\N`,
      'auth.refresh_tokens (instance_id, id, token, user_id, revoked, created_at, updated_at, parent, session_id)': `\\N\t41\tabcdefghijkl\t${id}\tf\t2026-01-01 00:00:00+00\t\\N\t\\N\t${id}`,
      'auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at, expires_at)': `${id}\t${id}\trecovery_token\tpkce_ab\tdumped@example.com\t2026-01-01 00:00:00\t2026-01-01 00:00:00\t\\N`,
      'auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at, web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data)': `${id}\t${id}\tPhone\ttotp\tverified\t2026-01-01 00:00:00+00\t2026-01-01 00:00:00+00\tABC\t\\N\t\\N\t\\N\t\\N\t\\N`,
    }
    await withClient({ ...(await clusters.endpoint(ref)), ...logins.owner }, async ({ client, ...owner }) => {
      await owner.run(sql`set session_replication_role = replica`)
      for (const [into, row] of Object.entries(rows)) {
        const copy = await copyIn(client, `copy ${into} from stdin`)
        await copy.write(Buffer.from(`${row}\n`))
        await copy.end()
      }
      await owner.run(sql`select pg_catalog.setval('auth.refresh_tokens_id_seq', 41, true)`)
    })
    expect(await as('supabase_auth_admin', `insert into auth.refresh_tokens (token, session_id) values ('next', '${id}')`)).toBe('done')
    expect(await read(sql`select id, confirmed_at is not null as is_confirmed from auth.users where id = ${id}::uuid`)).toEqual([
      { id, is_confirmed: true },
    ])
    expect(await read(sql`select id from auth.refresh_tokens order by id`)).toEqual([{ id: 41 }, { id: 42 }])
  })

  test('its role does nothing elsewhere, and nobody becomes it', async () => {
    const beyond = [
      'create table auth.more ()',
      'create table public.more ()',
      'create schema more',
      'create role more',
      'select from public.profiles',
      'select from _colonnade.schema_changes',
      'select from pg_catalog.pg_authid',
      'select lo_creat(-1)',
      'set role anon',
      'grant supabase_auth_admin to postgres',
      `alter role supabase_auth_admin valid until 'infinity'`,
      'create or replace function auth.uid() returns uuid language sql return null::uuid',
    ]
    for (const statement of beyond) expect([statement, await as('supabase_auth_admin', statement)]).toEqual([statement, 'insufficient_privilege'])
    const taking = [
      'set role supabase_auth_admin',
      'set session authorization supabase_auth_admin',
      'create schema more authorization supabase_auth_admin',
      'alter function public.who() owner to supabase_auth_admin',
      'grant supabase_auth_admin to postgres',
      'alter role supabase_auth_admin password null',
      'create role more in role supabase_auth_admin',
      'create table auth.more ()',
      'alter table auth.users disable row level security',
      'alter table auth.users add mine text',
      'alter table auth.users owner to postgres',
      'drop table auth.instances',
      'drop index auth.users_created_at_id_idx',
      'create index on auth.users (role)',
      'drop function auth.uid()',
      'drop schema auth cascade',
      'drop type auth.aal_level cascade',
      'drop owned by supabase_auth_admin cascade',
      'reassign owned by supabase_auth_admin to postgres',
    ]
    for (const statement of taking) expect([statement, await as('postgres', statement)]).toEqual([statement, 'insufficient_privilege'])
    // even with a password that a trigger has given it
    const verifier = await scramVerifier('correct horse battery staple')
    expect(await as('supabase_auth_admin', `alter role supabase_auth_admin password '${verifier}'`)).toBe('done')
    expect(
      await read(sql`select rolvaliduntil < now() as is_void from pg_authid where rolname = 'supabase_auth_admin' and rolpassword is not null`),
    ).toEqual([{ is_void: true }])
    const outside = {
      ...(await clusters.status(ref)).address!,
      database: 'postgres',
      user: 'supabase_auth_admin',
      password: 'correct horse battery staple',
    }
    await expect(withClient(outside, async () => 'in')).rejects.toMatchObject({ details: { sqlstate: expect.stringMatching(/^28/) as string } })
  })

  test('comes to a project that was made before it, whose owner has a role of that name', async () => {
    const before = await readShape()
    const back = ['uid', 'role', 'email', 'jwt'].map((name) => `alter function auth.${name}() owner to supabase_admin;`).join(' ')
    await as('postgres', 'drop table public.profiles')
    const removal = `${back} drop owned by supabase_auth_admin cascade; drop role supabase_auth_admin; drop function _colonnade.keep_auth_schema() cascade;
      delete from _colonnade.schema_migrations where name = '0008_auth'`
    expect(await as('supabase_admin', removal)).toBe('done')
    const own = `create role supabase_auth_admin login createrole password '${await scramVerifier('x')}'; grant supabase_auth_admin to postgres;
      grant anon to supabase_auth_admin; create table public.theirs (); alter table public.theirs owner to supabase_auth_admin;
      alter role supabase_auth_admin set search_path = nowhere`
    expect(await as('postgres', `grant create on schema public to public; ${own}`)).toBe('done')
    expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual(['0008_auth'])
    expect(await readShape()).toBe(before)
    expect(await read(exceptions)).toEqual([])
    expect(await read(sql`select relowner::regrole::text as owner from pg_class where relname = 'theirs'`)).toEqual([{ owner: 'postgres' }])
    expect(await as('postgres', 'set role supabase_auth_admin')).toBe('insufficient_privilege')
  })
})
