import { ident, literal, sql, toText } from '@colonnade/sql'
import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as views from './materialized-views.ts'

describe.each(await testVersions())('materialized views on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role reader login; create role owner_of_views; create table victims (id int); create table todos (id bigint, details text); insert into todos values (1, 'one');
      grant select on todos to owner_of_views; grant create on schema public to owner_of_views; create schema elsewhere; create materialized view elsewhere.counted as select count(*) from todos with no data;
      grant usage on schema elsewhere to reader; grant select on elsewhere.counted to reader; create materialized view todos_matview as select * from todos`)
  })

  const list = (options: Parameters<typeof views.list>[0] = {}) => readList(database, views.list(options))
  const retrieve = (identifier: views.MaterializedViewIdentifier) => readOne(database, views.retrieve(identifier))
  const details = (identifier: views.MaterializedViewIdentifier) => readOne(database, views.retrieveDetails(identifier))
  const create = (input: views.CreateMaterializedView) => database.run(views.create(input).sql)
  const update = (identifier: views.MaterializedViewIdentifier, input: views.UpdateMaterializedView) =>
    database.run(views.update(identifier, input).sql)
  const refresh = (identifier: views.MaterializedViewIdentifier, input: views.RefreshMaterializedView = {}) =>
    database.run(views.refresh(identifier, input).sql)
  const remove = (identifier: views.MaterializedViewIdentifier, input: views.RemoveMaterializedView = {}) =>
    database.run(views.remove(identifier, input).sql)
  const named = (name: string) => ({ name, schema: 'public' })

  test('are listed and found, with their columns unless not asked for', async () => {
    const rows = await list()
    expect(
      rows.map(({ schema, name, is_populated: isPopulated, columns }) => [
        schema,
        name,
        isPopulated,
        columns!.map((column) => `${column.name} ${column.format}`),
      ]),
    ).toEqual([
      ['elsewhere', 'counted', false, ['count int8']],
      ['public', 'todos_matview', true, ['id int8', 'details text']],
    ])
    const row = rows[1]!
    expect(row.columns!.every(({ is_updatable: isUpdatable, id }) => !isUpdatable && id.startsWith(`${row.id}.`))).toBe(true)
    expect(await retrieve(named('todos_matview'))).toEqual(row)
    expect(await retrieve({ id: row.id })).toEqual(row)
    expect(await list({ includeColumns: false, includedSchemas: ['public'] })).toEqual([
      { id: row.id, schema: 'public', name: 'todos_matview', is_populated: true, comment: null },
    ])
    expect((await list({ limit: 1, offset: 1 })).map(({ name }) => name)).toEqual(['todos_matview'])
    const { sql: text, zod } = views.list()
    expect(zod.parse(await database.runAs('reader', text)).map(({ name }) => name)).toEqual(['counted'])
  })

  test('are made, refreshed, changed and removed', async () => {
    await create({
      name: 'made',
      definition: 'select id, details from todos; -- all',
      columns: ['a', 'b'],
      with_data: false,
      owner: 'owner_of_views',
      comment: 'c',
    })
    const made = (await retrieve(named('made')))!
    expect(made).toMatchObject({ is_populated: false, comment: 'c', columns: [{ name: 'a' }, { name: 'b' }] })
    expect(await details(made)).toEqual({ id: made.id, owner: 'owner_of_views', definition: expect.stringContaining('FROM todos') as string })
    await refresh(made)
    await database.run(`create unique index on made (a); insert into todos values (2, 'two')`)
    await refresh(named('made'), { concurrently: true })
    expect(await database.run('select a from made order by a')).toEqual([{ a: 1 }, { a: 2 }])
    await refresh(made, { with_data: false })
    expect((await retrieve(made))!.is_populated).toBe(false)
    expect(() => views.refresh(made, { with_data: false, concurrently: true })).toThrow('can’t be emptied concurrently')
    expect((await changesOf(database, () => update(made, { name: 'made', schema: 'public' }))).added).toEqual([])
    await update(made, { name: 'moved', schema: 'elsewhere', owner: 'pg_monitor', comment: null })
    expect(await retrieve({ name: 'moved', schema: 'elsewhere' })).toMatchObject({ id: made.id, comment: null })
    await remove(made)
    expect(await retrieve(made)).toBeUndefined()
    await database.run('delete from todos where id = 2')
  })

  test('keep all that belongs to them when their query changes', async () => {
    await create({ name: 'kept', definition: 'select id, details from todos', owner: 'owner_of_views', comment: `it's` })
    await database.run(`create unique index kept_id on kept (id); create index "Kept, two" on kept (lower(details)) where id > 0; comment on index kept_id is 'i'; alter materialized view kept cluster on kept_id;
      comment on column kept.details is 'd'; alter materialized view kept alter column details set statistics 7; alter materialized view kept alter column details set storage external; alter materialized view kept alter column id set (n_distinct = 5);
      alter materialized view kept alter column details set compression pglz; alter materialized view kept set (fillfactor = 50);
      create statistics kept_statistics (ndistinct) on id, details from kept; comment on statistics kept_statistics is 's';
      grant select on kept to reader with grant option; grant select (id), update (details) on kept to public; alter default privileges in schema public grant delete on tables to reader`)
    const change = await changesOf(database, () => update(named('kept'), { definition: `select id, details, 1 as more from todos -- more` }))
    expect(change.removed.map((line) => line.split(':')[0])).toEqual(['view kept'])
    expect(change.added.map((line) => line.split(/ type|:/)[0])).toEqual(['column public.kept 3 more', 'view kept'])
    expect(await database.run('select id, more from kept')).toEqual([{ id: 1, more: 1 }])
    expect(
      await database.run(
        `select attoptions::text as options, attcompression as compression from pg_attribute where attrelid = 'kept'::regclass and attnum in (1, 2) order by attnum`,
      ),
    ).toEqual([
      { options: '{n_distinct=5}', compression: '' },
      { options: null, compression: 'p' },
    ])
    expect(await database.run(`select stxname, obj_description(oid, 'pg_statistic_ext') as comment from pg_statistic_ext`)).toEqual([
      { stxname: 'kept_statistics', comment: 's' },
    ])
    await expect(update(named('kept'), { definition: 'select id from todos' })).rejects.toMatchObject({ code: '42703' })
    await database.run('drop statistics kept_statistics; drop index "Kept, two"')
    await update(named('kept'), { definition: 'select id from todos' })
    expect(await retrieve(named('kept'))).toMatchObject({ comment: `it's`, is_populated: true, columns: [{ name: 'id' }] })
    await database.run('create view above as select * from kept')
    await expect(update(named('kept'), { definition: 'select id from todos' })).rejects.toMatchObject({ code: '2BP01' })
    await update(named('kept'), { definition: 'select id from todos', cascade: true, name: 'renamed', schema: 'elsewhere' })
    expect(await database.run(`select relname from pg_class where relname in ('above', 'kept', 'renamed')`)).toEqual([{ relname: 'renamed' }])
    await remove({ name: 'renamed', schema: 'elsewhere' })
  })

  test('without rows and privileges have none when their query changes', async () => {
    await database.run('alter default privileges in schema public revoke delete on tables from reader')
    await create({ name: 'empty_one', definition: 'select 1 as x', with_data: false })
    const lines = async () => (await catalogLines(database)).filter((line) => line.includes('empty_one'))
    const before = await lines()
    await update(named('empty_one'), { definition: 'select 1 as x' })
    await database.run('alter default privileges in schema public grant delete on tables to reader')
    await update(named('empty_one'), { definition: 'select 1 as x' })
    expect((await retrieve(named('empty_one')))!.is_populated).toBe(false)
    expect((await lines()).map((line) => line.replace(/acl .*/, ''))).toEqual(before.map((line) => line.replace(/acl .*/, '')))
    expect(
      (await database.run(`select has_table_privilege('reader', 'empty_one', 'delete') as x, has_table_privilege('empty_one', 'delete') as y`))[0],
    ).toEqual({ x: false, y: true })
    await remove(named('empty_one'))
  })

  test('made from their rows are the same', async () => {
    const lines = async () => (await catalogLines(database)).filter((line) => line.includes('copied'))
    await create({ name: 'copied', definition: `select 1 as "odd, one" where 'a;b' <> '$$'`, comment: '%' })
    const before = await lines()
    const row = (await retrieve(named('copied')))!
    const { owner, definition } = (await details(row))!
    await remove(row)
    await create({ ...row, columns: row.columns!.map(({ name }) => name), owner, definition, with_data: row.is_populated })
    expect(await lines()).toEqual(before)
    await database.run('create view above as select * from copied')
    await expect(remove(row)).rejects.toThrow('Cannot find')
    await expect(remove(named('copied'))).rejects.toMatchObject({ code: '2BP01' })
    await remove(named('copied'), { cascade: true })
    expect(await lines()).toEqual([])
  })

  test('that are not there are said to be missing; tables are none', async () => {
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find materialized view with: id = 1', code: '42704' })
    await expect(refresh({ id: 1 })).rejects.toThrow('Cannot find materialized view with: id = 1')
    await expect(remove(named("no%ne'"))).rejects.toThrow(`Cannot find materialized view with: name = 'no%ne''' and schema = 'public'`)
    await expect(remove(named('victims'))).rejects.toThrow('Cannot find materialized view')
    const missing = { name: 'x' } as unknown as { id: number }
    for (const call of [
      () => views.retrieve(missing),
      () => views.retrieveDetails(missing),
      () => views.update(missing, {}),
      () => views.remove(missing),
      () => views.refresh(missing),
    ]) {
      expect(call).toThrow('Must provide either id or name and schema')
    }
  })

  test('are made as a whole or not at all', async () => {
    await expect(create({ name: 'half', definition: 'select 1 as x', owner: 'nobody_there' })).rejects.toMatchObject({ code: '42704' })
    expect(await retrieve(named('half'))).toBeUndefined()
  })

  test('are one query', () => {
    for (const definition of ['', 'select 1; drop table victims', "select 'open", 'select (1']) {
      expect(() => views.create({ name: 'x', definition })).toThrow()
      expect(() => views.update({ id: 1 }, { definition })).toThrow()
    }
  })

  test.each(hostileNames)('may be called %j, and so all that they name', async (name) => {
    await database.run(toText(sql`create schema ${ident(name)}; create role ${ident(name)}; grant all on schema ${ident(name)} to ${ident(name)}`))
    const definition = toText(sql`select ${literal(name)}::text as ${ident(name)}`)
    const made = await changesOf(database, () => create({ name, schema: name, definition, columns: [name], owner: name, comment: name }))
    expect([made.removed, made.added.map((line) => line.split(' ')[0])]).toEqual([[], ['column', 'comment', 'relation', 'type', 'view']])
    const row = (await retrieve({ name, schema: name }))!
    expect(row).toMatchObject({ name, schema: name, comment: name, columns: [{ name }] })
    expect(await details({ name, schema: name })).toMatchObject({ id: row.id, owner: name })
    const view = ident(name, name)
    await database.run(
      toText(sql`create unique index ${ident(name.slice(0, 20) + 'i')} on ${view} (${ident(name)}); comment on index ${ident(name, name.slice(0, 20) + 'i')} is ${literal(name)}; comment on column ${view}.${ident(name)} is ${literal(name)};
        grant select (${ident(name)}), update on ${view} to ${ident(name)}; create statistics ${ident(name, name)} on (lower(${ident(name)})) from ${view}; alter materialized view ${view} cluster on ${ident(name.slice(0, 20) + 'i')}`),
    )
    const rebuilt = await changesOf(database, () => update({ name, schema: name }, { definition }))
    expect(rebuilt).toEqual({ added: [], removed: [] })
    await refresh({ name, schema: name }, { concurrently: true })
    expect(await database.run(toText(sql`select ${ident(name)} as x from ${view}`))).toEqual([{ x: name }])
    await update({ name, schema: name }, { name: 'plain', schema: 'elsewhere', owner: 'pg_monitor', comment: null })
    await update({ name: 'plain', schema: 'elsewhere' }, { name, schema: name, owner: name, comment: name })
    expect(await retrieve({ name, schema: name })).toMatchObject({ name, schema: name, comment: name })
    expect((await changesOf(database, () => remove({ name, schema: name }))).added).toEqual([])
    await database.run(toText(sql`drop owned by ${ident(name)}; drop schema ${ident(name)}; drop role ${ident(name)}`))
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    for (const field of ['name', 'schema', 'owner']) {
      expect(() => views.create({ name: 'x', definition: 'select 1', [field]: name })).toThrow('SQL identifier')
      expect(() => views.update({ id: 1 }, { [field]: name })).toThrow('SQL identifier')
    }
    expect(() => views.create({ name: 'x', definition: 'select 1', columns: [name] })).toThrow('SQL identifier')
  })
})
