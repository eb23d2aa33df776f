import { catalogLines, compareLines, readList, readOne, type TestDatabase, type TestServer } from '@colonnade/testing'
import { testVersions } from '@colonnade/testing/vitest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as constraints from '../constraints/constraints.ts'
import { commentsOfShop, partitionsOfShop, prerequisites, sinceEighteen, sinceFifteen, tablesOfShop } from './round-trip-schema.ts'
import { type DefinedTable, retrieveDefinition } from './table-definition.ts'
import * as tables from './tables.ts'

describe.each(await testVersions())('a database made from what was retrieved on Postgres $major', (version) => {
  let server: TestServer
  let original: TestDatabase
  let copy: TestDatabase
  beforeAll(async () => {
    server = await version.open()
    original = await server.createDatabase()
    copy = await server.createDatabase()
    const parts = [prerequisites, tablesOfShop, partitionsOfShop, commentsOfShop]
    await original.run([...parts, ...(version.major >= 15 ? [sinceFifteen] : []), ...(version.major >= 18 ? [sinceEighteen] : [])].join('\n'))
    await copy.run(prerequisites)
  })
  afterAll(async () => {
    await original[Symbol.asyncDispose]()
    await copy[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  async function definitions(database: TestDatabase): Promise<DefinedTable[]> {
    const found: DefinedTable[] = []
    for (const { id } of await readList(database, tables.list({ includeColumns: false })))
      found.push((await readOne(database, retrieveDefinition({ id })))!)
    return found
  }

  test('has the same catalog', async () => {
    const all = await definitions(original)
    expect(all.length).toBeGreaterThan(15)
    for (const table of all) await copy.run(tables.create({ ...table, constraints: table.constraints.filter(({ type }) => type !== 'foreign') }).sql)
    // foreign keys may go round in circles: they come when all tables are there
    const keys = all.flatMap((table) => table.constraints.filter(({ type, is_inherited }) => type === 'foreign' && !is_inherited))
    for (const key of keys) await copy.run(constraints.create(key).sql)
    expect(compareLines(await catalogLines(original), await catalogLines(copy))).toEqual({ added: [], removed: [] })
    expect(await copy.run('show search_path')).toEqual(await original.run('show search_path'))
  })

  test('gives the same when it is retrieved', async () => {
    const withoutIds = (rows: unknown[]) =>
      JSON.parse(JSON.stringify(rows), (key, value: unknown) => (key === 'id' || key === 'table_id' ? 0 : value)) as unknown
    const keyed = (rows: DefinedTable[]) =>
      rows.map((row) => ({ ...row, constraints: row.constraints.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    expect(withoutIds(keyed(await definitions(copy)))).toEqual(withoutIds(keyed(await definitions(original))))
  })
})
