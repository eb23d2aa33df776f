import { readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { partitionsOfShop, prerequisites, tablesOfShop } from '../tables/round-trip-schema.ts'
import { blocksTypeChange, listDependents, retrieveDropWeight, type Dependent } from './dependents.ts'

/** All that can hang on a table: at one's own part, and at somebody else's. */
const hangers = `
create view shop.titles as select album_id, title, artist_id from shop.album;
create view shop.titles_of_titles as select title from shop.titles;
create materialized view shop.counts as select artist_id, count(*) as albums from shop.titles group by 1;
create unique index counts_key on shop.counts (artist_id);
create view public."Odd view" with (security_invoker) as select * from shop.counts;
create function shop.first_album() returns shop.album language sql stable as 'select * from shop.album limit 1';
create function shop.titles_like(pattern text) returns setof shop.titles language sql stable as 'select * from shop.titles where title like pattern';
create function shop.count_albums() returns bigint language sql stable begin atomic select count(*) from shop.album; end;
create table shop.kept (id int primary key, was shop.album, many shop.artist[]);
create index kept_was on shop.kept (was);
create view shop.kept_seen as select id, (was).title from shop.kept;
create function shop.note() returns trigger language plpgsql as 'begin return new; end';
create trigger note_album after insert on shop.album for each row execute function shop.note();
create trigger note_title after update of title on shop.album for each row execute function shop.note();
alter table shop.album enable row level security;
create policy own on shop.album using (artist_id = 1);
create policy by_album on shop.track using (exists (select from shop.album a where a.album_id = track.album_id and a.title <> ''));
create rule quiet as on delete to shop.scratch do instead nothing;
create rule copy as on insert to shop.scratch do also insert into shop.base (id) values (new.id);
create statistics shop.album_both on title, artist_id from shop.album;
create publication albums for table shop.album, shop.track, shop.sale;
create sequence shop.shared owned by shop.artist.artist_id;
alter table shop.scratch add column n int default nextval('shop.shared');
create table shop.third () inherits (shop.derived);
create view shop.late as select made from shop.third;
create foreign data wrapper nothing; create server nowhere foreign data wrapper nothing;
create foreign table shop.far (id int, title text) server nowhere;
create view shop.farther as select * from shop.far;
create table shop.of_type (like shop.album);
create domain shop.whole as shop.artist check ((value).name <> '');
create table shop.with_domain (id int, a shop.whole);
`

/** Everything that is there, in Postgres's words; parts that nobody made or names left out. */
const everything = `
select pg_describe_object('pg_class'::regclass, c.oid, 0) as line from pg_class c join pg_namespace n on n.oid = relnamespace
  where c.oid >= 16384 and relkind <> 't' and nspname <> 'pg_toast' and not (relkind in ('i', 'I') and exists (select from pg_constraint k where conindid = c.oid and contype in ('p', 'u', 'x')))
union all select pg_describe_object('pg_class'::regclass, attrelid, attnum) from pg_attribute a join pg_class c on c.oid = attrelid where attrelid >= 16384 and attnum > 0 and not attisdropped and relkind not in ('i', 'I', 't', 'S')
union all select pg_describe_object('pg_constraint'::regclass, oid, 0) from pg_constraint where oid >= 16384 and contype not in ('n', 't')
union all select pg_describe_object('pg_attrdef'::regclass, oid, 0) from pg_attrdef
union all select pg_describe_object('pg_trigger'::regclass, oid, 0) from pg_trigger where not tgisinternal
union all select pg_describe_object('pg_policy'::regclass, oid, 0) from pg_policy
union all select pg_describe_object('pg_rewrite'::regclass, oid, 0) from pg_rewrite where oid >= 16384 and rulename <> '_RETURN'
union all select pg_describe_object('pg_proc'::regclass, oid, 0) from pg_proc where oid >= 16384
union all select pg_describe_object('pg_type'::regclass, oid, 0) from pg_type where oid >= 16384 and typrelid = 0 and typcategory <> 'A'
union all select pg_describe_object('pg_collation'::regclass, oid, 0) from pg_collation where oid >= 16384
union all select pg_describe_object('pg_statistic_ext'::regclass, oid, 0) from pg_statistic_ext
union all select pg_describe_object('pg_publication_rel'::regclass, oid, 0) from pg_publication_rel
union all select pg_describe_object('pg_extension'::regclass, oid, 0) from pg_extension`

describe.each(await testVersions())('what a drop takes along on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run([prerequisites, tablesOfShop, partitionsOfShop, hangers].join('\n'))
  })

  async function lines(): Promise<Set<string>> {
    return new Set((await database.run(everything)).map(({ line }) => String(line)))
  }

  /** What really goes, the dropped thing and the columns of gone relations apart; the database is as it was afterwards. */
  async function gone(drop: string): Promise<string[]> {
    const before = await lines()
    await database.run('begin')
    try {
      await database.run(`${drop} cascade`)
      const after = await lines()
      const vanished = [...before].filter((line) => !after.has(line))
      const relations = new Set(vanished)
      return vanished
        .filter((line) => {
          const [, owner] = /^column .* of ((?:table|view|materialized view|foreign table|composite type) .*)$/.exec(line) ?? []
          return owner === undefined || !relations.has(owner)
        })
        .sort()
    } finally {
      await database.run('rollback')
    }
  }

  /** What `restrict` names when it refuses. */
  async function refusal(drop: string): Promise<string[]> {
    await database.run('begin')
    try {
      await database.run(`${drop} restrict`)
      return []
    } catch (error) {
      const { detail = '' } = error as { detail?: string }
      return [...new Set(detail.split('\n').map((line) => line.replace(/ depends on (?!.* depends on ).*$/, '')))].sort()
    } finally {
      await database.run('rollback')
    }
  }

  const details = (rows: readonly Dependent[]) => rows.map(({ detail }) => detail).sort()

  async function relations(): Promise<{ id: number; kind: string; name: string; line: string }[]> {
    return (await database.run(`
      select c.oid::int8 as id, case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind, c.oid::regclass::text as name,
        pg_describe_object('pg_class'::regclass, c.oid, 0) as line
      from pg_class c where c.oid >= 16384 and relkind in ('r', 'p', 'v', 'm', 'f') order by c.oid`)) as never
  }

  test('of every relation is what cascade drops, and what restrict names', async () => {
    const all = await relations()
    expect(all.length).toBeGreaterThan(30)
    for (const { id, kind, name, line } of all) {
      const rows = await readList(database, listDependents({ id }))
      expect.soft(details(rows), `cascade of ${name}`).toEqual((await gone(`drop ${kind} ${name}`)).filter((other) => other !== line))
      expect.soft(details(rows.filter(({ how }) => how === 'depends')), `restrict of ${name}`).toEqual(await refusal(`drop ${kind} ${name}`))
    }
  })

  test('of every column likewise', async () => {
    const columns = (await database.run(`
      select attrelid::int8 as id, attrelid::regclass::text as name, attname::text as column, quote_ident(attname) as quoted
      from pg_attribute a join pg_class c on c.oid = attrelid
      where attrelid >= 16384 and attnum > 0 and not attisdropped and relkind in ('r', 'p') and attinhcount = 0
        and not exists (select from pg_partitioned_table where partrelid = attrelid and (attnum = any(partattrs::int2[]) or partexprs is not null))
        and (attrelid <> 'shop.sale'::regclass or attname <> 'region')`)) as unknown as {
      id: number
      name: string
      column: string
      quoted: string
    }[]
    expect(columns.length).toBeGreaterThan(50)
    for (const { id, name, column, quoted } of columns) {
      const rows = await readList(database, listDependents({ id, column }))
      const own = new RegExp(`^column ${column.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')} of table `)
      const drop = `alter table ${name} drop column ${quoted}`
      expect.soft(details(rows), drop).toEqual((await gone(drop)).filter((line) => !own.test(line)))
      expect.soft(details(rows.filter(({ how }) => how === 'depends')), `${drop} restrict`).toEqual(await refusal(drop))
    }
  })

  test('of functions, types, triggers, policies, publications and a schema likewise', async () => {
    const all = (await database.run(`
      select 'pg_proc' as catalog, oid::int8 as id, 'drop function ' || oid::regprocedure::text as drop, pg_describe_object('pg_proc'::regclass, oid, 0) as line from pg_proc p where oid >= 16384 and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select 'pg_type', t.oid::int8, 'drop ' || case typtype when 'd' then 'domain ' else 'type ' end || t.oid::regtype::text, pg_describe_object('pg_type'::regclass, t.oid, 0)
        from pg_type t left join pg_class c on c.oid = t.typrelid where t.oid >= 16384 and (typtype in ('d', 'e', 'r') or c.relkind = 'c') and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
      union all select 'pg_trigger', oid::int8, 'drop trigger ' || quote_ident(tgname) || ' on ' || tgrelid::regclass::text, pg_describe_object('pg_trigger'::regclass, oid, 0) from pg_trigger where not tgisinternal and tgparentid = 0
      union all select 'pg_policy', oid::int8, 'drop policy ' || quote_ident(polname) || ' on ' || polrelid::regclass::text, pg_describe_object('pg_policy'::regclass, oid, 0) from pg_policy
      union all select 'pg_publication', oid::int8, 'drop publication ' || quote_ident(pubname), pg_describe_object('pg_publication'::regclass, oid, 0) from pg_publication
      union all select 'pg_namespace', oid::int8, 'drop schema ' || quote_ident(nspname), pg_describe_object('pg_namespace'::regclass, oid, 0) from pg_namespace where nspname = 'shop'`)) as unknown as {
      catalog: 'pg_proc'
      id: number
      drop: string
      line: string
    }[]
    expect(new Set(all.map(({ catalog }) => catalog)).size).toBe(6)
    for (const { catalog, id, drop, line } of all) {
      const rows = await readList(database, listDependents({ id, catalog }, { limit: 10_000 }))
      // policies and publications take no cascade, since nothing can depend on them but their own parts
      const isLeaf = /^drop (policy|publication)/.test(drop)
      const lost = (await gone(isLeaf ? `${drop};--` : drop)).filter((other) => other !== line)
      expect.soft(details(rows), drop).toEqual(lost)
    }
  })

  test('says what each thing is, where it is, and on what', async () => {
    const [row] = await database.run(`select 'shop.album'::regclass::oid::int8 as id`)
    const rows = await readList(database, listDependents({ id: Number(row!['id']) }))
    const told = rows.map(({ kind, schema, name, on, how }) => ({ kind, schema, name, on, how }))
    expect(told).toEqual(
      expect.arrayContaining([
        { kind: 'view', schema: 'shop', name: 'titles_of_titles', on: null, how: 'depends' },
        { kind: 'materialized view', schema: 'shop', name: 'counts', on: null, how: 'depends' },
        { kind: 'foreign key', schema: 'shop', name: 'track_album_id_fkey', on: 'shop.track', how: 'depends' },
        { kind: 'column', schema: 'shop', name: 'was', on: 'shop.kept', how: 'depends' },
        { kind: 'function', schema: 'shop', name: 'first_album', on: null, how: 'depends' },
        { kind: 'policy', schema: 'shop', name: 'by_album', on: 'shop.track', how: 'depends' },
        { kind: 'policy', schema: 'shop', name: 'own', on: 'shop.album', how: 'belongs' },
        { kind: 'trigger', schema: 'shop', name: 'note_album', on: 'shop.album', how: 'belongs' },
        { kind: 'publication', schema: null, name: 'albums', on: 'shop.album', how: 'belongs' },
        { kind: 'index', schema: 'shop', name: 'counts_key', on: 'shop.counts', how: 'follows' },
      ]),
    )
    expect(rows[0]!.how).toBe('depends')
    expect(rows.at(-1)!.how).toBe('belongs')
  })

  test('tells what stands in the way of another type: no less, and no more', async () => {
    await database.run(`create schema fares; set search_path = fares;
      create table fare (id int primary key, cents int not null unique check (cents >= 0), gross int generated always as (cents * 2) stored);
      create table other (cents int references fare (cents)); create index on fare (abs(cents)); create statistics s on id, cents from fare;
      create view list as select cents from fare; create view top as select * from list; create materialized view total as select sum(cents) from fare;
      create function noted() returns trigger language plpgsql as 'begin return new; end';
      create trigger noted before update of cents on fare for each row execute function noted();
      create policy cheap on fare using (cents < 5); create rule quiet as on delete to fare where old.cents = 1 do instead nothing;
      create function reads() returns bigint language sql begin atomic select sum(cents) from fare; end;
      create publication prices for table fare (id, cents)`)
    const [{ id }] = (await database.run(`select 'fare'::regclass::oid::int8 as id`)) as unknown as [{ id: number }]
    const found = (await readList(database, listDependents({ id, column: 'cents' }))).filter(blocksTypeChange)
    expect(found.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'column gross',
      'function reads',
      'materialized view total',
      'policy cheap',
      'publication prices',
      'rule quiet',
      'trigger noted',
      'view list',
      'view top',
    ])
    const change = () => database.run('alter table fare alter cents type bigint')
    const drops = [
      'view top, list',
      'materialized view total',
      'trigger noted on fare',
      'policy cheap on fare',
      'rule quiet on fare',
      'function reads',
      'publication prices',
    ]
    for (const drop of drops) {
      await expect.soft(change(), drop).rejects.toMatchObject({ code: '0A000' })
      await database.run(`drop ${drop}`)
    }
    await expect(change()).rejects.toMatchObject({ code: '0A000' })
    await database.run('alter table fare drop gross')
    await change()
    await database.run('reset search_path; drop schema fares cascade')
  })

  test('asks no more of somebody who may not see the relation', async () => {
    await database.run(`drop role if exists nobody_here; create role nobody_here login`)
    const [row] = await database.run(`select 'shop.album'::regclass::oid::int8 as id`)
    expect(await database.runAs('nobody_here', listDependents({ id: Number(row!['id']) }).sql)).toEqual([])
    await database.run('drop role nobody_here')
  })

  test('weighs what would be destroyed, partitions with it', async () => {
    await database.run(`insert into shop.sale (at, region, amount) select '2024-05-01', 'de', 1 from generate_series(1, 500);
      insert into shop.sale (at, region, amount) select '2025-05-01', 'de', 1 from generate_series(1, 700); analyze shop.sale`)
    const [row] = await database.run(
      `select 'shop.sale'::regclass::oid::int8 as sale, 'shop.scratch'::regclass::oid::int8 as scratch, 'shop.titles'::regclass::oid::int8 as titles`,
    )
    expect(await readOne(database, retrieveDropWeight({ id: Number(row!['sale']) }))).toMatchObject({
      rows_estimate: 1_200,
      bytes: expect.toSatisfy((bytes: number) => bytes > 50_000),
    })
    expect(await readOne(database, retrieveDropWeight({ id: Number(row!['scratch']) }))).toMatchObject({ rows_estimate: null })
    expect(await readOne(database, retrieveDropWeight({ id: Number(row!['titles']) }))).toEqual({ rows_estimate: null, bytes: 0 })
  })
})
