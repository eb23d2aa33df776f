import { hostileNames, readList, readOne, testVersions } from '@colonnade/testing'
import { useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listRelationSummaries, listUncountedSizes, retrieveRelationDetails } from './relations.ts'

describe.each(await testVersions())('relations on Postgres $major', (version) => {
  const database = useDatabase(version, 47_300)
  beforeAll(() =>
    database.run(`
      create schema harbour;
      create table harbour.berth (id int primary key, name text not null default 'x' check (name <> ''), gone int, ship int);
      alter table harbour.berth drop column gone;
      comment on table harbour.berth is 'where ships lie';
      insert into harbour.berth select g, 'b' || g from generate_series(1, 1000) g;
      create index berth_name on harbour.berth (name);
      alter table harbour.berth enable row level security;
      create policy own on harbour.berth for update to public using (id > 0);
      create function harbour.note() returns trigger language plpgsql as 'begin return new; end';
      create trigger noted before insert on harbour.berth for each row execute function harbour.note();
      alter table harbour.berth disable trigger noted;
      grant select on harbour.berth to public;
      create view harbour.names as select name from harbour.berth;
      create table harbour.log (at date) partition by range (at);
      create table harbour.log_2026 partition of harbour.log for values from ('2026-01-01') to ('2027-01-01');
      create publication news for table harbour.berth;
      analyze harbour.berth`),
  )

  const list = async (schema: string, hasPartitions = false) =>
    (await readList(database, listRelationSummaries({ schema, hasPartitions }))).sort((one, other) => one.name.localeCompare(other.name))

  test('of a schema are listed with what tells them apart, and without partitions', async () => {
    const found = await list('harbour')
    expect(found.map(({ name, type, columns }) => [name, type, columns])).toEqual([
      ['berth', 'r', 3],
      ['log', 'p', 1],
      ['names', 'v', 1],
    ])
    expect(found[0]).toMatchObject({ comment: 'where ships lie', rows_estimate: 1000, rls_enabled: true, rls_forced: false, publications: ['news'] })
    expect(found[0]!.bytes_estimate).toBeGreaterThan(8_192)
    expect(found[1]).toMatchObject({ rows_estimate: null, bytes_estimate: null })
    expect(found[1]!.partition_of).toBeNull()
    const all = await list('harbour', true)
    expect(all.map(({ name, partition_of }) => [name, partition_of])).toEqual([
      ['berth', null],
      ['log', null],
      ['log_2026', { id: found[1]!.id, schema: 'harbour', name: 'log', bound: `FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')` }],
      ['names', null],
    ])
    for (const schema of hostileNames) expect(await list(schema)).toEqual([])
  })

  test('that nobody has counted are measured, the others are not', async () => {
    await database.run(`create schema "Un""counted"; set search_path to "Un""counted";
      create table fresh as select g as id, repeat('x', 100) as text from generate_series(1, 1000) g;
      create materialized view seen as select * from fresh; create view looked as select 1 as one;
      create table parts (id int) partition by list (id); create table part_1 partition of parts for values in (1);
      create table counted as select 1 as id; analyze counted; reset search_path`)
    const all = await list('Un"counted', true)
    expect(all.map(({ name, bytes_estimate }) => [name, bytes_estimate])).toEqual([
      ['counted', 8_192],
      ['fresh', null],
      ['looked', null],
      ['part_1', null],
      ['parts', null],
      ['seen', null],
    ])
    const sizes = new Map((await readList(database, listUncountedSizes({ schema: 'Un"counted' }))).map(({ id, bytes }) => [id, bytes]))
    const measured = all.filter(({ id }) => sizes.has(id)).map(({ id, name }) => [name, sizes.get(id)])
    expect(measured.map(([name]) => name)).toEqual(['fresh', 'part_1', 'seen'])
    expect(measured[0]![1]).toBeGreaterThan(100_000)
    expect(measured[1]![1]).toBe(0)
    expect(measured[2]![1]).toBeGreaterThan(100_000)
  })

  test('are told with all that belongs to them', async () => {
    const { id } = (await list('harbour'))[0]!
    const details = await readOne(database, retrieveRelationDetails({ id }))
    expect(details).toMatchObject({
      columns: [
        { name: 'id', type: 'integer', is_nullable: false, default: null },
        { name: 'name', type: 'text', is_nullable: false, default: `'x'::text` },
        { name: 'ship', type: 'integer', is_nullable: true },
      ],
      constraints: [
        { name: 'berth_pkey', definition: 'PRIMARY KEY (id)', is_valid: true },
        { name: 'berth_name_check', definition: `CHECK (name <> ''::text)` },
      ],
      indexes: [{ name: 'berth_name' }, { name: 'berth_pkey' }],
      triggers: [{ name: 'noted', is_enabled: false }],
      policies: [{ name: 'own', command: 'UPDATE', roles: ['public'], is_permissive: true }],
      upkeep: { last_vacuum: null, last_analyze: expect.stringMatching(/^\d{4}-/) },
    })
    expect(details!.privileges).toContainEqual({ grantee: 'public', types: ['SELECT'] })
    expect(details!.upkeep!.bytes).toBeGreaterThan(details!.upkeep!.index_bytes)
    expect(await readOne(database, retrieveRelationDetails({ id: 1 }))).toBeUndefined()
  })
})
