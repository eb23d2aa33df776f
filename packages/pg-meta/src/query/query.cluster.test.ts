import { ident, literal, toText } from '@colonnade/sql'
import { changesOf, hostileNames, impossibleNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEntityTypesSQL } from '../entity-types/entity-types.ts'
import * as pgFormat from '../format/format.ts'
import { getMatchingRowsDeleteSql } from '../rows/bulk-changes.ts'
import { getRowEditSql, getRowsInsertSql, getWholeCellsSql } from '../rows/row-edits.ts'
import { getRowVersionsSql } from '../rows/row-versions.ts'
import { getTableRowsCountSql } from '../rows/table-rows-count.ts'
import { getTableRowsSql } from '../rows/table-rows.ts'
import { getTableEditorByNameSql } from '../table-editor/table-editor.ts'
import { getFilterCheckSql } from './filter-check.ts'
import { Query } from './query.ts'
import type { FilterOperator, RowFilter } from './types.ts'

describe.each(await testVersions())('queries on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create table victims (id int primary key, note text); insert into victims values (1, 'safe')`)
    await database.run(
      `create type mood as enum ('sad', 'ok'); create table kinds (id int primary key, note text, score numeric, moods mood[], extra jsonb)`,
    )
  })
  afterAll(async () => {
    expect(await database.run('select * from victims')).toEqual([{ id: 1, note: 'safe' }])
  })

  test.each(hostileNames)('%j as schema, table, column and value reaches its own rows and no others', async (name) => {
    const quoted = toText(ident(name))
    const key = 'id'
    await database.run(`create schema ${quoted}; create table ${quoted}.${quoted} (${key} int primary key, ${quoted} text)`)
    const work = async (): Promise<void> => {
      const query = () => new Query().from(name, name)
      const run = (text: string) => database.run(text)
      expect(
        await run(
          query()
            .insert(
              [
                { [key]: 1, [name]: name },
                { [key]: 2, [name]: 'other' },
              ],
              { returning: true },
            )
            .toSql(),
        ),
      ).toHaveLength(2)
      expect(
        await run(
          query()
            .select(quoted)
            .match({ [name]: name })
            .toSql(),
        ),
      ).toEqual([{ [name]: name }])
      expect(await run(query().select().filter(name, 'in', [name, 'none']).order(name, name, false, true).range(0, 5).toSql())).toHaveLength(1)
      expect(
        await run(
          query()
            .select()
            .filter([key, name], 'in', [
              [1, name],
              [2, name],
            ])
            .toSql(),
        ),
      ).toHaveLength(1)
      expect(
        await run(
          query()
            .count()
            .filter(name, '~~', name.replaceAll(/[\\%_]/g, '\\$&'))
            .toSql(),
        ),
      ).toEqual([{ count: 1 }])
      expect(
        await run(
          query()
            .update({ [name]: `${name}!` }, { returning: true })
            .match({ [name]: name })
            .toSql(),
        ),
      ).toEqual([{ [key]: 1, [name]: `${name}!` }])
      expect(
        await run(
          query()
            .delete({ returning: true })
            .match({ [name]: `${name}!` })
            .toSql(),
        ),
      ).toHaveLength(1)
      const [row] = await readList(database, getTableEditorByNameSql({ schema: name, name }))
      const table = row!.entity
      const [page] = await readList(database, getEntityTypesSQL({ schemas: [name], search: name }))
      expect(page!.data.entities.map((entity) => entity.name)).toEqual([name])
      const text = (value: string) => ({ kind: 'text', text: value }) as const
      await run(getRowsInsertSql({ table, columns: [key, name], rows: [[text('3'), text(name)]] }).sql)
      const [two] = await run(getWholeCellsSql({ table, keys: { columns: [key], values: [['2']] }, columns: [name] }).sql)
      const edit = { column: name, base: two!['cell 0'] as string, input: text(`${name}?`) }
      expect(await run(getRowEditSql({ table, key: { columns: [key], values: ['2'] }, cells: [edit] }).sql)).toHaveLength(1)
      const filters = [{ column: name, operator: '=', value: `${name}?` } as const]
      expect(await run(getTableRowsSql({ table, filters, sorts: [{ column: name }], after: ['', '0'] }).sql)).toEqual([
        { [key]: 2, [name]: `${name}?` },
      ])
      expect(await run(getWholeCellsSql({ table, keys: { columns: [key, name], values: [['3', name]] }, columns: [name] }).sql)).toMatchObject([
        { 'cell 0': name },
      ])
      expect(await readList(database, getTableRowsCountSql({ table, filters }))).toEqual([{ count: 1, is_estimate: false }])
      await run(
        getMatchingRowsDeleteSql({
          table,
          filters: [
            {
              column: [key, name],
              operator: 'in',
              value: [
                ['2', `${name}?`],
                ['3', 'not this one'],
              ],
            },
          ],
        }).sql,
      )
      expect(await run(`select * from ${quoted}.${quoted}`)).toEqual([{ [key]: 3, [name]: name }])
      await run(query().truncate({ cascade: true }).toSql())
      expect(await run(query().count().toSql())).toEqual([{ count: 0 }])
    }
    expect(await changesOf(database, work)).toEqual({ added: [], removed: [] })
    await database.run(`drop schema ${quoted} cascade`)
  })

  test.each(impossibleNames)('%j is refused wherever it is to be a name', (name) => {
    expect(() => new Query().from(name).select().toSql()).toThrow('SQL identifier')
    expect(() =>
      new Query()
        .from('t')
        .select()
        .match({ [name]: 1 })
        .toSql(),
    ).toThrow('SQL identifier')
    expect(() =>
      new Query()
        .from('t')
        .insert([{ [name]: 1 }])
        .toSql(),
    ).toThrow('SQL identifier')
    // a sort that names no column is none
    if (name !== '') expect(() => new Query().from('t').select().order('t', name).toSql()).toThrow('SQL identifier')
  })

  test('values of every type come back as they were', async () => {
    const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed())
    const rows = fc.record({ note: fc.option(anyText), score: fc.integer(), moods: fc.array(fc.constantFrom('sad', 'ok')) })
    await fc.assert(
      fc.asyncProperty(rows, async ({ note, score, moods }) => {
        await database.run(new Query().from('kinds').truncate().toSql())
        const [made] = await database.run(
          new Query()
            .from('kinds')
            .insert([{ id: 1, note, score, moods }], { returning: true, enumArrayColumns: ['moods'] })
            .toSql(),
        )
        expect(made).toMatchObject({ id: 1, note, score: String(score), moods })
        const filter =
          note === null
            ? new Query().from('kinds').select('note').filter('note', 'is', null)
            : new Query().from('kinds').select('note').match({ note })
        expect(await database.run(filter.toSql())).toEqual([{ note }])
        expect(await database.run(new Query().from('kinds').select('id').filter('score', '=', score).toSql())).toEqual([{ id: 1 }])
      }),
      { numRuns: 60 },
    )
  })

  test('every operator means what Postgres means by it', async () => {
    await database.run(`truncate kinds; insert into kinds (id, note, score) values (1, 'apple', 1), (2, 'Banana', -2), (3, null, 3)`)
    const ids = async (column: string, operator: Parameters<ReturnType<typeof base>['filter']>[1], value: unknown) =>
      (await database.run(base().filter(column, operator, value).order('kinds', 'id').toSql())).map(({ id }) => id)
    const base = () => new Query().from('kinds').select('id')
    expect(await ids('score', '=', -2)).toEqual([2])
    expect(await ids('score', '<>', -2)).toEqual([1, 3])
    expect(await ids('score', '>', -2)).toEqual([1, 3])
    expect(await ids('score', '<', 1)).toEqual([2])
    expect(await ids('score', '>=', 1)).toEqual([1, 3])
    expect(await ids('score', '<=', 1)).toEqual([1, 2])
    expect(await ids('note', '~~', 'a%')).toEqual([1])
    expect(await ids('note', '~~*', 'b%')).toEqual([2])
    expect(await ids('note', '!~~', 'a%')).toEqual([2])
    expect(await ids('note', '!~~*', 'b%')).toEqual([1])
    expect(await ids('id', 'in', '1,3')).toEqual([1, 3])
    expect(await ids('note', 'is', 'null')).toEqual([3])
    expect(await ids('note', 'is', 'not null')).toEqual([1, 2])
  })

  test('so do those beyond the known interface, with the values of every type as its own reader takes them', async () => {
    await database.run(`create type span as range (subtype = float8); create domain tag as text;
      create table every (id int primary key, t text, v varchar(9), ts tsvector, a int[], moods mood[], m mood, r int4range, s span, tz tstzrange,
        j jsonb, n inet, u uuid, d date, b bytea, x tag);
      insert into every values
        (1, 'Fat cats', 'a.b', to_tsvector('fat cats'), '{1,2}', '{sad}', 'sad', '[1,5)', '[1.5,2.5]', '[2026-01-01,2026-02-01)',
          '{"a": 1, "b": [1, 2]}', '10.0.0.5', '00000000-0000-0000-0000-000000000001', '2026-01-31', '\\xdead', 'one'),
        (2, 'thin dogs', 'aXb', to_tsvector('thin dogs'), '{3}', '{ok,sad}', 'ok', '[7,9)', 'empty', '(,)', '{"c": null}', '192.168.0.1', null,
          'infinity', '', null),
        (3, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)`)
    const ids = async (...filters: RowFilter[]) => {
      const [row] = await readList(database, getTableEditorByNameSql({ schema: 'public', name: 'every' }))
      return (await database.run(getTableRowsSql({ table: row!.entity, filters }).sql)).map(({ id }) => id)
    }
    const is = (column: string, operator: FilterOperator, value: unknown) => ids({ column, operator, value })
    expect(await is('t', 'not in', ['thin dogs'])).toEqual([1])
    expect(await is('t', 'is distinct from', 'thin dogs')).toEqual([1, 3])
    expect(await is('m', 'is not distinct from', 'ok')).toEqual([2])
    expect(await is('v', '~', 'a\\.b')).toEqual([1])
    expect(await is('d', '~*', '^INF')).toEqual([2])
    expect(await is('v', '!~', 'a\\.b')).toEqual([2])
    expect(await is('x', '!~*', 'ONE')).toEqual([])
    expect(await is('a', '@>', '{1}')).toEqual([1])
    expect(await is('a', '<@', '{1,2,3}')).toEqual([1, 2])
    expect(await is('moods', '&&', '{ok}')).toEqual([2])
    expect(await is('r', '@>', '[4,4]')).toEqual([1])
    expect(await is('s', '@>', '[2,2]')).toEqual([1])
    expect(await is('tz', '&&', '[2026-01-15,2026-01-16]')).toEqual([1, 2])
    expect(await is('j', '@>', '{"b": [2]}')).toEqual([1])
    expect(await is('j', '?', 'c')).toEqual([2])
    expect(await is('j', '@?', '$.b[*] ? (@ > 1)')).toEqual([1])
    expect(await is('n', '<<=', '10.0.0.0/8')).toEqual([1])
    expect(await is('n', '>>=', '192.168.0.1')).toEqual([2])
    expect(await is('ts', '@@', 'cats -dogs')).toEqual([1])
    expect(await is('t', '@@', '"thin dogs" or nothing')).toEqual([2])
    expect(await is('u', '=', '00000000-0000-0000-0000-000000000001')).toEqual([1])
    expect(await is('b', '=', '\\xdead')).toEqual([1])
    expect(await ids({ column: ['id', 'm'], operator: 'not in', value: [['1', 'sad']] })).toEqual([2, 3])
    expect(await ids({ sql: "t ~~ 'Fat%' or id = 3 -- the last" }, { column: 'id', operator: '<', value: 3 })).toEqual([1])
  })

  test.each(hostileNames)('%j as a value of every operator is a value, and as a name in a condition in SQL a name', async (name) => {
    const quoted = toText(ident(name))
    const work = async (): Promise<void> => {
      await database.run(`create temporary table hostile (${quoted} text)`)
      await database.run(
        new Query()
          .from('hostile', 'pg_temp')
          .insert([{ [name]: name }])
          .toSql(),
      )
      const count = async (...filters: RowFilter[]) =>
        (await readList(database, getTableRowsCountSql({ table: { schema: 'pg_temp', name: 'hostile' }, filters })))[0]!.count
      expect(await count({ column: name, operator: 'not in', value: [`${name}!`] })).toBe(1)
      expect(await count({ column: name, operator: 'is distinct from', value: name })).toBe(0)
      expect(await count({ column: name, operator: '~', value: name.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&') })).toBe(1)
      expect(await count({ column: name, operator: '@@', value: name })).toBeLessThanOrEqual(1)
      expect(await count({ sql: `${quoted} is not null` }, { sql: `${quoted} = ${toText(literal(name))}` })).toBe(1)
      await database.run('drop table pg_temp.hostile')
    }
    expect(await changesOf(database, work)).toEqual({ added: [], removed: [] })
  })

  test('which of several filters is refused is known by the place of the error', async () => {
    const table = { schema: 'public', name: 'every' }
    const filters: RowFilter[] = [
      { column: 't', operator: '=', value: 'é🏛' },
      { column: 'u', operator: '=', value: 'no uuid' },
      { sql: "t = '🏛' and nowhere > 1" },
    ]
    const refusedBy = async (given: readonly RowFilter[]) => {
      const { sql, spans } = getFilterCheckSql({ table, filters: given })
      const position = await database.run(sql).then(
        () => 0,
        (error: unknown) => Number((error as { position?: string }).position),
      )
      const index = spans.findIndex(({ start, end }) => position > start && position <= end)
      return [index, index < 0 ? null : position - 1 - spans[index]!.start]
    }
    expect(await refusedBy(filters)).toEqual([1, 4])
    expect(await refusedBy([filters[0]!, filters[2]!])).toEqual([1, Array.from("t = '🏛' and ").length])
    expect(await refusedBy([filters[0]!])).toEqual([-1, null])
  })

  test('a row that is written has another version, and one that is deleted none, in tables and partitioned ones', async () => {
    await database.run(`create table "plain ""one""" (a int, "B" text, primary key (a, "B")); insert into "plain ""one""" values (1, 'x'), (2, 'y''z'), (3, 'z');
      create table parted (a int, "B" text, primary key (a, "B")) partition by range (a);
      create table part_1 partition of parted for values from (0) to (2); create table part_2 partition of parted default;
      insert into parted values (1, 'x'), (2, 'y''z'), (3, 'z')`)
    for (const name of ['plain "one"', 'parted']) {
      const values = [
        ['1', 'x'],
        ['2', "y'z"],
        ['3', 'z'],
      ]
      const text = getRowVersionsSql({ table: { schema: 'public', name }, keys: { columns: ['a', 'B'], values } })
      const [versionsSql, insertedSql] = text.split(';\n')
      const versions = async () => new Map((await database.run(versionsSql!)).map(({ a, xmin }) => [a, xmin]))
      const before = await versions()
      await database.run(`update ${toText(ident(name))} set "B" = "B" where a = 2; delete from ${toText(ident(name))} where a = 3`)
      const after = await versions()
      expect([...before.keys()].map(String).toSorted()).toEqual(['1', '2', '3'])
      expect([...after.keys()].map(String).toSorted()).toEqual(['1', '2'])
      expect([after.get(1) === before.get(1), after.get(2) === before.get(2)]).toEqual([true, false])
      expect(await database.run(insertedSql!)).toEqual([{ inserted: expect.anything() }])
    }
    expect(() => getRowVersionsSql({ table: { schema: 'public', name: 't' }, keys: { columns: ['a'], values: [] } })).toThrow('no filters')
  })

  test('formatted texts mean what Postgres’s own format() makes of them', async () => {
    for (const name of hostileNames) {
      const text = pgFormat.format('select %L as %I, %2$L as %1$I, 1 %% 2 as n', name, name)
      const [own] = await database.run(
        pgFormat.format('select format(%L, %L::text, %L::text) as text', 'select %L as %I, %2$L as %1$I, 1 %% 2 as n', name, name),
      )
      expect(await database.run(text)).toEqual(await database.run(String(own!['text'])))
    }
  })
})
