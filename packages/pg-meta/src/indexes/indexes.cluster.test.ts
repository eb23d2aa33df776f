import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as indexes from './indexes.ts'

describe.each(await testVersions())('indexes on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run('create table victims (id int)')
  })
  beforeEach(async () => {
    await database.run('drop schema if exists s cascade; create schema s; create table s.t (id bigint primary key, a text, b int, tags jsonb)')
  })

  const t = { schema: 's', table: 't' }
  const x = { schema: 's', name: 'x' }
  const retrieve = (identifier: indexes.IndexIdentifier = x) => readOne(database, indexes.retrieve(identifier))
  const define = async () => (await readList(database, indexes.listDefinitions({ includedSchemas: ['s'] }))).find(({ name }) => name === 'x')

  test('are listed and found as the interface says', async () => {
    await database.run(`create index x on s.t (lower(a), b desc) include (id) where b > 0; comment on index s.x is 'c'`)
    const all = await readList(database, indexes.list({ includedSchemas: ['s'] }))
    expect(all.map(({ index_definition }) => index_definition)).toEqual([
      'CREATE UNIQUE INDEX t_pkey ON s.t USING btree (id)',
      'CREATE INDEX x ON s.t USING btree (lower(a), b DESC) INCLUDE (id) WHERE (b > 0)',
    ])
    expect(all[0]).toEqual({
      id: all[0]!.id,
      table_id: all[0]!.table_id,
      schema: 's',
      number_of_attributes: 1,
      number_of_key_attributes: 1,
      is_unique: true,
      is_primary: true,
      is_exclusion: false,
      is_immediate: true,
      is_clustered: false,
      is_valid: true,
      check_xmin: false,
      is_ready: true,
      is_live: true,
      is_replica_identity: false,
      key_attributes: [1],
      collation: [0],
      class: [3124],
      options: [0],
      index_predicate: null,
      comment: null,
      access_method: 'btree',
      index_definition: 'CREATE UNIQUE INDEX t_pkey ON s.t USING btree (id)',
      index_attributes: [
        {
          attribute_number: 1,
          attribute_name: 'id',
          data_type: 'bigint',
        },
      ],
    })
    expect(all[1]).toMatchObject({
      comment: 'c',
      number_of_attributes: 3,
      number_of_key_attributes: 2,
      key_attributes: [0, 3, 1],
      options: [0, 3],
      index_predicate: '(b > 0)',
    })
    expect(all[1]!.index_attributes.map(({ attribute_number, data_type }) => [attribute_number, data_type])).toEqual([
      [0, 'text'],
      [3, 'integer'],
      [1, 'bigint'],
    ])
    expect(await retrieve()).toEqual(all[1])
    expect(await retrieve({ id: all[0]!.id })).toEqual(all[0])
    expect((await readList(database, indexes.list({ tableId: all[0]!.table_id, offset: 1 }))).length).toBe(1)
    expect((await readList(database, indexes.list({ includeSystemSchemas: true, limit: 1 })))[0]!.schema).toBe('pg_catalog')
    expect(
      (await readList(database, indexes.list({ excludedSchemas: ['s'] }))).filter(({ schema }) => schema === 's' || schema === 'pg_catalog'),
    ).toEqual([])
  })

  test.each<[indexes.IndexDefinition, string]>([
    [{ elements: [{ column: 'a' }] }, 'INDEX x ON s.t USING btree (a)'],
    [
      {
        is_unique: true,
        elements: [
          { expression: 'lower(a) -- small', order: 'desc', nulls: 'last' },
          { column: 'b', order: 'asc', nulls: 'first' },
        ],
        include: ['id'],
        predicate: 'b > 0',
      },
      'UNIQUE INDEX x ON s.t USING btree (lower(a) DESC NULLS LAST, b NULLS FIRST) INCLUDE (id) WHERE (b > 0)',
    ],
    [
      { elements: [{ column: 'a', collation: { name: 'C' }, operator_class: { schema: 'pg_catalog', name: 'text_pattern_ops' } }] },
      'INDEX x ON s.t USING btree (a COLLATE "C" text_pattern_ops)',
    ],
    [
      { method: 'gin', elements: [{ column: 'tags', operator_class: { name: 'jsonb_path_ops' } }], storage_parameters: { fastupdate: false } },
      `INDEX x ON s.t USING gin (tags jsonb_path_ops) WITH (fastupdate='false')`,
    ],
    [
      {
        method: 'brin',
        elements: [{ column: 'id', operator_class: { name: 'int8_minmax_multi_ops' }, operator_class_parameters: { values_per_range: 16 } }],
      },
      `INDEX x ON s.t USING brin (id int8_minmax_multi_ops (values_per_range='16'))`,
    ],
    [{ method: 'hash', elements: [{ column: 'a' }], tablespace: 'pg_default', comment: "it's" }, 'INDEX x ON s.t USING hash (a)'],
    [{ is_only: true, elements: [{ column: 'b' }] }, 'INDEX x ON s.t USING btree (b)'],
  ])('are made as %j, and again from what is retrieved', async (index, printed) => {
    await database.run(indexes.create({ ...t, ...index, name: 'x' }).sql)
    expect((await retrieve())!.index_definition).toBe(`CREATE ${printed}`)
    const definition = (await define())!
    const change = await changesOf(database, async () => {
      await database.run(indexes.remove(x).sql)
      await database.run(indexes.create(definition).sql)
    })
    expect(change).toEqual({ added: [], removed: [] })
  })

  test.runIf(version.major >= 15)('know NULLs that are equal', async () => {
    await database.run(indexes.create({ ...t, name: 'x', is_unique: true, nulls_not_distinct: true, elements: [{ column: 'a' }] }).sql)
    expect((await retrieve())!.index_definition).toContain('NULLS NOT DISTINCT')
    expect((await define())!.nulls_not_distinct).toBe(true)
  })

  test('are made, built again and dropped beside writers, outside of transactions', async () => {
    const made = indexes.create({ ...t, name: 'x', elements: [{ column: 'a' }], is_concurrent: true })
    const built = indexes.reindex(x, { is_concurrent: true })
    const gone = indexes.remove(x, { is_concurrent: true })
    for (const command of [made, built, gone]) {
      expect(command.isOutsideTransaction).toBe(true)
      await expect(database.run(`begin; ${command.sql}`)).rejects.toMatchObject({ code: '25001' })
      await database.run('rollback')
      await database.run(command.sql)
    }
    expect(await retrieve()).toBeUndefined()
    expect(() => indexes.create({ ...t, name: 'x', elements: [{ column: 'a' }], is_concurrent: true, comment: 'c' })).toThrow('comment')
    expect(() => indexes.remove({ id: 1 }, { is_concurrent: true })).toThrow('name and schema')
    expect(() => indexes.remove(x, { is_concurrent: true, cascade: true })).toThrow('concurrently')
  })

  test('change only what is named', async () => {
    await database.run('create index x on s.t (a) with (fillfactor = 70, deduplicate_items = off)')
    await database.run(indexes.update(x, { storage_parameters: { fillfactor: 80, deduplicate_items: null }, comment: 'c' }).sql)
    expect(await define()).toMatchObject({ storage_parameters: { fillfactor: '80' }, comment: 'c' })
    expect(await changesOf(database, () => database.run(indexes.update(x, { name: 'x' }).sql))).toEqual({ added: [], removed: [] })
    expect(await changesOf(database, () => database.run(indexes.reindex(x).sql))).toEqual({ added: [], removed: [] })
    await database.run(indexes.update(x, { name: 'y', comment: null }).sql)
    expect(await retrieve()).toBeUndefined()
    await database.run(indexes.remove({ id: (await retrieve({ schema: 's', name: 'y' }))!.id }, { cascade: true }).sql)
    await expect(database.run(indexes.remove({ schema: 's', name: 't_pkey' }).sql)).rejects.toMatchObject({ code: '2BP01' })
  })

  test('that are not there are said to be missing, and half said ones are refused', async () => {
    await expect(database.run(indexes.update({ schema: 's', name: "n%o'" }, { comment: 'x' }).sql)).rejects.toMatchObject({
      code: '42704',
      message: `Cannot find index with: name = 'n%o''' and schema = 's'`,
    })
    await expect(database.run(indexes.reindex({ id: 1 }).sql)).rejects.toThrow('Cannot find index with: id = 1')
    await expect(database.run(indexes.remove({ schema: 's', name: 't' }).sql)).rejects.toThrow('Cannot find index')
    for (const call of [indexes.retrieve, indexes.remove, indexes.reindex, (given: indexes.IndexIdentifier) => indexes.update(given, {})]) {
      expect(() => call({ name: 'x' } as indexes.IndexIdentifier)).toThrow('Must provide either id or name and schema')
    }
    expect(() => indexes.reindex({ name: 'x' } as indexes.IndexIdentifier, { is_concurrent: true })).toThrow(
      'Must provide either id or name and schema',
    )
    for (const elements of [[], [{}], [{ column: 'a', expression: 'a' }], [{ expression: 'a); drop table victims; --' }]])
      expect(() => indexes.create({ ...t, elements })).toThrow()
    expect(() => indexes.create({ ...t, elements: [{ column: 'a' }], predicate: 'true; drop table victims' })).toThrow('semicolon')
    expect(() => indexes.create({ ...t, elements: [{ column: 'a' }], comment: 'no name' })).toThrow('name')
    expect(() => indexes.update(x, { storage_parameters: { 'x) --': null } })).toThrow('parameter')
  })

  test('may have any name, over tables and columns of any name', async () => {
    for (const name of hostileNames) {
      const quoted = `"${name.replaceAll('"', '""')}"`
      await database.run(`create schema ${quoted}; create table ${quoted}."T t" (${quoted} text, other int)`)
      const made = await changesOf(database, () =>
        database.run(
          indexes.create({
            schema: name,
            table: 'T t',
            name,
            elements: [{ column: name }],
            include: [name],
            comment: name,
            predicate: `${quoted} <> 'x'`,
          }).sql,
        ),
      )
      expect([made.removed, made.added.map((line) => line.split(' ')[0])], name).toEqual([[], ['comment', 'index', 'relation']])
      const row = (await retrieve({ schema: name, name }))!
      expect(row).toMatchObject({ schema: name, comment: name, index_attributes: [{ attribute_name: name }, { attribute_name: name }] })
      await database.run(indexes.update({ schema: name, name }, { name: 'plain', comment: null, storage_parameters: { fillfactor: 50 } }).sql)
      await database.run(indexes.update({ id: row.id }, { name }).sql)
      await database.run(indexes.reindex({ schema: name, name }).sql)
      await database.run(indexes.reindex({ schema: name, name }, { is_concurrent: true }).sql)
      await database.run(indexes.remove({ schema: name, name }).sql)
      await database.run(indexes.create({ schema: name, table: 'T t', name, elements: [{ column: name }], is_concurrent: true }).sql)
      const gone = await changesOf(database, () => database.run(indexes.remove({ schema: name, name }, { is_concurrent: true }).sql))
      expect([gone.added, gone.removed.length], name).toEqual([[], 2])
    }
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => indexes.create({ ...t, name, elements: [{ column: 'a' }] })).toThrow('SQL identifier')
    expect(() => indexes.create({ ...t, elements: [{ column: name }] })).toThrow('SQL identifier')
    expect(() => indexes.create({ ...t, method: name, elements: [{ column: 'a' }] })).toThrow('SQL identifier')
    expect(() => indexes.update(x, { name })).toThrow('SQL identifier')
  })
})
