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

/** One line for each column, constraint, index, type, function and published table. */
const shape = sql`
  select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(case when a.attgenerated = 's' then ' stored as ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid), '') as line, 1 as kind, c.relname::text as name, a.attnum::int as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'realtime'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
  union all
  select c.relname || ' ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid), 2, c.relname || ' ' || k.conname, 0
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'realtime'::regnamespace and not c.relispartition and k.contype <> 'n'
  union all
  select replace(pg_get_indexdef(i.indexrelid), 'CREATE ', ''), 3, i.indexrelid::regclass::text, 0
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'realtime'::regnamespace and not c.relispartition and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select t.typname || ' ' || string_agg(e.enumlabel, ' | ' order by e.enumsortorder), 4, t.typname::text, 0
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'realtime'::regnamespace group by t.typname
  union all
  select proname || '(' || pg_get_function_arguments(oid) || ') ' || pg_get_function_result(oid), 5, proname::text, 0
    from pg_proc where pronamespace = 'realtime'::regnamespace
  union all
  select pubname || ' ' || schemaname || '.' || tablename, 6, pubname::text, 0 from pg_publication_tables where schemaname = 'realtime'
  order by 2, 3, 4`

/** Whatever in schema realtime isn't as everything in it must be. */
const exceptions = sql`
  select 'owner of ' || o.name as exception from (
    select 'table ' || relname as name, relowner as owner from pg_class where relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p')
    union all select 'type ' || typname, typowner from pg_type where typnamespace = 'realtime'::regnamespace
    union all select 'function ' || proname, proowner from pg_proc where pronamespace = 'realtime'::regnamespace
  ) o where o.owner <> 'supabase_realtime_admin'::regrole
  union all
  select 'row level security of ' || relname from pg_class where relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
  union all
  select 'privilege of ' || r.name || ' on ' || c.relname || ': ' || p.name
    from pg_class c, (values ('supabase_read_only_user'), ('anon'), ('authenticated'), ('service_role')) r (name),
      (values ('select'), ('insert'), ('update'), ('delete')) p (name)
    where c.relnamespace = 'realtime'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege(r.name, c.oid, p.name) <> (case
      when r.name = 'supabase_read_only_user' then p.name = 'select' else c.relname = 'messages' and p.name <> 'delete' end)
  union all
  select 'membership of ' || member::regrole || ' in ' || roleid::regrole from pg_auth_members
    where (roleid = 'supabase_realtime_admin'::regrole and (admin_option or (member, inherit_option, set_option) not in (
        ('postgres'::regrole, true, false), ('platform_realtime'::regrole, false, true))))
      or (member = 'platform_realtime'::regrole and roleid not in ('authenticator'::regrole, 'supabase_realtime_admin'::regrole))
      or roleid = 'platform_realtime'::regrole or member = 'supabase_realtime_admin'::regrole
  union all
  select 'creates: ' || rolname from pg_roles where not rolsuper and rolname <> 'platform_realtime' and has_schema_privilege(rolname, 'realtime', 'create')
  union all
  select 'role ' || rolname from pg_roles where rolname in ('supabase_realtime_admin', 'platform_realtime')
    and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolinherit or rolcanlogin <> (rolname = 'platform_realtime')
      or rolvaliduntil is distinct from case when rolcanlogin then '-infinity'::timestamptz end)`

describe.each(Object.entries(refs))('schema realtime on version %s', (_version, ref) => {
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
  const keep = (): Promise<string> => as('platform_realtime', 'select realtime.keep_partitions()')

  test('has the tables of supabase/realtime, all owned by one role and protected', async () => {
    await expect(await readShape()).toMatchFileSnapshot('realtime-schema.txt')
    expect(await read(exceptions)).toEqual([])
  })

  test('sends messages from SQL and triggers, as whoever writes and only with a policy', async () => {
    const guide = `
      create table public.notes (id int primary key, note text);
      create function public.tell() returns trigger language plpgsql security definer set search_path = '' as
        $$ begin perform realtime.broadcast_changes('notes:' || coalesce(new.id, old.id), tg_op, tg_op, tg_table_name, tg_table_schema, new, old); return null; end $$;
      create trigger tell after insert or update or delete on public.notes for each row execute function public.tell();
      create policy "Members send" on realtime.messages for insert to authenticated with check (realtime.topic() = 'room' and extension = 'broadcast');
      comment on policy "Members send" on realtime.messages is 'By topic';
      insert into public.notes values (1, 'first'); update public.notes set note = 'second'; delete from public.notes;
      select realtime.send('{"a":1}', 'said', 'room', false), realtime.send('[1]', 'said', 'room'), realtime.send_binary('\\x00ff', 'bytes', 'room')`
    expect(await as('postgres', guide)).toBe('done')
    const sendAs = (topic: string) => `begin; set local role authenticated; select realtime.send('{"id":"mine"}', 'said', '${topic}'); commit`
    for (const topic of ['room', 'other']) expect(await as('authenticator', sendAs(topic))).toBe('done')
    const sent = await read<Record<string, unknown>>(sql`
      select topic, event, private, payload - 'id' as payload, payload ->> 'id' as id, encode(binary_payload, 'hex') as bytes from realtime.messages
      order by inserted_at, topic, event, payload::text nulls last`)
    const change = (operation: string, record: unknown, old: unknown) => ({
      topic: 'notes:1',
      event: operation,
      private: true,
      payload: { operation, table: 'notes', schema: 'public', record, old_record: old },
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      bytes: null,
    })
    const [first, second] = ['first', 'second'].map((note) => ({ id: 1, note }))
    expect(sent).toHaveLength(7)
    for (const wanted of [change('INSERT', first, null), change('UPDATE', second, first), change('DELETE', null, second)]) {
      expect(sent).toContainEqual(wanted)
    }
    expect(sent).toContainEqual(expect.objectContaining({ topic: 'room', event: 'said', private: false, payload: { a: 1 } }))
    expect(sent).toContainEqual(expect.objectContaining({ topic: 'room', payload: null, bytes: '00ff' }))
    expect(sent).toContainEqual(expect.objectContaining({ topic: 'room', payload: {}, id: 'mine' }))
    expect(await as('postgres', `select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 't', 's', null, null)`)).not.toBe('done')
  })

  test('has partitions from yesterday to three days ahead, and keeps messages for three days', async () => {
    const days = sql`select array_agg(to_date(right(c.relname, 10), 'YYYY_MM_DD') - (now() at time zone 'utc')::date order by c.relname) as days from pg_class c
      where c.relnamespace = 'realtime'::regnamespace and c.relispartition and c.relkind = 'r' and c.relname <> 'messages_default'`
    const spread = `insert into realtime.messages (topic, extension, inserted_at) select 'old', 'broadcast', now() at time zone 'utc' - make_interval(days => n) from generate_series(0, 5) n;
      create function public.note() returns trigger language plpgsql as $$ begin insert into public.noted values (tg_op); return null; end $$;
      create table public.noted (what text); grant insert on public.noted to public;
      create trigger noting after insert or delete on realtime.messages for each row execute function public.note()`
    expect(await as('postgres', spread)).toBe('done')
    expect(await as('supabase_admin', `select pg_create_logical_replication_slot('moves', 'pgoutput')`)).toBe('done')
    expect(await keep()).toBe('done')
    // today's messages, and yesterday's, were in the default partition already
    expect(await read(days)).toEqual([{ days: [-1, 0, 1, 2, 3] }])
    expect(
      await read(
        sql`select tableoid::regclass::text ~ 'default' as is_default, count(*)::int from realtime.messages where topic = 'old' group by 1 order by 1`,
      ),
    ).toEqual([
      { is_default: false, count: 2 },
      { is_default: true, count: 2 },
    ])
    // they were moved, and not sent again
    const told = sql`select get_byte(data, 0) as kind from pg_logical_slot_get_binary_changes('moves', null, null, 'proto_version', '1',
      'publication_names', 'supabase_realtime_messages_publication') where get_byte(data, 0) = ascii('I')`
    expect(await read(told)).toEqual([])
    expect(await as('postgres', `select realtime.send('{}', 'said', 'now')`)).toBe('done')
    expect(await read(told)).toHaveLength(1)
    // the delete of what was too old, and what was sent
    expect(await read(sql`select * from public.noted order by 1`)).toEqual([{ what: 'DELETE' }, { what: 'DELETE' }, { what: 'INSERT' }])
    expect(await as('supabase_admin', `select pg_drop_replication_slot('moves')`)).toBe('done')
    const passed = `alter event trigger colonnade_realtime_change disable; alter event trigger colonnade_realtime_drop disable;
      create table realtime.messages_2020_01_01 partition of realtime.messages for values from ('2020-01-01') to ('2020-01-02');
      alter table realtime.messages_2020_01_01 owner to supabase_realtime_admin; delete from realtime.messages_default where topic <> 'old';
      alter event trigger colonnade_realtime_change enable always; alter event trigger colonnade_realtime_drop enable always`
    expect(await as('supabase_admin', passed)).toBe('done')
    expect(await keep()).toBe('done')
    expect(await read(days)).toEqual([{ days: [-1, 0, 1, 2, 3] }])
    expect(await read(sql`select count(*)::int as kept from realtime.messages where topic = 'old'`)).toEqual([{ kept: 4 }])
    expect(await as('postgres', `select realtime.send('{}', 'said', 'today')`)).toBe('done')
    expect(
      await read(
        sql`select tableoid::regclass::text ~ to_char(now() at time zone 'utc', 'YYYY_MM_DD') as is_today from realtime.messages where topic = 'today'`,
      ),
    ).toEqual([{ is_today: true }])
    expect(await read(exceptions)).toEqual([])
    // no migration is missing for them
    expect(await read(sql`select statement from _colonnade.schema_changes where statement like '%keep_partitions%'`)).toEqual([])
  })

  test('stays as the service needs it', async () => {
    const taking = [
      'set role supabase_realtime_admin',
      'set role platform_realtime',
      'grant supabase_realtime_admin to postgres',
      'grant platform_realtime to postgres',
      'alter role platform_realtime password $$x$$',
      'alter table realtime.messages disable row level security',
      'alter table realtime.messages_default disable row level security',
      'alter table realtime.messages force row level security',
      'alter table realtime.messages add mine text',
      'alter table realtime.messages alter topic type varchar',
      'alter table realtime.messages drop binary_payload',
      'alter table realtime.messages owner to postgres',
      'alter table realtime.messages rename to letters',
      'alter table realtime.messages detach partition realtime.messages_default',
      'create table realtime.more ()',
      'create function realtime.more() returns int language sql return 1',
      'alter function realtime.topic() set search_path = public',
      'create or replace function realtime.topic() returns text language sql return null::text',
      'drop function realtime.send(jsonb, text, text, boolean) cascade',
      'drop table realtime.messages cascade',
      'drop table realtime.messages_default',
      'drop schema realtime cascade',
      'drop owned by supabase_realtime_admin cascade',
      'reassign owned by supabase_realtime_admin to postgres',
      'alter publication supabase_realtime_messages_publication set (publish = $$update$$)',
    ]
    for (const statement of taking) expect([statement, await as('postgres', statement)]).toEqual([statement, 'insufficient_privilege'])
    const own = `create function public.seen() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger seen before insert on realtime.messages for each row execute function public.seen(); drop trigger seen on realtime.messages;
      drop policy "Members send" on realtime.messages`
    expect(await as('postgres', own)).toBe('done')
    expect(await read(exceptions)).toEqual([])
  })

  test('comes to a project that was made before it, whose owner has roles of these names', async () => {
    const before = await readShape()
    const removal = `drop owned by supabase_realtime_admin, platform_realtime cascade; drop role supabase_realtime_admin; drop role platform_realtime;
      drop function _colonnade.keep_realtime_schema() cascade; drop publication if exists supabase_realtime_messages_publication;
      delete from _colonnade.schema_migrations where name in ('0011_realtime', '0013_realtime_partitions')`
    expect(await as('supabase_admin', removal)).toBe('done')
    const own = `create role supabase_realtime_admin login createrole; create role platform_realtime login createdb; grant supabase_realtime_admin to postgres;
      grant anon to platform_realtime; create table public.theirs (); alter table public.theirs owner to supabase_realtime_admin`
    expect(await as('postgres', `grant create on schema public to public; ${own}`)).toBe('done')
    expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual(['0011_realtime', '0013_realtime_partitions'])
    expect(await readShape()).toBe(before)
    expect(await read(exceptions)).toEqual([])
    expect(await read(sql`select relowner::regrole::text as owner from pg_class where relname = 'theirs'`)).toEqual([{ owner: 'postgres' }])
  })
})
