import { changesOf, hostileNames, impossibleNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create as createTable } from '../tables/create-table.ts'
import { partitionBound, partitionKey } from './partition-bounds.ts'
import * as partitions from './partitions.ts'

describe.each(await testVersions())('partitions on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run('create table victims (id int)')
  })
  beforeEach(async () => {
    await database.run('drop schema if exists s cascade; create schema s')
  })

  const parent = { schema: 's', name: 't' }
  const list = () => readList(database, partitions.list(parent))
  const bounds = async () => (await list()).map(({ name, bound }) => `${name} ${bound}`)
  const make = (key: partitions.PartitionKey) =>
    database.run(
      createTable({
        ...parent,
        columns: [
          { name: 'k', type: 'int' },
          { name: 'region', type: 'text' },
          { name: 'at', type: 'timestamptz' },
        ],
        partition_by: key,
      }).sql,
    )
  const create = (name: string, bound: partitions.PartitionBound, partition_by?: partitions.PartitionKey) =>
    database.run(partitions.create({ name, parent, bound, partition_by, comment: `of ${name}` }).sql)

  test('are made by range, with open ends, parts of parts and a default', async () => {
    await make({ strategy: 'range', elements: [{ column: 'k' }, { expression: 'lower(region)', collation: { name: 'C' } }] })
    await create('low', { from: [{ end: 'MINVALUE' }, { end: 'MINVALUE' }], to: [10, "it's"] })
    await create(
      'high',
      { from: [10, "it's"], to: [{ expression: '10 * 10' }, { end: 'MAXVALUE' }] },
      { strategy: 'list', elements: [{ column: 'region' }] },
    )
    await create('rest', { default: true })
    await database.run(partitions.create({ name: 'deep', parent: { schema: 's', name: 'high' }, bound: { in: ['x', null] } }).sql)
    expect(await bounds()).toEqual([
      `low FOR VALUES FROM (MINVALUE, MINVALUE) TO (10, 'it''s')`,
      `high FOR VALUES FROM (10, 'it''s') TO (100, MAXVALUE)`,
      'rest DEFAULT',
      `deep FOR VALUES IN ('x', NULL)`,
    ])
    const rows = await list()
    expect(rows[1]).toMatchObject({
      schema: 's',
      parent_schema: 's',
      parent_name: 't',
      is_default: false,
      partition_key: 'LIST (region)',
      level: 1,
      comment: 'of high',
      is_detach_pending: false,
    })
    expect(rows[3]).toMatchObject({ parent_name: 'high', level: 2 })
    expect(rows[2]!.is_default).toBe(true)
    expect(await readList(database, partitions.list({ id: rows[0]!.parent_id }))).toEqual(rows)
    expect(await readList(database, partitions.list({ schema: 's', name: 'low' }))).toEqual([])
  })

  test('are made by list and by hash, and from what Postgres prints', async () => {
    await make('LIST (region)')
    await create('a', { in: ['x', 'y'] })
    await create('b', `FOR VALUES IN ('(--', 'z')`)
    await create('c', 'DEFAULT')
    expect(await bounds()).toEqual([`a FOR VALUES IN ('x', 'y')`, `b FOR VALUES IN ('(--', 'z')`, 'c DEFAULT'])
    await database.run('drop table s.t')
    await make({ strategy: 'hash', elements: [{ column: 'k', operator_class: { schema: 'pg_catalog', name: 'int4_ops' } }] })
    await create('a', { modulus: 2, remainder: 0 })
    await create('b', { modulus: 2, remainder: 1 })
    expect(await bounds()).toEqual(['a FOR VALUES WITH (modulus 2, remainder 0)', 'b FOR VALUES WITH (modulus 2, remainder 1)'])
  })

  test('are attached and detached with their rows', async () => {
    await make('RANGE (k)')
    await database.run('create table s.p (k int, region text, at timestamptz); insert into s.p values (1)')
    await expect(database.run(partitions.attach({ name: 'p', parent, bound: { from: [5], to: [9] } }).sql)).rejects.toMatchObject({ code: '23514' })
    await database.run(partitions.attach({ name: 'p', parent, bound: { from: [0], to: [9] } }).sql)
    expect(await database.run('select k from s.t')).toEqual([{ k: 1 }])
    await database.run(partitions.detach({ name: 'p', parent }).sql)
    expect([await list(), await database.run('select k from s.p')]).toEqual([[], [{ k: 1 }]])
    await database.run(partitions.attach({ schema: 's', name: 'p', parent, bound: { from: [0], to: [9] } }).sql)
    const detachment = partitions.detach({ name: 'p', parent, is_concurrent: true })
    expect(detachment.isOutsideTransaction).toBe(true)
    await expect(database.run(`begin; ${detachment.sql}`)).rejects.toMatchObject({ code: '25001' })
    await database.run('rollback')
    await database.run(detachment.sql)
    expect(await list()).toEqual([])
    await expect(database.run(partitions.detach({ name: 'p', parent, finalize: true }).sql)).rejects.toThrow('not a partition')
    expect(() => partitions.detach({ name: 'p', parent, finalize: true, is_concurrent: true })).toThrow('concurrently')
  })

  test('are those of a table in public when no schema is said', async () => {
    await make('LIST (k)')
    const bare = { name: 'p', parent: { name: 'u' } }
    await database.run('set search_path to s; create table s.u (k int) partition by list (k); create table public.u (k int) partition by list (k)')
    const names = async () =>
      (await readList(database, partitions.list({ schema: 'public', name: 'u' }))).map(({ schema, name }) => `${schema}.${name}`)
    await database.run(partitions.create({ ...bare, bound: { in: [1] } }).sql)
    expect(await names()).toEqual(['public.p'])
    await database.run(partitions.detach(bare).sql)
    expect(await names()).toEqual([])
    await database.run(partitions.attach({ ...bare, bound: { in: [1] } }).sql)
    expect(await names()).toEqual(['public.p'])
    await database.run('reset search_path; drop table public.u')
  })

  test('are not made of what is no bound and no key', () => {
    for (const bound of [
      'IN (1)',
      'FOR VALUES IN (1); drop table victims',
      'FOR VALUES IN (1) partition by list (a)',
      'DEFAULT; x',
      "FOR VALUES IN ('",
    ]) {
      expect(() => partitionBound(bound), bound).toThrow()
    }
    for (const bound of [{ in: [] }, { from: [], to: [1] }]) expect(() => partitionBound(bound)).toThrow('at least one value')
    for (const key of ['a', 'LIST (a); drop table victims', 'LIST (a', 'LIST (a) with (x = 1) (b']) expect(() => partitionKey(key), key).toThrow()
    expect(() => partitionKey({ strategy: 'list', elements: [] })).toThrow('at least one column')
    expect(() => partitions.list({ name: 't' } as typeof parent)).toThrow('Must provide either id or name and schema')
  })

  test('may have any name and hold any value', async () => {
    for (const name of hostileNames) {
      const at = { schema: name, name: 'T t' }
      await database.run(`create schema "${name.replaceAll('"', '""')}"`)
      await database.run(
        createTable({ ...at, columns: [{ name, type: 'text' }], partition_by: { strategy: 'list', elements: [{ column: name }] } }).sql,
      )
      const made = await changesOf(database, () =>
        database.run(partitions.create({ schema: name, name, parent: at, bound: { in: [name] }, comment: name }).sql),
      )
      expect([made.removed, made.added.map((line) => line.split(' ')[0])], name).toEqual([[], ['column', 'comment', 'relation', 'type']])
      const rows = await readList(database, partitions.list(at))
      expect(rows, name).toMatchObject([{ schema: name, name, parent_schema: name, parent_name: 'T t', comment: name }])
      await database.run(partitions.detach({ schema: name, name, parent: at }).sql)
      await database.run(partitions.attach({ schema: name, name, parent: at, bound: rows[0]!.bound }).sql)
      await database.run(partitions.detach({ schema: name, name, parent: at, is_concurrent: true }).sql)
      expect(await readList(database, partitions.list(at))).toEqual([])
    }
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => partitions.create({ name, parent, bound: 'DEFAULT' })).toThrow('SQL identifier')
    expect(() => partitions.create({ name: 'p', parent: { schema: 's', name }, bound: 'DEFAULT' })).toThrow('SQL identifier')
    expect(() => partitions.attach({ name, parent, bound: 'DEFAULT' })).toThrow('SQL identifier')
    expect(() => partitions.detach({ name, parent })).toThrow('SQL identifier')
  })
})
