import { readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { getCompletionCatalogSql } from '../completion/completion-catalog.ts'
import { getEntityTypesSQL } from '../entity-types/entity-types.ts'
import { Query } from '../query/query.ts'
import * as schemas from '../schemas/schemas.ts'
import type { Statement } from '../statement.ts'
import { type Entity, referencesOf } from '../table-editor/entity.ts'
import { getTableEditorByNameSql, getTableEditorSql } from '../table-editor/table-editor.ts'
import * as tables from '../tables/tables.ts'
import * as views from '../views/views.ts'
import { getMatchingRowsDeleteSql } from './bulk-changes.ts'
import { getRowEditSql, getRowsInsertSql, getWholeCellsSql } from './row-edits.ts'
import { rowKey, rowOrder } from './row-order.ts'
import { getTableRowsCountSql } from './table-rows-count.ts'
import { isCutCell } from './cell-text.ts'
import { getTableRowsSql } from './table-rows.ts'

const hostile = { schema: 'Ünï "x', name: 'T"🏛 able' }

describe.each(await testVersions())('rows on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
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
  async function run(text: string): Promise<void> {
    await database.run(text)
  }

  /** Rows as JSON, so that numbers and documents come back as the statement's schema wants them. */
  async function rowsOf<Z extends z.ZodType>(statement: Statement<Z>): Promise<z.output<Z>> {
    const text = statement.sql.replace(/;$/, '')
    const [row] = await database.run(`with answer as (${text}) select coalesce(jsonb_agg(to_jsonb(answer)), '[]') as rows from answer`)
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
      expect(kinds.primary_keys).toEqual(['b', 'a'].map((name) => ({ schema: 'public', table_name: 'kinds', table_id: kinds.id, name })))
      expect(kinds.unique_indexes.map(({ columns }) => columns)).toEqual([['i8']])
      const of = (name: string) => kinds.columns.find((column) => column.name === name)!
      expect(of('m')).toMatchObject({ enums: ['sad', 'Very happy'], data_type: 'USER-DEFINED', default_value: "'sad'::mood", is_nullable: true })
      expect(of('f')).toMatchObject({ format: 'fine', base_format: 'mood', enums: ['sad', 'Very happy'], is_nullable: false })
      expect(of('ms')).toMatchObject({ is_array: true, data_type: 'ARRAY', type: 'mood[]', is_orderable: true })
      expect(of('i8')).toMatchObject({ identity_generation: 'ALWAYS', is_unique: true })
      expect(of('g')).toMatchObject({ is_generated: true, default_value: null, is_updatable: false })
      expect(of('js').is_orderable).toBe(false)
      expect(kinds.relationships.map((key) => [key.source_table_name, key.target_table_id === kinds.id])).toEqual([
        ['child', true],
        ['child', true],
      ])
      expect([referencesOf(kinds, 'a'), of('a').check]).toEqual([[], null])
      const child = await entityOf('public', 'child')
      expect(referencesOf(child, 'a').map((key) => key.target_column_name)).toEqual(['a'])
      expect(child.relationships.map((key) => [key.source_column_name, key.target_column_name, key.deletion_action])).toEqual([
        ['b', 'b', 'c'],
        ['a', 'a', 'c'],
      ])
      expect(await entityOf('public', 'seen')).toMatchObject({ entity_type: 'v', primary_keys: [] })
    })

    test('a deletion clears the columns that the key names, else all of them', async () => {
      await database.run(`create table part (id int, box int, primary key (id, box));
        create table label (part int, box int, foreign key (part, box) references part on delete set null ${version.major >= 15 ? '(part)' : ''});
        create table note (part int, box int, foreign key (part, box) references part on delete set default)`)
      const clearedOf = async (name: string) => {
        const { relationships } = await entityOf('public', name)
        return relationships.flatMap(({ is_cleared, source_column_name }) => (is_cleared ? [source_column_name] : []))
      }
      expect(await clearedOf('label')).toEqual(version.major >= 15 ? ['part'] : ['part', 'box'])
      expect(await clearedOf('note')).toEqual(['part', 'box'])
      expect(await clearedOf('child')).toEqual([])
      await database.run('drop table label, note, part')
    })

    test('a table that is gone is no row', async () => {
      expect(await rowsOf(getTableEditorSql({ id: 1 }))).toEqual([])
    })

    test('names for completion are those outside the system schemas', async () => {
      const row = await readOne(database, getCompletionCatalogSql())
      expect(row?.catalog.relations.map(([, name]) => name)).toContain(hostile.name)
      expect(row?.catalog.types.map(([, name]) => name)).toEqual(['fine', 'mood'])
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
          getRowsInsertSql({
            table,
            columns: ['a', 'b', 'long', 'm', 'f'],
            rows: [[text(a), text(b), text('🏛'.repeat(20_000)), { kind: 'default' }, text('sad')]],
          }).sql,
        )
      }
      const key = { columns: rowKey(table), values: ["it's \\", '2'] }
      const values = {
        n: text('98765432109876543210.000000000000000001'),
        x: text('NaN'),
        j: text('{"a": 1}'),
        ms: text('{sad,"Very happy"}'),
        m: { kind: 'null' },
      } as const
      const cells = Object.entries(values).map(([column, input]) => ({ column, base: column === 'm' ? 'sad' : null, input }))
      await run(getRowEditSql({ table, key, cells }).sql)
      const cell = async (column: string) =>
        (await database.run(getWholeCellsSql({ table, keys: { columns: key.columns, values: [key.values] }, columns: [column] }).sql))[0]?.['cell 0']
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
        getMatchingRowsDeleteSql({
          table,
          filters: [
            {
              column: ['a', 'b'],
              operator: 'in',
              value: [
                ['1', '2'],
                ['2', '1'],
              ],
            },
          ],
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
      await run(
        getRowsInsertSql({
          table,
          columns: [a, b],
          rows: [
            [
              { kind: 'text', text: '7' },
              { kind: 'text', text: `q"'\\` },
            ],
          ],
        }).sql,
      )
      const key = { columns: rowKey(table), values: ['7', `q"'\\`] }
      await run(getRowEditSql({ table, key, cells: [{ column: 'order', base: null, input: { kind: 'text', text: '1.50' } }] }).sql)
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
      const arr = table.columns.find(({ name }) => name === 'arr')!
      const shown = async (limits: object) => {
        const { sql } = getTableRowsSql({ table, ...limits })
        return (await database.run(`select arr::text from (${sql.replace(/;$/, '')}) shown`)).map((row) => row['arr'] as string)
      }
      const whole = await shown({})
      expect(whole.map((text) => text.split(',').length)).toEqual([60, 2])
      const cut = await shown({ maxCharacters: 100, maxArraySize: 3 })
      expect(cut).toEqual(['{1,2,3,...}', '[5:6]={1,2}'])
      expect([...whole, ...cut].map((text) => isCutCell(arr, text))).toEqual([false, false, true, false])
    })

    test('arrays of enums, documents and arrays are arrays still, and no cell is larger than it should be', async () => {
      await run(
        `create table lists (id int primary key, moods mood[], docs jsonb[], texts json[], deep float8[], long text[], none int[], boxes box[])`,
      )
      await run(`insert into lists select 1, array['sad']::mood[], array_agg(jsonb_build_object('n', g)), array_agg(json_build_object('n', repeat('x', g))),
        array_agg(array[g, g]), array_agg(repeat('y', 20000)), null, array['(1,1),(0,0)', '(2,2),(0,0)']::box[] from generate_series(1, 2000) g`)
      const table = await entityOf('public', 'lists')
      const [row] = await database.run(getTableRowsSql({ table }).sql)
      expect(row).toMatchObject({ moods: ['sad'], none: null, boxes: '{(1,1),(0,0);(2,2),(0,0)}' })
      const { docs, texts, deep, long } = row as Record<string, unknown[]>
      expect([docs, texts, deep, long].map((list) => list!.length)).toEqual([51, 51, 50, 51])
      expect([docs![49], docs![50], texts![50], deep![49], long![50]]).toEqual([
        { n: 50 },
        { truncated: true },
        { truncated: true },
        ['50', '50'],
        '...',
      ])
      expect(
        (await database.run(`select octet_length(q::text) as bytes from (${getTableRowsSql({ table }).sql.replace(/;$/, '')}) q`))[0]!['bytes'],
      ).toBeLessThan(50_000)
      const { sql } = getTableRowsSql({ table })
      const [printed] = await database.run(`select docs::text, deep::text from (${sql.replace(/;$/, '')}) q`)
      for (const name of ['docs', 'deep']) {
        expect(
          isCutCell(
            table.columns.find((column) => column.name === name)!,
            printed![name] as string,
          ),
        ).toBe(true)
      }
    })

    test('rows of tables and views describe a relation well enough', async () => {
      const [found] = (await rowsOf(tables.list({ includedSchemas: ['public'] }))).filter(({ name }) => name === 'child')
      const [seen] = await rowsOf(views.list({ includedSchemas: ['public'] }))
      await run(`insert into child values (2), (1)`)
      expect((await rowsOf(getTableRowsSql({ table: found!, limit: 10 }))).map((row) => row['id'])).toEqual([1, 2])
      expect(await rowsOf(getTableRowsSql({ table: seen!, limit: 2, page: 2 }))).toEqual([{ id: 3 }, { id: 4 }])
      await run('delete from child')
    })

    test('a filter may write an array out', async () => {
      const table = await entityOf('public', 'kinds')
      const filters = [{ column: 'ms', operator: '=', value: `ARRAY['Very happy','sad']::mood[]` } as const]
      await run(`update kinds set ms = '{Very happy,sad}' where b = '1'`)
      expect((await rowsOf(getTableRowsSql({ table, filters }))).map((row) => row['b'])).toEqual(['1'])
    })
  })
})
