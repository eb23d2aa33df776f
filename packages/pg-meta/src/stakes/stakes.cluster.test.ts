import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { cancelQuery, listRunningQueries, terminateQuery } from '../activity/activity.ts'
import { describeSchemaStakes, describeStakes, explainText, plannedRows } from './stakes.ts'

describe.each(await testVersions())('what is at stake on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`
create schema "Odd ""schema"; create schema hidden;
create table "Odd ""schema"."select" (id int primary key); insert into "Odd ""schema"."select" select generate_series(1, 1000);
create table public.sale (id int, at date) partition by range (at);
create table public.sale_1 partition of public.sale for values from ('2020-01-01') to ('2021-01-01');
insert into public.sale select n, '2020-02-02' from generate_series(1, 500) n;
create view public.seen as select 1 as one;
alter table public.sale enable row level security;
analyze;`)
  })

  test('a relation is found as the statement would find it, whatever it is called, with rows and size', async () => {
    const found = await readList(
      database,
      describeStakes([
        { schema: 'Odd "schema', name: 'select' },
        { schema: null, name: 'sale' },
        { schema: null, name: 'seen' },
        { schema: null, name: 'made' },
        { schema: 'hidden', name: 'made' },
      ]),
    )
    expect(found).toMatchObject([
      { place: 0, name: 'select', kind: 'r', rows_estimate: 1000, is_exposed: false, rls_enabled: false },
      { place: 1, schema: 'public', kind: 'p', rows_estimate: 500, is_exposed: true, rls_enabled: true },
      { place: 2, kind: 'v', rows_estimate: null, bytes: 0 },
      { place: 3, id: null, schema: 'public', name: 'made', is_exposed: true },
      { place: 4, id: null, schema: 'hidden', is_exposed: false },
    ])
    await database.run('create temporary table sale (id int)')
    const [made, seen] = await readList(
      database,
      describeStakes([
        { schema: null, name: 'sale', isMade: true },
        { schema: null, name: 'sale' },
      ]),
    )
    expect([made, seen]).toMatchObject([{ kind: 'p', schema: 'public' }, { kind: 'r' }])
    await database.run('drop table pg_temp.sale')
    for (const { bytes } of found.slice(0, 2)) expect(bytes).toBeGreaterThan(8_000)
    expect(await readList(database, describeStakes([]))).toEqual([])
  })

  test('a schema tells how much it holds', async () => {
    const found = await readList(database, describeSchemaStakes(['Odd "schema', 'hidden', 'nowhere']))
    expect(found).toMatchObject([{ relations: 1 }, { relations: 0, bytes: 0 }, { relations: null, bytes: 0 }])
    expect(found[0]!.bytes).toBeGreaterThan(8_000)
  })

  test('the planner says how many rows a condition finds, and nothing is changed', async () => {
    const rowsOf = async (text: string) => {
      const [row] = await database.run(explainText(text))
      return plannedRows(JSON.stringify(Object.values(row!)[0]))
    }
    expect(await rowsOf('delete from "Odd ""schema"."select" where id = 7')).toBe(1)
    expect(await rowsOf('update "Odd ""schema"."select" set id = id where id <= 400 returning id')).toBeGreaterThan(300)
    expect(await rowsOf('delete from public.sale where id > 0')).toBeGreaterThan(400)
    expect(plannedRows('no plan')).toBeNull()
  })

  test('nobody is told as running but others, and a backend that is gone is signalled by nobody', async () => {
    expect(await readList(database, listRunningQueries())).toEqual([])
    // the largest process id that there can be
    expect(await database.run(cancelQuery(2 ** 31 - 1))).toEqual([{ signalled: false }])
    expect(await database.run(terminateQuery(2 ** 31 - 1))).toEqual([{ signalled: false }])
  })
})
