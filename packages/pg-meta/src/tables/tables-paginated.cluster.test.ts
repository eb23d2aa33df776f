import { hostileNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { ident, toText } from '@colonnade/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from './tables.ts'
import { getTablesPaginatedSql } from './tables-paginated.ts'

describe.each(await testVersions())('a page of tables on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create schema other; create table other.widgets (id int primary key); create table none (); create view v as select 1;
      create table parent (a int, b int, primary key (b, a)); create table child (x int, y int, foreign key (x, y) references parent (a, b));
      create table "weird%name" (); create table weird_name (); create table split (a int) partition by list (a); create table split_1 partition of split for values in (1)`)
    for (const name of hostileNames) await database.run(`create table ${toText(ident(name))} (id int)`)
  })

  test('has what the list has, in the order of the ids', async () => {
    const all = await readList(database, tables.list({ includedSchemas: ['public'] }))
    const page = await readList(database, getTablesPaginatedSql({ schema: 'public', limit: 500 }))
    expect(page).toEqual(all.toSorted((a, b) => a.id - b.id))
    expect(page.length).toBe(hostileNames.length + 7)
    expect(page.find(({ name }) => name === 'none')).toMatchObject({ columns: [], primary_keys: [], relationships: [] })
  })

  test('follows the one before, without a gap', async () => {
    const all = await readList(database, getTablesPaginatedSql({ limit: 500 }))
    const seen: number[] = []
    for (;;) {
      const page = await readList(database, getTablesPaginatedSql({ limit: 7, afterOid: seen.at(-1), includeColumns: false }))
      seen.push(...page.map(({ id }) => id))
      if (page.length < 7) break
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect(all.every(({ schema }) => schema === 'public' || schema === 'other')).toBe(true)
  })

  test('pairs the columns of composite keys, on both sides', async () => {
    const page = await readList(database, getTablesPaginatedSql({ schema: 'public' }))
    const pairs = (name: string) =>
      page.find((table) => table.name === name)!.relationships.map((key) => [key.source_table_name, key.source_column_name, key.target_column_name])
    expect(pairs('child')).toEqual([
      ['child', 'x', 'a'],
      ['child', 'y', 'b'],
    ])
    expect(pairs('parent')).toEqual(pairs('child'))
  })

  test('leaves out columns when they are not asked for', async () => {
    const [first] = await database.run(getTablesPaginatedSql({ schema: 'public', limit: 1, includeColumns: false }).sql)
    expect(first).not.toHaveProperty('columns')
  })

  test('is filtered by any part of a name, taken literally', async () => {
    const names = async (page: Parameters<typeof getTablesPaginatedSql>[0]) =>
      (await readList(database, getTablesPaginatedSql(page))).map(({ schema, name }) => `${schema}.${name}`)
    expect(await names({ schema: 'public', nameFilter: 'EIRD%' })).toEqual(['public.weird%name'])
    expect(await names({ schema: 'public', nameFilter: 'weird_' })).toEqual(['public.weird_name'])
    expect(await names({ nameFilter: 'other.wid' })).toEqual(['other.widgets'])
    expect(await names({ schema: 'nothing' })).toEqual([])
    for (const name of hostileNames) expect(await names({ schema: 'public', nameFilter: name })).toContain(`public.${name}`)
  })

  test('shows only what the user may see', async () => {
    await database.run('create role visitor login; grant select on other.widgets to visitor')
    const rows = await database.runAs('visitor', getTablesPaginatedSql().sql)
    expect(rows.map(({ name }) => name)).toEqual(['widgets'])
    await database.run('drop owned by visitor; drop role visitor')
  })
})
