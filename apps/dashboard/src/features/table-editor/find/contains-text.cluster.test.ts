import { getTableRowsSql } from '@colonnade/pg-meta'
import { newestVersion } from '@colonnade/testing'
import { useDatabase } from '@colonnade/testing/vitest'
import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { searchFilters } from '../foreign-rows/foreign-queries.ts'
import { containsText } from './contains-text.ts'

const database = useDatabase(newestVersion)

test('rows are found over columns of different collations, and of one that tells no capitals', async () => {
  await database.run(`create collation blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    create table people (id int primary key, name text collate "C", town text collate blind, note varchar(20));
    insert into people values (1, 'Ada', 'Turin', null), (2, 'Bob', 'Oslo', 'tall')`)
  const people = entity({ name: 'people', columns: ['id', 'name', 'town', 'note'].map((name) => column(name)) })
  const idsOf = async (filters: Parameters<typeof getTableRowsSql>[0]['filters']) =>
    (await database.run(getTableRowsSql({ table: people, filters: filters ?? [] }).sql)).map(({ id }) => id)
  expect(await idsOf([{ sql: containsText(people.columns, 'TURI') }])).toEqual([1])
  expect(await idsOf(searchFilters(people, 'bob os'))).toEqual([2])
})
