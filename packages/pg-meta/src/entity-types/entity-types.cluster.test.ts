import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { getEntitiesByIdSQL, getEntityExposureSQL, getEntityPartitionsSQL } from './entity-details.ts'
import { getEntityTypesSQL, type EntityTypeQuery } from './entity-types.ts'

describe.each(await testVersions())('entries of the list on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    const roles = await database.run(`select rolname::text as name from pg_roles`)
    for (const role of ['anon', 'authenticated', 'authenticator'])
      if (!roles.some(({ name }) => name === role)) await database.run(`create role ${role}`)
    await database.run(`
      create schema other; create schema served; create schema closed;
      alter role authenticator set pgrst.db_schemas = 'public, served';
      grant usage on schema public, other, served to anon, authenticated;
      create table public.b (id int); create table public."select" (id int, secret text); create table public.a_private (id int);
      create table other.granted (id int); create table served.granted (id int); create table closed.granted (id int);
      create view public.a_view as select 1 as one; create materialized view public.c_mat as select 1 as one;
      create table public.parts (at int) partition by range (at);
      create table public.parts_b partition of public.parts for values from (0) to (10) partition by range (at);
      create table public.parts_a partition of public.parts default;
      create table public.parts_b_1 partition of public.parts_b for values from (0) to (5);
      comment on table public.parts_b is 'the nineties'; alter table public.parts_b enable row level security;
      revoke all on all tables in schema public, other, served, closed from anon, authenticated;
      grant select on public.b to anon, authenticated; grant select (id) on public."select" to anon; grant delete on public.a_view to authenticated;
      grant all on other.granted, served.granted, closed.granted to anon;
      grant trigger, references on public.c_mat to anon;`)
  })

  async function names(query: Omit<EntityTypeQuery, 'schemas'>): Promise<string[]> {
    const [row] = await readList(database, getEntityTypesSQL({ schemas: ['public'], ...query }))
    return row!.data.entities.map(({ name }) => name)
  }
  async function ids(): Promise<Map<string, number>> {
    const rows = await database.run(
      `select oid::int8 as id, oid::regclass::text as name from pg_class where oid >= 16384 and relkind in ('r', 'v', 'm', 'p')`,
    )
    return new Map(rows.map(({ id, name }) => [String(name), Number(id)]))
  }

  test('are sorted by name, or by type and then name, and filtered by several types', async () => {
    expect(await names({})).toEqual(['a_private', 'a_view', 'b', 'c_mat', 'parts', 'select'])
    expect(await names({ sort: 'grouped-alphabetical' })).toEqual(['a_private', 'b', 'select', 'parts', 'a_view', 'c_mat'])
    expect(await names({ filterTypes: ['v', 'm'] })).toEqual(['a_view', 'c_mat'])
    expect(await names({ filterTypes: ['p'] })).toEqual(['parts'])
  })

  test('of a partitioned table are its partitions, level by level, the default one last', async () => {
    const oids = await ids()
    const first = await readList(database, getEntityPartitionsSQL({ parent: oids.get('parts')! }))
    expect(first).toMatchObject([
      { id: oids.get('parts_b'), schema: 'public', name: 'parts_b', type: 'p', comment: 'the nineties', rls_enabled: true },
      { name: 'parts_a', type: 'r', comment: null, rls_enabled: false },
    ])
    expect(await readList(database, getEntityPartitionsSQL({ parent: oids.get('parts_b')! }))).toMatchObject([{ name: 'parts_b_1' }])
    expect(await readList(database, getEntityPartitionsSQL({ parent: oids.get('parts')!, limit: 1, page: 1 }))).toMatchObject([{ name: 'parts_a' }])
    expect(await readList(database, getEntityPartitionsSQL({ parent: oids.get('b')! }))).toEqual([])
  })

  test('are found by their ids under their present names; what is gone is not among them', async () => {
    const oids = await ids()
    await database.run('alter table public.b rename to renamed')
    expect(await readList(database, getEntitiesByIdSQL([oids.get('b')!, 4_000_000_000]))).toMatchObject([{ id: oids.get('b'), name: 'renamed' }])
    expect(await readList(database, getEntitiesByIdSQL([]))).toEqual([])
    await database.run('alter table public.renamed rename to b')
  })

  test('are exposed where the data API serves their schema and anon or authenticated hold a privilege', async () => {
    const oids = await ids()
    const rows = await readList(database, getEntityExposureSQL([...oids.values()]))
    const told = Object.fromEntries([...oids].flatMap(([name, oid]) => rows.filter(({ id }) => id === oid).map(({ roles }) => [name, roles])))
    expect(told).toEqual({ b: ['anon', 'authenticated'], '"select"': ['anon'], a_view: ['authenticated'], 'served.granted': ['anon'] })
  })
})
