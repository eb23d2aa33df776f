import { ident, literal, sql, toText } from '@colonnade/sql'
import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as views from './views.ts'

describe.each(await testVersions())('views on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role reader login; create role owner_of_views; create table victims (id int); create table todos (id bigint, details text, "user-id" bigint);
      create view todos_view as select * from todos; comment on column todos_view.id is 'c'; create schema elsewhere; create view elsewhere.counted as select count(*) from todos;
      grant usage on schema elsewhere to reader; grant select on elsewhere.counted to reader`)
  })

  const list = (options: Parameters<typeof views.list>[0] = {}) => readList(database, views.list(options))
  const retrieve = (identifier: views.ViewIdentifier) => readOne(database, views.retrieve(identifier))
  const details = (identifier: views.ViewIdentifier) => readOne(database, views.retrieveDetails(identifier))
  const create = (input: views.CreateView) => database.run(views.create(input).sql)
  const update = (identifier: views.ViewIdentifier, input: views.UpdateView) => database.run(views.update(identifier, input).sql)
  const remove = (identifier: views.ViewIdentifier, input: views.RemoveView = {}) => database.run(views.remove(identifier, input).sql)
  const named = (name: string) => ({ name, schema: 'public' })

  test('are listed and found, with their columns unless not asked for', async () => {
    const rows = await list()
    expect(
      rows.map(({ schema, name, is_updatable: isUpdatable, columns }) => [schema, name, isUpdatable, columns!.map((column) => column.name)]),
    ).toEqual([
      ['elsewhere', 'counted', false, ['count']],
      ['public', 'todos_view', true, ['id', 'details', 'user-id']],
    ])
    const row = rows[1]!
    expect(row.columns![0]).toEqual({
      id: `${row.id}.1`,
      table_id: row.id,
      schema: 'public',
      table: 'todos_view',
      name: 'id',
      ordinal_position: 1,
      data_type: 'bigint',
      format: 'int8',
      format_schema: 'pg_catalog',
      is_identity: false,
      identity_generation: null,
      is_generated: false,
      is_nullable: true,
      is_updatable: true,
      is_unique: false,
      check: null,
      default_value: null,
      enums: [],
      comment: 'c',
    })
    expect(await retrieve(named('todos_view'))).toEqual(row)
    expect(await retrieve({ id: row.id })).toEqual(row)
    expect(await list({ includeColumns: false, includedSchemas: ['public'] })).toEqual([
      { id: row.id, schema: 'public', name: 'todos_view', is_updatable: true, comment: null },
    ])
    expect((await list({ limit: 1, offset: 1 })).map(({ name }) => name)).toEqual(['todos_view'])
    const { sql: text, zod } = views.list()
    expect(zod.parse(await database.runAs('reader', text)).map(({ name }) => name)).toEqual(['counted'])
  })

  test('are made, changed in their place, and removed', async () => {
    await create({
      name: 'made',
      definition: `select id, details from todos where id > 5; -- those`,
      columns: ['a', 'b'],
      security_barrier: true,
      check_option: 'local',
      owner: 'owner_of_views',
      comment: 'c',
    })
    const made = (await retrieve(named('made')))!
    expect([made.comment, made.columns!.map(({ name }) => name)]).toEqual(['c', ['a', 'b']])
    const before = {
      id: made.id,
      owner: 'owner_of_views',
      security_barrier: true,
      security_invoker: false,
      check_option: 'local',
      definition: expect.stringContaining('> 5') as string,
    }
    expect(await details(made)).toEqual(before)
    await database.run('grant select on made to reader; create view above as select * from made')
    await update(made, { definition: 'select id as a, details as b, 1 as more from todos where id > 6' })
    expect(await details(made)).toEqual({ ...before, definition: expect.stringContaining('> 6') as string })
    expect((await database.run(`select has_table_privilege('reader', 'made', 'select') as ok`))[0]).toEqual({ ok: true })
    await update(made, {
      definition: 'select id as a, max(details) as b, 1 as more from todos group by id',
      check_option: null,
      security_barrier: false,
    })
    expect(await details(made)).toMatchObject({ check_option: null, security_barrier: false })
    await expect(update(made, { definition: 'select 1 as a' })).rejects.toMatchObject({ code: '42P16' })
    await expect(remove(made)).rejects.toMatchObject({ code: '2BP01' })
    expect((await changesOf(database, () => update(made, { name: 'made', schema: 'public' }))).added).toEqual([])
    await update(made, { name: 'moved', schema: 'elsewhere', owner: 'pg_monitor', comment: null })
    expect(await retrieve({ name: 'moved', schema: 'elsewhere' })).toMatchObject({ id: made.id, comment: null })
    await remove(made, { cascade: true })
    expect((await list({ includedSchemas: ['public'] })).map(({ name }) => name)).toEqual(['todos_view'])
  })

  test('run with the rights of who reads them, since Postgres 15', async () => {
    await create({ name: 'invoked', definition: 'select * from todos', ...(version.major < 15 ? {} : { security_invoker: true }) })
    expect((await details(named('invoked')))!.security_invoker).toBe(version.major >= 15)
    if (version.major >= 15) {
      await update(named('invoked'), { definition: 'select * from todos where true', check_option: 'cascaded' })
      expect(await details(named('invoked'))).toMatchObject({ security_invoker: true, check_option: 'cascaded' })
      await update(named('invoked'), { security_invoker: false })
      expect((await details(named('invoked')))!.security_invoker).toBe(false)
    }
    await remove(named('invoked'))
  })

  test('made from their rows are the same, and take the place of others', async () => {
    const lines = async () => (await catalogLines(database)).filter((line) => line.includes('copied'))
    await create({
      name: 'copied',
      definition: `with x as (select 1 as "odd, one") select * from x where 'a;b' <> '$$'`,
      security_barrier: true,
      comment: '%',
    })
    const before = await lines()
    const row = (await retrieve(named('copied')))!
    const { owner, definition, security_barrier: isBarrier } = (await details(row))!
    await remove(row)
    await create({ ...row, columns: row.columns!.map(({ name }) => name), owner, definition, security_barrier: isBarrier })
    expect(await lines()).toEqual(before)
    await create({ name: 'copied', definition: 'select 2 as "odd, one"', replace: true })
    expect((await details(named('copied')))!.definition).toContain('2 AS')
    await expect(create({ name: 'copied', definition: 'select 3 as "odd, one"' })).rejects.toMatchObject({ code: '42P07' })
    await remove(named('copied'))
  })

  test('that are not there are said to be missing; tables are none', async () => {
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find view with: id = 1', code: '42704' })
    await expect(remove(named("no%ne'"))).rejects.toThrow(`Cannot find view with: name = 'no%ne''' and schema = 'public'`)
    await expect(remove(named('victims'))).rejects.toThrow('Cannot find view')
    const missing = { name: 'x' } as unknown as { id: number }
    for (const call of [
      () => views.retrieve(missing),
      () => views.retrieveDetails(missing),
      () => views.update(missing, {}),
      () => views.remove(missing),
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
    expect(() => views.create({ name: 'x', definition: 'select 1', check_option: 'odd' as 'local' })).toThrow('Not a valid keyword')
  })

  test.each(hostileNames)('may be called %j, and so all that they name', async (name) => {
    await database.run(toText(sql`create schema ${ident(name)}; create role ${ident(name)}; grant create on schema ${ident(name)} to ${ident(name)}`))
    const definition = toText(sql`select ${literal(name)}::text as ${ident(name)}`)
    const made = await changesOf(database, () => create({ name, schema: name, definition, columns: [name], owner: name, comment: name }))
    expect([made.removed, made.added.map((line) => line.split(' ')[0])]).toEqual([[], ['column', 'comment', 'relation', 'type', 'view']])
    const row = (await retrieve({ name, schema: name }))!
    expect(row).toMatchObject({ name, schema: name, comment: name, columns: [{ name }] })
    expect(await details({ name, schema: name })).toMatchObject({ id: row.id, owner: name })
    expect(await database.run(toText(sql`select ${ident(name)} as x from ${ident(name, name)}`))).toEqual([{ x: name }])
    await update({ name, schema: name }, { name: 'plain', schema: 'elsewhere', owner: 'pg_monitor', comment: null })
    await update({ id: row.id }, { name, schema: name, owner: name, comment: name, definition, security_barrier: true })
    expect(await retrieve({ id: row.id })).toEqual(row)
    const gone = await changesOf(database, () => remove({ name, schema: name }))
    expect([gone.added, gone.removed.length]).toEqual([[], 5])
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
