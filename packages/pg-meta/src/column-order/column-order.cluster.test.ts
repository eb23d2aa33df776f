import { catalogLines, changesOf, compareLines, hostileNames, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { preview, reorder } from './column-order.ts'

describe.each(await testVersions())('the order of columns on Postgres $major', (version) => {
  const database = useDatabase(version)
  let path: unknown
  beforeAll(async () => {
    path = await database.run('show search_path')
    await database.run('create extension btree_gist; create role keeper; create role reader; create role "Odd ""role"')
  })
  beforeEach(async () => {
    await database.run('drop schema if exists s cascade; create schema s; drop publication if exists p, p2')
  })

  const t = { schema: 's', name: 't' }
  const columnNames = async () =>
    (
      await database.run(
        `select attname::text from pg_attribute where attrelid = 's.t'::regclass and attnum > 0 and not attisdropped order by attnum`,
      )
    ).map(({ attname }) => attname)
  /** Positions are what is to change: lines are compared without them. */
  const lines = async () =>
    (await catalogLines(database)).map((line) => line.replace(/^(column \S+|sequence \S+ owned by \S+) \d+ /, '$1 ').replace(/prattrs\W+[\d, ]+/, ''))

  test('changes, and nothing else does', async () => {
    await database.run(`
      create table s.parent (id int primary key, other int unique);
      create type s.mood as enum ('sad', 'ok');
      create function s.f() returns trigger language plpgsql as $$ begin return new; end $$;
      create table s.t (a int generated always as identity (start with 7 increment by 3), gone int, b text collate "C" not null default 'x', "C c" numeric(8,2) check ("C c" > 0), d serial,
        e int generated always as (f * 2) stored, f int references s.parent on delete cascade deferrable, mood s.mood default 'ok', g int, h tstzrange, big text,
        constraint t_key primary key (a) with (fillfactor = 80), unique (g, f) deferrable initially deferred, foreign key (g) references s.t (d), unique (d),
        constraint busy exclude using gist (g with =, h with &&)) with (fillfactor = 60, toast.autovacuum_enabled = false);
      alter table s.t drop column gone, alter big set storage external, alter big set statistics 7, alter g set (n_distinct = 5);
      alter table s.t add constraint late check (b <> 'bad') not valid;
      insert into s.t (b, "C c", h) values ('one', 1, '[2020-01-01,2021-01-01)'), ('two', 2, null);
      create index t_low on s.t (lower(b) desc, g) include (f) where g > 0;
      create unique index t_once on s.t (b);
      alter table s.t cluster on t_once, replica identity using index t_key;
      create statistics s.st on b, g from s.t;
      create trigger before_all before insert or update of b on s.t for each row when (new.g > 1) execute function s.f();
      create trigger always_on after delete on s.t for each row execute function s.f();
      alter table s.t enable always trigger always_on;
      create constraint trigger later after insert on s.t deferrable initially deferred for each row execute function s.f();
      create rule no_delete as on delete to s.t where old.g = 1 do instead nothing;
      alter table s.t enable row level security, force row level security;
      create policy mine on s.t as restrictive for update to reader, "Odd ""role" using (g > 1) with check (g > 2);
      create policy all_of on s.t using (true);
      create table s.child (id int primary key, t_id int references s.t on update cascade, pair_g int, pair_f int);
      alter table s.child add constraint not_yet foreign key (t_id) references s.t (a) not valid;
      create policy by_t on s.child using (exists (select from s.t where t.g = child.id));
      create view s.v with (security_barrier = true) as select t.b, t.g, count(*) as n from s.t group by t.a;
      create view s.over_v as select * from s.v;
      grant select on s.v to reader;
      grant select, insert on s.t to reader with grant option; grant update (b, "C c") on s.t to "Odd ""role"; revoke truncate on s.t from current_user;
      create publication p for table s.t ${version.major >= 15 ? '(a, b) where (a > 1)' : ''};
      create publication p2 for table s.child, s.t with (publish = 'insert, update, delete, truncate');
      comment on table s.t is 'it''s %'; comment on column s.t.b is 'b'; comment on constraint t_key on s.t is 'key'; comment on index s.t_low is 'low';
      comment on trigger later on s.t is 'later'; comment on policy mine on s.t is 'mine'; comment on rule no_delete on s.t is 'rule'; comment on statistics s.st is 'st';
      comment on constraint not_yet on s.child is 'fk'; comment on policy by_t on s.child is 'by'; comment on view s.v is 'v'; comment on sequence s.t_a_seq is 'identity';
      alter table s.t owner to keeper; grant usage on sequence s.t_a_seq to reader;`)
    const plan = (await readOne(database, preview(t)))!
    expect(plan.obstacles).toEqual([])
    expect(plan.locked[0]).toEqual({ schema: 's', name: 't', reason: 'table' })
    expect(
      plan.locked
        .slice(1)
        .map(({ name, reason }) => `${reason} ${name}`)
        .sort(),
    ).toEqual(['foreign key child', 'foreign key parent', 'policy child', 'view v'])
    expect(plan.rebuilt_indexes).toContain('t_low')
    const before = await lines()
    const rows = await database.run('select a, b, "C c", d, e, f, mood, g, h, big from s.t order by a')
    const order = ['big', 'a', 'h', 'C c', 'b', 'e', 'd', 'f', 'mood', 'g']
    await database.run(reorder(t, { columns: order }).sql)
    expect(await columnNames()).toEqual(order)
    expect(compareLines(before, await lines())).toEqual({ added: [], removed: [] })
    expect(await database.run('select a, b, "C c", d, e, f, mood, g, h, big from s.t order by a')).toEqual(rows)
    if (version.major >= 15) {
      expect(await database.run(`select attnames::text, rowfilter from pg_publication_tables where pubname = 'p'`)).toEqual([
        { attnames: '{a,b}', rowfilter: '(a > 1)' },
      ])
    }
    expect(await database.run(`select reltuples::int as rows from pg_class where oid = 's.t'::regclass`)).toEqual([{ rows: 2 }])
    expect(await database.run(`insert into s.t (b) values ('three') returning a, d`)).toEqual([{ a: 13, d: 3 }])
    expect(
      await database.run(`select reloptions from pg_class where oid = (select reltoastrelid from pg_class where oid = 's.t'::regclass)`),
    ).toEqual([{ reloptions: ['autovacuum_enabled=false'] }])
    expect(await database.run('show search_path')).toEqual(path)
  })

  test('brings no privileges of a new table along, and keeps what statistics collect', async () => {
    await database.run(`create table s.t (a int generated always as identity, b text, c text);
      create index t_low on s.t (lower(b)); alter index s.t_low alter column 1 set statistics 99; create statistics s.st on b, c from s.t; alter statistics s.st set statistics 77;
      alter default privileges grant all on sequences to reader; alter default privileges grant all on tables to reader`)
    const targets = `select (select stxstattarget from pg_statistic_ext where stxname = 'st') as extended, (select attstattarget from pg_attribute where attrelid = 's.t_low'::regclass) as of_index,
      has_sequence_privilege('reader', 's.t_a_seq', 'usage') or has_table_privilege('reader', 's.t', 'select') as is_readers`
    const before = await database.run(targets)
    await database.run(reorder(t, { columns: ['c', 'b', 'a'] }).sql)
    expect(await database.run(targets)).toEqual(before)
    expect(before).toEqual([{ extended: 77, of_index: 99, is_readers: false }])
    await database.run('alter default privileges revoke all on sequences from reader; alter default privileges revoke all on tables from reader')
  })

  test('that is there already is left alone', async () => {
    await database.run('create table s.t (a int, b int)')
    const [before] = await database.run(`select 's.t'::regclass::oid::int8 as id`)
    await database.run(reorder({ id: Number(before!['id']) }, { columns: ['a', 'b'] }).sql)
    expect(await database.run(`select 's.t'::regclass::oid::int8 as id`)).toEqual([before])
  })

  test.each([
    ['a partitioned table', 'create table s.t (a int, b int) partition by list (a)', 'it’s partitioned'],
    ['a partition', 'create table s.p (a int, b int) partition by list (a); create table s.t partition of s.p default', 'it’s a partition'],
    ['a parent', 'create table s.t (a int, b int); create table s.c () inherits (s.t)', 'inheritance'],
    [
      'a materialized view',
      'create table s.t (a int, b int); create materialized view s.m as select a from s.t',
      'materialized view s.m depends on it',
    ],
    [
      'a function over its rows',
      `create table s.t (a int, b int); create function s.f(s.t) returns int language sql as 'select 1'`,
      'function s.f(s.t) depends on it',
    ],
    ['a column of its row type', 'create table s.t (a int, b int); create table s.u (r s.t[])', 'column r of table s.u depends on it'],
    [
      'privileges of others',
      'create table s.t (a int, b int); grant select on s.t to reader with grant option; grant usage on schema s to reader; set role reader; grant select on s.t to keeper; reset role',
      'granted privileges',
    ],
  ])('is refused for %s before anything is changed', async (_, setup, reason) => {
    await database.run(setup)
    const change = await changesOf(database, () =>
      expect(database.run(reorder(t, { columns: ['b', 'a'] }).sql)).rejects.toMatchObject({
        code: '0A000',
        message: expect.stringContaining(reason) as string,
      }),
    )
    expect(change).toEqual({ added: [], removed: [] })
    expect((await readOne(database, preview(t)))!.obstacles.join(';')).toContain(reason)
    expect(await database.run('show search_path')).toEqual(path)
  })

  test('names all columns once', async () => {
    await database.run('create table s.t (a int, b int)')
    for (const columns of [['a'], ['a', 'b', 'c'], ['a', 'c']])
      await expect(database.run(reorder(t, { columns }).sql)).rejects.toMatchObject({ code: '42P10' })
    expect(() => reorder(t, { columns: ['a', 'a'] })).toThrow('once')
    expect(() => reorder({ name: 't' } as typeof t, { columns: ['a'] })).toThrow('Must provide either id or name and schema')
    await expect(database.run(reorder({ ...t, name: "n%o'" }, { columns: ['a'] }).sql)).rejects.toMatchObject({
      code: '42704',
      message: `Cannot find table with: name = 'n%o''' and schema = 's'`,
    })
  })

  test('of tables and columns of any name', async () => {
    for (const name of hostileNames) {
      const quoted = `"${name.replaceAll('"', '""')}"`
      await database.run(
        `create schema if not exists ${quoted}; create table ${quoted}.${quoted} (plain int primary key, ${quoted} text default $a$${name.length}$a$); create index on ${quoted}.${quoted} (${quoted})`,
      )
      await database.run(`insert into ${quoted}.${quoted} values (1); create view ${quoted}."v" as select ${quoted} from ${quoted}.${quoted}`)
      const before = await lines()
      await database.run(reorder({ schema: name, name }, { columns: [name, 'plain'] }).sql)
      expect(
        compareLines(
          before.map((line) => line.replace(/ \d /, ' ')),
          (await lines()).map((line) => line.replace(/ \d /, ' ')),
        ),
        name,
      ).toEqual({ added: [], removed: [] })
      expect((await readOne(database, preview({ schema: name, name })))!.obstacles, name).toEqual([])
      await database.run(`drop schema ${quoted} cascade`)
    }
  })
})
