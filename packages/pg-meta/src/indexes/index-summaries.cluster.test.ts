import { hostileNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listIndexMethods, retrieveIndexDetails } from './index-details.ts'
import { IndexSummary, listIndexBuilds, listIndexContents, listIndexOutlines, listIndexSummaries, withContents } from './index-summaries.ts'
import { listUnusedIndexes } from './unused-indexes.ts'

describe.each(await testVersions())('index summaries on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`
      create schema harbour;
      create table harbour.berth (id int primary key, name text not null, ship int, note text);
      create table harbour.stay (id int, berth int references harbour.berth);
      insert into harbour.berth select g, 'b' || g, case g % 2 when 0 then 1 end, 'n' from generate_series(1, 5000) g;
      create index berth_name on harbour.berth (lower(name) text_pattern_ops, ship desc nulls last) include (note) where ship > 0;
      create unique index berth_ship on harbour.berth (ship, id);
      create table harbour.log (at date) partition by range (at);
      create table harbour.log_2026 partition of harbour.log for values from ('2026-01-01') to ('2027-01-01');
      create index log_at on harbour.log (at);
      analyze harbour.berth;
      create table harbour.twice (id int);
      insert into harbour.twice values (1), (1)`)
    await expect(database.run('create unique index concurrently twice_id on harbour.twice (id)')).rejects.toThrow('could not create unique index')
  })
  const list = async (): Promise<IndexSummary[]> => {
    const outlines = await readList(database, listIndexOutlines({ schema: 'harbour' }))
    const contents = await readList(database, listIndexContents({ schema: 'harbour' }))
    const found = withContents(outlines, contents).map((index) => IndexSummary.parse(index))
    return found.sort((one, other) => one.name.localeCompare(other.name))
  }

  test('tell what each index holds, what it belongs to and whether it works', async () => {
    const found = await list()
    expect(found.map(({ name }) => name)).toEqual(['berth_name', 'berth_pkey', 'berth_ship', 'log_2026_at_idx', 'log_at', 'twice_id'])
    const [name, pkey, ship, part, whole, twice] = found
    expect(name).toMatchObject({
      schema: 'harbour',
      table: 'berth',
      method: 'btree',
      entries: ['lower(name)', 'ship', 'note'],
      key_count: 2,
      // descending, and nulls last as they are not by themselves
      orders: '0 1',
      predicate: 'ship > 0',
      is_unique: false,
      has_constraint: false,
      is_valid: true,
      scans: 0,
    })
    expect(name!.bytes_estimate).toBeGreaterThanOrEqual(8_192)
    expect(pkey).toMatchObject({ is_primary: true, is_unique: true, has_constraint: true, entries: ['id'], key_count: 1, orders: '0' })
    expect(ship!.classes).toBe(`${pkey!.classes} ${pkey!.classes}`)
    expect(name!.classes.split(' ')[1]).toBe(pkey!.classes)
    expect(name!.collations).toMatch(/^[1-9]\d* 0$/)
    expect(part).toMatchObject({ table: 'log_2026', is_of_partition: true, is_partitioned: false })
    expect(whole).toMatchObject({ is_partitioned: true, is_of_partition: false, bytes_estimate: null, scans: null })
    expect(twice).toMatchObject({ is_valid: false })
    expect(await readList(database, listIndexSummaries({ tableId: twice!.table_id }))).toEqual([twice])
    // what was made between the two lists is there without what it holds
    const outlines = await readList(database, listIndexOutlines({ schema: 'harbour' }))
    expect(withContents(outlines, [])).toEqual(outlines)
    for (const schema of hostileNames) {
      expect(await readList(database, listIndexOutlines({ schema }))).toEqual([])
      expect(await readList(database, listIndexContents({ schema }))).toEqual([])
    }
  })

  test('count as unused without a scan, once the log of schema changes shows that they are a day old', async () => {
    const unused = async () => {
      const [indexes, ids] = [await list(), await readList(database, listUnusedIndexes({ schema: 'harbour' }))]
      return indexes.filter(({ id }) => ids.some((each) => each.id === id)).map(({ name }) => name)
    }
    // a server without the log
    expect(await unused()).toContain('log_2026_at_idx')
    await database.run('create schema _colonnade; create table _colonnade.schema_changes (transaction_id xid8, asked_at timestamptz)')
    expect(await unused()).toEqual([])
    await database.run(`insert into _colonnade.schema_changes values (pg_current_xact_id(), now() - interval '25 hours')`)
    expect(await unused()).toContain('log_2026_at_idx')
    await database.run('create index log_new on harbour.log_2026 (at)')
    expect(await unused()).not.toContain('log_new')
    await database.run('drop index harbour.log_new; drop schema _colonnade cascade')
  })

  test('go with details: use, size, an estimate of what it would be when packed, and who relies on it', async () => {
    const [name, pkey] = await list()
    const details = (await readOne(database, retrieveIndexDetails(pkey!)))!
    expect(details).toMatchObject({
      definition: 'CREATE UNIQUE INDEX berth_pkey ON harbour.berth USING btree (id)',
      constraint: { name: 'berth_pkey', definition: 'PRIMARY KEY (id)' },
      foreign_keys: [{ name: 'stay_berth_fkey', table: 'harbour.stay' }],
      table_rows: 5000,
      last_scan: null,
    })
    // packed as it is: built row after row in the order of its keys
    expect(details.packed_bytes_estimate! / details.bytes).toBeGreaterThan(0.7)
    expect(details.packed_bytes_estimate! / details.bytes).toBeLessThanOrEqual(1.1)
    await database.run('delete from harbour.berth where id > 500')
    await database.run('vacuum analyze harbour.berth')
    const bloated = (await readOne(database, retrieveIndexDetails(pkey!)))!
    expect(bloated.packed_bytes_estimate!).toBeLessThan(bloated.bytes / 3)
    expect((await readOne(database, retrieveIndexDetails(name!)))!.packed_bytes_estimate).not.toBeNull()
    expect(await readOne(database, retrieveIndexDetails({ id: 1 }))).toBeUndefined()
  })

  test('methods are told with the operator classes that they take', async () => {
    const methods = await readList(database, listIndexMethods())
    const btree = methods.find(({ name }) => name === 'btree')!
    expect(btree).toMatchObject({ can_order: true, can_be_unique: true, can_have_many: true, can_include: true })
    expect(btree.operator_classes).toContainEqual({ schema: 'pg_catalog', name: 'text_pattern_ops', type: 'text', is_default: false })
    expect(methods.find(({ name }) => name === 'hash')).toMatchObject({ can_order: false, can_have_many: false })
  })

  test('a build is told while it runs, with what it waits for', async () => {
    const builds = () => readList(database, listIndexBuilds({ schema: 'harbour', table: 'twice' }))
    expect(await builds()).toEqual([])
    // a transaction that writes, until it is told to end
    const user = database.target.user
    const writer = database.runAs(
      user,
      `do $do$ begin
      insert into harbour.twice values (2);
      while not exists (select from harbour.stay where id = 7) loop perform pg_sleep(0.01); end loop;
    end $do$`,
    )
    await expect.poll(() => database.run(`select 1 from pg_locks where relation = 'harbour.twice'::regclass`)).toHaveLength(1)
    const build = database.runAs(user, 'create index concurrently twice_slow on harbour.twice (id)')
    await expect.poll(async () => (await builds()).map(({ phase }) => phase)).toEqual(['waiting for writers before build'])
    expect((await builds())[0]).toMatchObject({
      command: 'CREATE INDEX CONCURRENTLY',
      unit: 'transactions',
      done: 0,
      total: 1,
      waits_for: expect.any(Number),
    })
    await database.run('insert into harbour.stay values (7)')
    await Promise.all([writer, build])
    expect(await builds()).toEqual([])
    for (const table of hostileNames) expect(await readList(database, listIndexBuilds({ schema: 'harbour', table }))).toEqual([])
  })
})
