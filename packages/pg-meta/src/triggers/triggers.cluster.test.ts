import { ident, literal, sql, toText } from '@colonnade/sql'
import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as triggers from './triggers.ts'

describe.each(await testVersions())('triggers on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role onlooker login; create table victims (id int primary key); create table items (id int references victims, name text); create view seen as select * from items;
      create function audit() returns trigger language plpgsql as 'begin return null; end'; create schema elsewhere; create table elsewhere.items (id int);
      create trigger over_there before insert on elsewhere.items execute function audit()`)
  })

  const list = (options: Parameters<typeof triggers.list>[0] = {}) => readList(database, triggers.list(options))
  const retrieve = (identifier: triggers.TriggerIdentifier) => readOne(database, triggers.retrieve(identifier))
  const details = (identifier: triggers.TriggerIdentifier) => readOne(database, triggers.retrieveDetails(identifier))
  const create = (input: triggers.CreateTrigger) => database.run(triggers.create(input).sql)
  const update = (identifier: triggers.TriggerIdentifier, input: triggers.UpdateTrigger) => database.run(triggers.update(identifier, input).sql)
  const remove = (identifier: triggers.TriggerIdentifier) => database.run(triggers.remove(identifier).sql)
  const named = (name: string) => ({ name, schema: 'public', table: 'items' })
  const plain = { name: 'tr', table: 'items', function_name: 'audit', activation: 'AFTER', events: ['INSERT'] } as const

  test('are made, switched, renamed and removed', async () => {
    await create({ ...plain, function_args: ['test1', 'test2'], events: ['UPDATE'], orientation: 'ROW', condition: '(old.* IS DISTINCT FROM new.*)' })
    const made = (await retrieve(named('tr')))!
    expect(made).toEqual({
      id: made.id,
      table_id: made.table_id,
      enabled_mode: 'ORIGIN',
      function_args: ['test1', 'test2'],
      name: 'tr',
      table: 'items',
      schema: 'public',
      condition: '(old.* IS DISTINCT FROM new.*)',
      orientation: 'ROW',
      activation: 'AFTER',
      events: ['UPDATE'],
      function_name: 'audit',
      function_schema: 'public',
    })
    expect(await retrieve({ id: made.id })).toEqual(made)
    await update(made, { name: 'renamed', enabled_mode: 'DISABLED', comment: 'c' })
    expect(await retrieve(made)).toEqual({ ...made, name: 'renamed', enabled_mode: 'DISABLED' })
    for (const [mode, shown] of [
      ['REPLICA', 'REPLICA'],
      ['ALWAYS', 'ALWAYS'],
      ['ENABLED', 'ORIGIN'],
      ['ORIGIN', 'ORIGIN'],
    ] as const) {
      await update(named('renamed'), { enabled_mode: mode })
      expect((await retrieve(made))!.enabled_mode).toBe(shown)
    }
    expect((await changesOf(database, () => update(made, { name: 'renamed' }))).added).toEqual([])
    expect(await details(made)).toMatchObject({ comment: 'c', columns: [], is_constraint: false })
    await remove(named('renamed'))
    expect(await retrieve(made)).toBeUndefined()
  })

  test('are listed without those of Postgres itself', async () => {
    await create({ ...plain, events: ['insert', 'update', 'delete', 'Insert', 'truncate'] })
    expect((await list()).map(({ schema, name, events }) => [schema, name, ...events])).toEqual([
      ['elsewhere', 'over_there', 'INSERT'],
      ['public', 'tr', 'INSERT', 'DELETE', 'UPDATE', 'TRUNCATE'],
    ])
    expect((await list({ excludedSchemas: ['public'] })).map(({ name }) => name)).toEqual(['over_there'])
    expect((await list({ limit: 1, offset: 1 })).map(({ name }) => name)).toEqual(['tr'])
    const { sql: text, zod } = triggers.list()
    expect(zod.parse(await database.runAs('onlooker', text))).toEqual([])
    await remove(named('tr'))
  })

  test('of a partitioned table are listed once', async () => {
    await database.run('create table split (id int) partition by list (id); create table split_1 partition of split for values in (1)')
    await create({ ...plain, table: 'split', orientation: 'ROW' })
    expect((await list({ includedSchemas: ['public'] })).map(({ table, name }) => [table, name])).toEqual([['split', 'tr']])
    await database.run('drop table split')
  })

  test('made from their rows are the same', async () => {
    const odd = `it's "odd", \\ $$ ) EXECUTE FUNCTION audit('`
    await create({
      ...plain,
      name: 'a WHEN (b) "x',
      events: ['INSERT', 'UPDATE'],
      columns: ['name', 'id'],
      orientation: 'ROW',
      activation: 'BEFORE',
      condition: `new.name = ${toText(literal(odd))} -- yes`,
      function_args: [odd, '', 'ü\n', ', '],
      comment: odd,
    })
    await create({ ...plain, name: 'without args', orientation: 'ROW', condition: `new.name <> ') EXECUTE FUNCTION audit('` })
    await create({ ...plain, name: 'deferred', is_constraint: true, is_initially_deferred: true })
    await create({ ...plain, name: 'deferrable', orientation: 'ROW', is_constraint: true, is_deferrable: true })
    await create({ ...plain, name: 'transition', events: ['UPDATE'], old_table: 'Before', new_table: 'after' })
    await create({ ...plain, name: 'instead', table: 'seen', activation: 'INSTEAD OF' })
    const lines = async () => (await catalogLines(database)).filter((line) => line.includes('trigger') || line.includes('TRIGGER'))
    const before = await lines()
    const rows = await list({ includedSchemas: ['public'] })
    expect(rows.find(({ name }) => name.startsWith('a'))).toMatchObject({
      function_args: [odd, '', 'ü\n', ', '],
      condition: `(new.name = '${odd.replaceAll("'", "''")}'::text)`,
    })
    expect(rows.find(({ name }) => name === 'without args')!.condition).toBe(`(new.name <> ') EXECUTE FUNCTION audit('::text)`)
    for (const row of rows) {
      const more = (await details(row))!
      await remove(row)
      await create({ ...row, ...more })
    }
    expect(await lines()).toEqual(before)
    for (const row of await list({ includedSchemas: ['public'] })) await remove(row)
  })

  test('that are not there are said to be missing', async () => {
    for (const work of [update({ id: 1 }, { name: 'x' }), remove({ id: 1 }), remove(named("no%ne'"))]) {
      await expect(work).rejects.toMatchObject({ message: 'Cannot find trigger', code: '42704' })
    }
    const missing = { name: 'x', table: 'x' } as unknown as { id: number }
    for (const call of [() => triggers.retrieve(missing), () => triggers.update(missing, {}), () => triggers.remove(missing)]) {
      expect(call).toThrow('Must provide either id or name, schema and table')
    }
  })

  test('of Postgres itself are not touched', async () => {
    const [own] = await database.run(`select oid::int8 as id from pg_trigger where tgisinternal limit 1`)
    await expect(remove({ id: Number(own!['id']) })).rejects.toThrow('Cannot find trigger')
  })

  test('can not be what Postgres has not', () => {
    expect(() => triggers.create({ ...plain, events: [] })).toThrow('at least one event')
    expect(() => triggers.create({ ...plain, events: ['SELECT'] })).toThrow('Not a valid keyword')
    expect(() => triggers.create({ ...plain, activation: 'DURING' as 'AFTER' })).toThrow('Not a valid keyword')
    expect(() => triggers.create({ ...plain, columns: ['id'] })).toThrow('on UPDATE')
    expect(() => triggers.create({ ...plain, is_deferrable: true })).toThrow('constraint trigger')
    expect(() => triggers.create({ ...plain, condition: 'true) execute function audit(); drop table victims; --' })).toThrow()
    expect(() => triggers.update({ id: 1 }, { enabled_mode: 'constructor' as 'ALWAYS' })).toThrow('Not a valid keyword')
    expect(triggers.CreateTrigger.safeParse({ ...plain, events: ['insert'] }).success).toBe(true)
    expect(triggers.CreateTrigger.safeParse({ ...plain, events: ['select'] }).success).toBe(false)
  })

  test('go with what they are on, and what depends on them with cascade', async () => {
    await create(plain)
    const { id } = (await retrieve(named('tr')))!
    await database.run(triggers.remove({ id }, { cascade: true }).sql)
    expect(await retrieve({ id })).toBeUndefined()
  })

  test.each(hostileNames)('may be called %j, and so all that they name', async (name) => {
    await database.run(
      toText(
        sql`create schema ${ident(name)}; create table ${ident(name, name)} (${ident(name)} text); create function ${ident(name, name)}() returns trigger language plpgsql as 'begin end'`,
      ),
    )
    const { schema, table } = { schema: name, table: name }
    const condition = toText(sql`old.${ident(name)} <> ${literal(name)}`)
    const base = {
      schema,
      table,
      function_schema: name,
      function_name: name,
      function_args: [name, name],
      activation: 'AFTER',
      events: ['UPDATE'],
      comment: name,
    } as const
    const made = await changesOf(database, () => create({ ...base, name, orientation: 'ROW', columns: [name], condition }))
    expect([made.removed, made.added.map((line) => line.split(' ')[0])]).toEqual([[], ['comment', 'trigger']])
    const row = (await retrieve({ name, schema, table }))!
    expect(row).toMatchObject({ name, schema, table, function_schema: name, function_name: name, function_args: [name, name] })
    await database.run(
      toText(sql`create table probe as select `) +
        row.condition!.replace('old.', 't.') +
        toText(sql` as x from ${ident(name, name)} t; drop table probe`),
    )
    expect(await details(row)).toMatchObject({ comment: name, columns: [name] })
    expect((await list({ includedSchemas: [name] })).map(({ id }) => id)).toEqual([row.id])
    await update({ name, schema, table }, { name: 'plain', enabled_mode: 'ALWAYS', comment: null })
    await update({ id: row.id }, { name, enabled_mode: 'ENABLED', comment: name })
    expect(await retrieve({ id: row.id })).toEqual(row)
    const gone = await changesOf(database, () => remove({ name, schema, table }))
    expect([gone.added, gone.removed.map((line) => line.split(' ')[0])]).toEqual([[], ['comment', 'trigger']])
    await create({ ...base, name, old_table: name })
    expect(await details({ name, schema, table })).toMatchObject({ old_table: name, new_table: null })
    await database.run(toText(sql`drop schema ${ident(name)} cascade`))
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    for (const field of ['name', 'schema', 'table', 'function_schema', 'function_name', 'old_table', 'new_table']) {
      expect(() => triggers.create({ ...plain, [field]: name })).toThrow('SQL identifier')
    }
    expect(() => triggers.create({ ...plain, events: ['UPDATE'], columns: [name] })).toThrow('SQL identifier')
    expect(() => triggers.update({ id: 1 }, { name })).toThrow('SQL identifier')
  })
})
