import { sql, userAuthored } from '@colonnade/sql'
import { openTestGround, type TestGround } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { getCompletionCatalogSql } from '../completion/completion-catalog.ts'
import { getEntityTypesSQL } from '../entity-types/entity-types.ts'
import { Query } from '../query/query.ts'
import * as schemas from '../schemas/schemas.ts'
import type { Statement } from '../statement.ts'
import type { Entity } from '../table-editor/entity.ts'
import { getTableEditorByNameSql, getTableEditorSql } from '../table-editor/table-editor.ts'
import { getCellSql, getRowInsertSql, getRowsDeleteSql, getRowUpdateSql } from './row-changes.ts'
import { rowOrder } from './row-order.ts'
import { getTableRowsCountSql } from './table-rows-count.ts'
import { getTableRowsSql, isCutCell } from './table-rows.ts'

let ground: TestGround
const hostile = { schema: 'Ünï "x', name: 'T"🏛 able' }

beforeAll(async () => {
  ground = await openTestGround({ firstPort: 45_000 })
  await run(`create type mood as enum ('sad', 'Very happy')`)
  await run(`create domain fine as mood not null`)
  await run(`create schema "Ünï ""x"`)
  await run(`create table "Ünï ""x"."T""🏛 able" ("Id" int, "sel""ect" text, "order" numeric, primary key ("Id", "sel""ect"))`)
  await run(`create table kinds (
    a int, b text, n numeric, i8 bigint generated always as identity unique, g int generated always as (a * 2) stored,
    m mood default 'sad', ms mood[], f fine default 'sad', j jsonb, js json, x float8, long text, arr int[], primary key (b, a))`)
  await run(`create table child (id int primary key, a int, b text, foreign key (b, a) references kinds on delete cascade)`)
  await run(`create table many (id int primary key, rank int, label text not null)`)
  await run(`insert into many select g, nullif(g % 7, 0), 'l' || g % 5 from generate_series(1, 1000) g`)
  await run(`create view seen as select id from many`)
})
afterAll(() => ground[Symbol.asyncDispose]())

async function run(text: string): Promise<void> {
  await ground.database.run(sql`${userAuthored('statement', text)}`)
}

/** Rows as JSON, so that numbers and documents come back as the statement's schema wants them. */
async function rowsOf<Z extends z.ZodType>(statement: Statement<Z>): Promise<z.output<Z>> {
  const text = statement.sql.replace(/;$/, '')
  const from = sql`with answer as (${userAuthored('statement', text)}) select coalesce(jsonb_agg(to_jsonb(answer)), '[]') as rows from answer`
  const row = await ground.database.first<{ rows: unknown }>(from)
  return statement.zod.parse(row?.rows)
}

async function entityOf(schema: string, name: string): Promise<Entity> {
  const [row] = await rowsOf(getTableEditorByNameSql({ schema, name }))
  return row!.entity
}

describe('what there is', () => {
  test('schemas are listed without the system ones', async () => {
    const names = (await rowsOf(schemas.list())).map(({ name }) => name)
    expect(names[0]).toBe('public')
    expect(names).toContain(hostile.schema)
    expect(names).not.toContain('pg_catalog')
  })

  test('relations come in pages, with the number of all, and are found by any part of their name', async () => {
    const [page] = await rowsOf(getEntityTypesSQL({ schemas: ['public'], limit: 2, page: 1 }))
    expect(page?.data.entities.map(({ name, type }) => `${type} ${name}`)).toEqual(['r many', 'v seen'])
    expect(page?.data.count).toBe(4)
    const [found] = await rowsOf(getEntityTypesSQL({ schemas: [hostile.schema], search: '"🏛' }))
    expect(found?.data.entities.map(({ name }) => name)).toEqual([hostile.name])
    const [none] = await rowsOf(getEntityTypesSQL({ schemas: ['public'], search: '%' }))
    expect(none?.data).toEqual({ entities: [], count: 0 })
  })

  test('a table is described with its types, keys and references', async () => {
    const kinds = await entityOf('public', 'kinds')
    expect(await rowsOf(getTableEditorSql({ id: kinds.id }))).toEqual([{ entity: kinds }])
    expect(kinds.primary_keys).toEqual(['b', 'a'])
    expect(kinds.unique_indexes.map(({ columns }) => columns)).toEqual([['i8']])
    const of = (name: string) => kinds.columns.find((column) => column.name === name)!
    expect(of('m')).toMatchObject({ enums: ['sad', 'Very happy'], data_type: 'USER-DEFINED', default_value: "'sad'::mood", is_nullable: true })
    expect(of('f')).toMatchObject({ format: 'fine', base_format: 'mood', enums: ['sad', 'Very happy'], is_nullable: false })
    expect(of('ms')).toMatchObject({ is_array: true, data_type: 'ARRAY', type: 'mood[]', is_orderable: true })
    expect(of('i8')).toMatchObject({ identity_generation: 'ALWAYS', is_unique: true })
    expect(of('g')).toMatchObject({ is_generated: true, default_value: null, is_updatable: false })
    expect(of('js').is_orderable).toBe(false)
    const child = await entityOf('public', 'child')
    expect(child.relationships.map((key) => [key.source_column_name, key.target_column_name, key.deletion_action])).toEqual([
      ['b', 'b', 'c'],
      ['a', 'a', 'c'],
    ])
    expect(await entityOf('public', 'seen')).toMatchObject({ kind: 'v', primary_keys: [] })
  })

  test('a table that is gone is no row', async () => {
    expect(await rowsOf(getTableEditorSql({ id: 1 }))).toEqual([])
  })

  test('names for completion are those outside the system schemas', async () => {
    const [row] = await rowsOf(getCompletionCatalogSql())
    expect(row?.catalog.relations.map(({ name }) => name)).toContain(hostile.name)
    expect(row?.catalog.types).toEqual(['fine', 'mood'])
  })
})

describe('rows', () => {
  test.each([
    ['the key', []],
    ['a column with NULLs', [{ column: 'rank' }]],
    ['the same, downwards', [{ column: 'rank', ascending: false }]],
    ['NULLs first', [{ column: 'rank', nullsFirst: true }]],
    ['two directions', [{ column: 'label', ascending: false }, { column: 'rank' }]],
  ])('pages by key are the pages by number: %s', async (_, sorts) => {
    const table = await entityOf('public', 'many')
    const page = async (change: object) =>
      (await rowsOf(getTableRowsSql({ table, sorts, limit: 90, ...change }))) as Record<string, string | number | null>[]
    const keyOf = (row: Record<string, string | number | null>) =>
      rowOrder(table, sorts).terms.map(({ column }) => (row[column] === null ? null : String(row[column])))
    let at = await page({})
    for (let number = 2; number <= 12; number += 1) {
      const next = await page({ after: keyOf(at.at(-1)!) })
      expect(next).toEqual(await page({ page: number }))
      expect(await page({ before: keyOf(next[0]!) })).toEqual(at)
      at = next
    }
    expect(at).toHaveLength(10)
  })

  test('few rows are counted, and the number of many is estimated unless it must be exact', async () => {
    expect(await rowsOf(getTableRowsCountSql({ table: { schema: 'public', name: 'many' } }))).toEqual([{ count: 1000, is_estimate: false }])
    const filters = [{ column: 'id', operator: '<', value: 11 } as const]
    expect(await rowsOf(getTableRowsCountSql({ table: { schema: 'public', name: 'many' }, filters }))).toEqual([{ count: 10, is_estimate: false }])
    await run('create table huge as select g from generate_series(1, 120000) g')
    const [estimate] = await rowsOf(getTableRowsCountSql({ table: { schema: 'public', name: 'huge' } }))
    expect(estimate?.is_estimate).toBe(true)
    expect(estimate?.count).toBeGreaterThan(50_000)
    expect(await rowsOf(getTableRowsCountSql({ table: { schema: 'public', name: 'huge' }, enforceExactCount: true }))).toEqual([
      { count: 120_000, is_estimate: false },
    ])
  })

  test('a row is inserted, changed, read and deleted by its whole key, exact to the last digit', async () => {
    const table = await entityOf('public', 'kinds')
    const text = (value: string) => ({ kind: 'text', text: value }) as const
    for (const [a, b] of [
      ['1', '1'],
      ['1', '2'],
      ['2', '1'],
      ['2', "it's \\"],
    ] as const) {
      await run(
        getRowInsertSql({ table, values: { a: text(a), b: text(b), long: text('🏛'.repeat(20_000)), m: { kind: 'default' }, f: text('sad') } }).sql,
      )
    }
    const key = { columns: table.primary_keys, values: ["it's \\", '2'] }
    const values = {
      n: text('98765432109876543210.000000000000000001'),
      x: text('NaN'),
      j: text('{"a": 1}'),
      ms: text('{sad,"Very happy"}'),
      m: { kind: 'null' },
    } as const
    await run(getRowUpdateSql({ table, key, values }).sql)
    const cell = async (column: string) =>
      (
        await ground.database.first<{ value: unknown }>(
          sql`select (${userAuthored('statement', getCellSql({ table, key, column }).sql.replace(/;$/, ''))})::text as value`,
        )
      )?.value
    expect(await cell('n')).toBe('98765432109876543210.000000000000000001')
    expect([await cell('x'), await cell('ms'), await cell('m'), await cell('g')]).toEqual(['NaN', '{sad,"Very happy"}', null, '4'])
    const rows = await rowsOf(getTableRowsSql({ table }))
    const long = rows[0]!['long'] as string
    expect(
      isCutCell(
        table.columns.find(({ name }) => name === 'long')!,
        long,
      ),
    ).toBe(true)
    await run(
      getRowsDeleteSql({
        table,
        keys: {
          columns: ['a', 'b'],
          values: [
            ['1', '2'],
            ['2', '1'],
          ],
        },
      }).sql,
    )
    expect((await rowsOf(getTableRowsSql({ table }))).map((row) => [row['a'], row['b']])).toEqual([
      [1, '1'],
      [2, "it's \\"],
    ])
  })

  test('hostile names go through every statement', async () => {
    const table = await entityOf(hostile.schema, hostile.name)
    const [a, b] = ['Id', 'sel"ect'] as const
    await run(getRowInsertSql({ table, values: { [a]: { kind: 'text', text: '7' }, [b]: { kind: 'text', text: `q"'\\` } } }).sql)
    const key = { columns: table.primary_keys, values: ['7', `q"'\\`] }
    await run(getRowUpdateSql({ table, key, values: { order: { kind: 'text', text: '1.50' } } }).sql)
    const query = new Query().from(table.name, table.schema)
    await run(
      query
        .update({ [b]: 'z' }, { returning: true })
        .match({ [a]: 7 })
        .toSql(),
    )
    await run(query.insert([{ [a]: 8, [b]: '8' }]).toSql())
    expect(await rowsOf(getTableRowsSql({ table, sorts: [{ column: 'order', ascending: false }], after: [null, '9', 'x'] }))).toEqual([
      { Id: 8, 'sel"ect': '8', order: null },
    ])
    await run(
      query
        .delete()
        .filter([a, b], 'in', [[7, 'z']])
        .toSql(),
    )
    expect(await rowsOf(getTableRowsCountSql({ table }))).toEqual([{ count: 1, is_estimate: false }])
  })

  test('long arrays are cut to their first entries, and whole ones are whole', async () => {
    const table = await entityOf('public', 'kinds')
    await run(`update kinds set arr = array(select generate_series(1, 60)) where b = '1'`)
    await run(`update kinds set arr = '[5:6]={1,2}' where b <> '1'`)
    const [first, second] = await rowsOf(getTableRowsSql({ table }))
    const arr = table.columns.find(({ name }) => name === 'arr')!
    expect(first!['arr']).toMatch(/^\{1,2,.*,50\}\.\.\.$/)
    expect([isCutCell(arr, first!['arr'] as string), isCutCell(arr, second!['arr'] as string)]).toEqual([true, false])
    expect(second!['arr']).toBe('[5:6]={1,2}')
  })
})
