import { quoteIdent } from '@colonnade/sql'
import { hostileNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { getExposedDetails } from './exposed-details.ts'
import { listExposedFunctions, listExposedRelations } from './exposed-objects.ts'

describe.each(await testVersions())('exposed objects on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create schema api; create schema inner_part; create table inner_part.hidden (id int);
      create table api.films (id int primary key, title text); comment on table api.films is 'what is shown';
      create table api.plays (id int, at date) partition by range (at); create table api.plays_2026 partition of api.plays for values from ('2026-01-01') to ('2027-01-01');
      create view api.titles as select id, title from api.films;
      create view api.counts as select count(*) from api.films;
      create materialized view api.kept as select * from api.films;
      create function api.add(a int, b int default 1, out total int) language sql stable as 'select a + b'; comment on function api.add is 'adds';
      create function api.all_of(variadic names text[]) returns setof api.films language sql as 'select * from api.films';
      create function api.take(jsonb) returns jsonb language sql as 'select $1';
      create function api.ping() returns text language sql as $$select 'pong'$$;
      create function api.two(int, int) returns int language sql as 'select 1';
      create function api.one(int) returns int language sql as 'select 1';
      create function api.watch() returns trigger language plpgsql as 'begin return new; end';
      create procedure api.work() language sql as 'select 1'`)
  })

  test('relations say what can be written, without partitions and other schemas', async () => {
    const relations = await readList(database, listExposedRelations({ schemas: ['api', 'not there'] }))
    expect(relations.map((row) => [row.name, row.type, row.comment, row.is_insertable, row.is_updatable, row.is_deletable])).toEqual([
      ['counts', 'v', null, false, false, false],
      ['films', 'r', 'what is shown', true, true, true],
      ['kept', 'm', null, false, false, false],
      ['plays', 'p', null, true, true, true],
      ['titles', 'v', null, true, true, true],
    ])
  })

  test('functions are those that a request can call, with the arguments it passes', async () => {
    const functions = await readList(database, listExposedFunctions({ schemas: ['api'] }))
    expect(functions.map(({ name }) => name)).toEqual(['add', 'all_of', 'ping', 'take'])
    expect(functions[0]).toMatchObject({
      comment: 'adds',
      return_type: 'integer',
      is_read_only: true,
      arguments: [
        { name: 'a', type: 'integer', has_default: false, is_variadic: false },
        { name: 'b', type: 'integer', has_default: true, is_variadic: false },
      ],
    })
    expect(functions[1]).toMatchObject({ return_type: 'SETOF api.films', is_read_only: false, arguments: [{ name: 'names', is_variadic: true }] })
    expect(functions[2]!.arguments).toEqual([])
    expect(functions[3]!.arguments).toEqual([{ name: '', type: 'jsonb', has_default: false, is_variadic: false }])
  })

  test('details have the values of enums, and the foreign keys that show in a view, through other views', async () => {
    await database.run(`create schema docs; create type docs.mood as enum ('sad', 'it''s "fine"'); create domain docs.mild as docs.mood;
      create table docs.people (id int primary key, mood docs.mood, moods docs.mood[], mild docs.mild, name text);
      create table docs.teams (id int primary key, "lead er" int references docs.people);
      create view docs.leads as select t.id as team, t."lead er" as "who leads", 1 as id from docs.teams t;
      create view docs.outer_leads as select "who leads" as person, (select count(*) from docs.people) as n from docs.leads;
      create view docs.hidden as select coalesce("lead er", 0) as "lead er" from docs.teams`)
    const detailsOf = async (name: string) => {
      const [row] = await database.run(`select 'docs.${name}'::regclass::oid::int8::text as id`)
      return (await readList(database, getExposedDetails(Number(row!['id']))))[0]!
    }
    const labels = ['sad', `it's "fine"`]
    expect(await detailsOf('people')).toEqual({
      enums: ['mood', 'moods', 'mild'].map((column) => ({ column, labels })),
      view_references: [],
    })
    const key = { constraint: 'teams_lead er_fkey', other_schema: 'docs', other: 'people', other_columns: ['id'], is_incoming: false }
    expect(await detailsOf('leads')).toEqual({ enums: [], view_references: [{ ...key, columns: ['who leads'] }] })
    expect(await detailsOf('outer_leads')).toEqual({ enums: [], view_references: [{ ...key, columns: ['person'] }] })
    expect(await detailsOf('hidden')).toEqual({ enums: [], view_references: [] })
    await database.run('create view docs.everyone as select id as number from docs.people')
    expect((await detailsOf('everyone')).view_references).toMatchObject([{ other: 'teams', columns: ['number'], is_incoming: true }])
    expect(await readList(database, getExposedDetails(0))).toEqual([{ enums: [], view_references: [] }])
  })

  test('no schemas have no objects, and names can be anything', async () => {
    expect(await readList(database, listExposedRelations({ schemas: [] }))).toEqual([])
    expect(await readList(database, listExposedFunctions({ schemas: [] }))).toEqual([])
    for (const name of hostileNames) {
      await database.run(`create schema ${quoteIdent(name)}; create table ${quoteIdent(name)}.${quoteIdent(name)} (id int)`)
      const rows = await readList(database, listExposedRelations({ schemas: [name] }))
      expect(rows.map((row) => [row.schema, row.name])).toEqual([[name, name]])
      await database.run(`drop schema ${quoteIdent(name)} cascade`)
    }
  })
})
