import { isAppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
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

/** One line for each column, constraint, index, trigger and function. */
const shape = sql`
  select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(case when a.attgenerated = 's' then ' stored as ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid), '') as line, 1 as kind, c.relname::text as name, a.attnum::int as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'storage'::regnamespace and c.relkind = 'r' and a.attnum > 0
  union all
  select c.relname || ' ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid), 2, c.relname || ' ' || k.conname, 0
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'storage'::regnamespace and k.contype <> 'n'
  union all
  select replace(pg_get_indexdef(i.indexrelid), 'CREATE ', ''), 3, i.indexrelid::regclass::text, 0
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'storage'::regnamespace and c.relkind = 'r' and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select replace(pg_get_triggerdef(t.oid), 'CREATE ', ''), 4, t.tgname::text, 0
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'storage'::regnamespace and not t.tgisinternal
  union all
  select proname || '(' || pg_get_function_arguments(oid) || ') ' || pg_get_function_result(oid), 5, proname::text, 0
    from pg_proc where pronamespace = 'storage'::regnamespace
  order by 2, 3, 4`

/** Whatever in schema storage isn't as everything in it must be. */
const exceptions = sql`
  select 'owner of ' || o.name as exception from (
    select 'table ' || relname as name, relowner as owner from pg_class where relnamespace = 'storage'::regnamespace and relkind = 'r'
    union all select 'type ' || typname, typowner from pg_type where typnamespace = 'storage'::regnamespace
    union all select 'function ' || proname, proowner from pg_proc where pronamespace = 'storage'::regnamespace
  ) o where o.owner <> 'supabase_storage_admin'::regrole
  union all
  select 'row level security of ' || relname from pg_class where relnamespace = 'storage'::regnamespace and relkind = 'r' and not relrowsecurity
  union all
  select 'privilege of ' || r.name || ' on ' || c.relname || ': ' || p.name
    from pg_class c, (values ('supabase_read_only_user'), ('anon'), ('authenticated'), ('service_role')) r (name),
      (values ('select'), ('insert'), ('update'), ('delete')) p (name)
    where c.relnamespace = 'storage'::regnamespace and c.relkind = 'r' and has_table_privilege(r.name, c.oid, p.name) <> (case
      when r.name = 'supabase_read_only_user' then p.name = 'select'
      when c.relname in ('buckets', 'objects') then true
      else c.relname like 's3%' and (r.name = 'service_role' or p.name = 'select') end)
  union all
  select 'membership of ' || member::regrole from pg_auth_members
    where 'supabase_storage_admin'::regrole in (roleid, member) and (member <> 'postgres'::regrole or admin_option or set_option)
  union all
  select 'role' from pg_roles where rolname = 'supabase_storage_admin' and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole)`

/** What migrations and guides of the ecosystem do. */
const guide = `
  alter table storage.objects enable row level security;
  insert into storage.buckets (id, name, public) values ('avatars', 'avatars', true) on conflict (id) do nothing;
  create policy "Avatars are visible" on storage.objects for select using (bucket_id = 'avatars');
  create policy "Own folder" on storage.objects for insert to authenticated
    with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = auth.uid()::text and storage.extension(name) = 'png');
  comment on policy "Own folder" on storage.objects is 'By user';
  create table public.seen (name text);
  create function public.saw() returns trigger language plpgsql security definer set search_path = '' as
    $$ begin insert into public.seen values (new.name); return new; end $$;
  create trigger saw after insert on storage.objects for each row execute function public.saw();
  create table public.files (id uuid references storage.objects on delete cascade);
  grant select on storage.objects to anon`

describe.each(Object.entries(refs))('schema storage on version %s', (_version, ref) => {
  const as = async (user: string, statement: string): Promise<string> => {
    try {
      await withClient({ ...(await clusters.endpoint(ref)), ...logins.owner, user }, (client) => client.run(userAuthored('statement', statement)))
      return 'done'
    } catch (error) {
      return isAppError(error) ? error.code : String(error)
    }
  }
  const read = <T extends object>(query: Fragment, user: string = 'supabase_admin'): Promise<T[]> =>
    asRole(clusters, ref, user, (client) => client.rows<T>(query))
  const readShape = async (): Promise<string> => `${(await read<{ line: string }>(shape)).map(({ line }) => line).join('\n')}\n`

  test('has the tables of supabase/storage, all owned by one role and protected', async () => {
    await expect(await readShape()).toMatchFileSnapshot('storage-schema.txt')
    expect(await read(exceptions)).toEqual([])
  })

  test("takes policies, triggers and foreign keys of the owner's", async () => {
    expect(await as('postgres', guide)).toBe('done')
    const id = '00000000-0000-0000-0000-00000000000a'
    const upload = (name: string): string =>
      `begin; set local role authenticated; set local request.jwt.claims = '{"sub":"${id}"}'; insert into storage.objects (bucket_id, name) values ('avatars', '${name}'); commit`
    expect(await as('authenticator', upload(`${id}/me.png`))).toBe('done')
    expect(await as('authenticator', upload(`${id}/me.svg`))).toBe('insufficient_privilege')
    expect(await as('authenticator', upload('other/me.png'))).toBe('insufficient_privilege')
    expect(await read(sql`select name, path_tokens as tokens, metadata from storage.objects`, 'postgres')).toEqual([
      { name: `${id}/me.png`, tokens: [id, 'me.png'], metadata: null },
    ])
    expect(await read(sql`select name from public.seen`)).toEqual([{ name: `${id}/me.png` }])
    for (const user of ['postgres', 'service_role']) {
      expect(await as('postgres', `begin; set local role ${user}; delete from storage.objects`)).toBe('insufficient_privilege')
    }
    expect(await as('postgres', `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects; commit`)).toBe('done')
    expect(await as('postgres', `insert into storage.buckets (id, name) values ('long', repeat('x', 101))`)).toBe('check_violation')
  })

  test('stays as the service needs it', async () => {
    const taking = [
      'set role supabase_storage_admin',
      'grant supabase_storage_admin to postgres',
      'alter role supabase_storage_admin login',
      'alter table storage.objects disable row level security',
      'alter table storage.objects force row level security',
      'alter table storage.objects add mine text',
      'alter table storage.objects alter owner_id type varchar',
      'alter table storage.objects drop version',
      'alter table storage.objects alter id drop default',
      'alter table storage.objects owner to postgres',
      'alter table storage.objects rename to files',
      'alter table storage.objects disable trigger protect_objects_delete',
      'alter table storage.objects disable trigger all',
      'drop trigger protect_objects_delete on storage.objects',
      'alter trigger protect_objects_delete on storage.objects rename to other',
      'drop index storage.bucketid_objname',
      'create table storage.more ()',
      'alter function storage.foldername(text) set search_path = public',
      'create or replace function storage.foldername(name text) returns text[] language sql return null::text[]',
      'drop function storage.foldername(text) cascade',
      `alter type storage.buckettype add value 'MORE'`,
      'drop table storage.objects cascade',
      'drop schema storage cascade',
      'drop owned by supabase_storage_admin cascade',
      'reassign owned by supabase_storage_admin to postgres',
    ]
    for (const statement of taking) expect([statement, await as('postgres', statement)]).toEqual([statement, 'insufficient_privilege'])
    const again = 'alter table storage.objects disable trigger saw; drop trigger saw on storage.objects; drop policy "Own folder" on storage.objects'
    expect(await as('postgres', again)).toBe('done')
    expect(await read(exceptions)).toEqual([])
  })

  test('lists objects and folders page by page, each once', async () => {
    const names = ['A.txt', 'a', 'a.txt', 'a/1', 'a/2/3', 'a0', 'b_c/x', 'bXc/x', 'b%', 'c/', 'c/d', 'ä/1', 'z']
    const values = names.map((name) => `('pages', '${name}')`).join()
    expect(
      await as(
        'postgres',
        `insert into storage.buckets (id, name) values ('pages', 'pages'); insert into storage.objects (bucket_id, name) values ${values}`,
      ),
    ).toBe('done')
    const list = async (prefix: string, order: 'asc' | 'desc'): Promise<string[]> => {
      const all: string[] = []
      for (let token = ''; ; token = all.at(-1)!) {
        const page = await read<{ name: string }>(
          sql`select name from storage.list_objects_with_delimiter('pages', ${prefix}, '/', 1, '', ${token}, ${order})`,
        )
        if (page.length === 0) return all
        all.push(page[0]!.name)
      }
    }
    const top = ['A.txt', 'a', 'a.txt', 'a/', 'a0', 'b%', 'bXc/', 'b_c/', 'c/', 'z', 'ä/']
    expect(await list('', 'asc')).toEqual(top)
    expect(await list('', 'desc')).toEqual(top.toReversed())
    expect(await list('a/', 'asc')).toEqual(['a/1', 'a/2/'])
    expect(await list('b_', 'asc')).toEqual(['b_c/'])
    expect(await list('c/', 'desc')).toEqual(['c/d', 'c/'])
    const search = async (...args: Fragment[]): Promise<string[]> =>
      (
        await read<{ name: string }>(sql`select name from storage.search(${args[0]!}, 'pages', 100, 1, ${args[1]!}, ${args[2]!}, ${args[3]!}, 'asc')`)
      ).map(({ name }) => name)
    expect(await search(sql`''`, sql`2`, sql`''`, sql`'name'`)).toEqual(['a.txt', 'a', 'a0', 'b%', 'bXc', 'b_c', 'c', 'z', 'ä'])
    expect(await search(sql`''`, sql`0`, sql`'A.T'`, sql`'name'`)).toEqual(['A.txt', 'a.txt'])
    expect(await search(sql`'c/'`, sql`0`, sql`''`, sql`'name'`)).toEqual(['d'])
    expect(await search(sql`'a/'`, sql`0`, sql`''`, sql`'created_at'`)).toEqual(['2', '1'])
    const later = await read<{ name: string }>(sql`
      select name from storage.search_v2('a', 'pages', 100, 1, 'a.txt', 'asc', 'updated_at', (select updated_at::text from storage.objects where name = 'a.txt'))`)
    expect(later.map(({ name }) => name)).toEqual(['a/', 'a0'])
  })

  test('comes to a project that was made before it, whose owner has a role of that name', async () => {
    const before = await readShape()
    const removal = `drop owned by supabase_storage_admin cascade; drop role supabase_storage_admin; drop function _colonnade.keep_storage_schema() cascade;
      delete from _colonnade.schema_migrations where name = '0010_storage'`
    expect(await as('supabase_admin', `drop table public.files; ${removal}`)).toBe('done')
    const own = `create role supabase_storage_admin login createrole; grant supabase_storage_admin to postgres; grant anon to supabase_storage_admin;
      create table public.theirs (); alter table public.theirs owner to supabase_storage_admin`
    expect(await as('postgres', `grant create on schema public to public; ${own}`)).toBe('done')
    expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual(['0010_storage'])
    expect(await readShape()).toBe(before)
    expect(await read(exceptions)).toEqual([])
    expect(await read(sql`select relowner::regrole::text as owner from pg_class where relname = 'theirs'`)).toEqual([{ owner: 'postgres' }])
  })
})
