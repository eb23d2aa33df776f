import { catalogLines, changesOf, compareLines, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as foreignTables from './foreign-tables.ts'

describe.each(await testVersions())('foreign tables on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role another_owner; create schema s; create table victims (id int); create extension postgres_fdw; create extension file_fdw;
      create foreign data wrapper free; create server far foreign data wrapper free; create server peer foreign data wrapper postgres_fdw; create server files foreign data wrapper file_fdw;
      grant create on schema s to another_owner`)
  })

  const retrieve = (identifier: foreignTables.ForeignTableIdentifier) => readOne(database, foreignTables.retrieve(identifier))
  const details = (identifier: foreignTables.ForeignTableIdentifier) => readOne(database, foreignTables.retrieveDetails(identifier))
  const create = (input: foreignTables.CreateForeignTable) => database.run(foreignTables.create(input).sql)
  const update = (identifier: foreignTables.ForeignTableIdentifier, changes: foreignTables.UpdateForeignTable) =>
    database.run(foreignTables.update(identifier, changes).sql)
  const remove = (identifier: foreignTables.ForeignTableIdentifier) => database.run(foreignTables.remove(identifier).sql)
  const none = { added: [], removed: [] }
  const full: foreignTables.CreateForeignTable = {
    name: 'full',
    schema: 's',
    foreign_server_name: 'far',
    columns: [
      { name: 'id', type: { name: 'int8' }, is_nullable: false, options: { column_name: 'the id' } },
      { name: 'price', type: 'numeric(10,2)', default_value: 5, comment: 'how much', check: 'price > 0' },
      { name: 'tags', type: { schema: 'pg_catalog', name: 'text', isArray: true } },
    ],
    options: { table_name: "it's", user: '\\' },
    owner: 'another_owner',
    comment: 'c',
  }

  test('are made, listed and removed', async () => {
    await create({ name: 'bare', foreign_server_name: 'peer' })
    await create(full)
    const [bare, made] = await readList(database, foreignTables.list())
    expect(bare).toEqual({
      id: expect.any(Number) as number,
      schema: 'public',
      name: 'bare',
      comment: null,
      foreign_server_name: 'peer',
      foreign_data_wrapper_name: 'postgres_fdw',
      foreign_data_wrapper_handler: 'postgres_fdw_handler',
      columns: [],
    })
    expect(made).toMatchObject({ schema: 's', name: 'full', comment: 'c', foreign_server_name: 'far', foreign_data_wrapper_handler: null })
    expect(made!.columns).toMatchObject([
      { id: `${made!.id}.1`, name: 'id', format: 'int8', is_nullable: false, default_value: null, comment: null },
      {
        name: 'price',
        format: 'numeric',
        is_nullable: true,
        default_value: expect.stringContaining('5') as string,
        comment: 'how much',
        check: expect.stringContaining('price >') as string,
      },
      { name: 'tags', format: '_text', data_type: 'ARRAY' },
    ])
    expect(await details({ id: made!.id })).toEqual({
      id: made!.id,
      owner: 'another_owner',
      options: { table_name: "it's", user: '\\' },
      columns: [
        { name: 'id', type: 'bigint', options: { column_name: 'the id' } },
        { name: 'price', type: 'numeric(10,2)', options: {} },
        { name: 'tags', type: 'text[]', options: {} },
      ],
    })
    expect(await retrieve({ name: 'full', schema: 's' })).toEqual(made)
    const { columns: _columns, ...summary } = made!
    expect(await readList(database, foreignTables.list({ includeColumns: false, includedSchemas: ['s'] }))).toEqual([summary])
    expect(await readList(database, foreignTables.list({ limit: 1, offset: 1 }))).toEqual([made])
    await remove({ id: made!.id })
    await remove({ name: 'bare', schema: 'public' })
    expect(await retrieve({ id: made!.id })).toBeUndefined()
  })

  test('are listed to those who may access them', async () => {
    await create({ name: 'seen', foreign_server_name: 'far' })
    await create({ name: 'unseen', foreign_server_name: 'far' })
    await database.run('create role little login; grant select on seen to little')
    const { sql, zod } = foreignTables.list()
    expect(zod.parse(await database.runAs('little', sql)).map(({ name }) => name)).toEqual(['seen'])
    await database.run('drop owned by little; drop role little; drop foreign table seen, unseen')
  })

  test('change in what is named only', async () => {
    await create(full)
    const made = await retrieve({ name: 'full', schema: 's' })
    const { id } = made!
    await update(
      { id },
      { options: { table_name: 'x', user: null, more: '1', absent: null }, column_options: { id: { column_name: null }, tags: { a: 'b' } } },
    )
    expect(await details({ id })).toMatchObject({
      owner: 'another_owner',
      options: { table_name: 'x', more: '1' },
      columns: [{ options: {} }, {}, { options: { a: 'b' } }],
    })
    expect(await retrieve({ id })).toEqual(made)
    await update({ name: 'full', schema: 's' }, { name: 'renamed', schema: 'public', comment: null, owner: database.target.user })
    expect(await retrieve({ name: 'renamed', schema: 'public' })).toMatchObject({ id, comment: null })
    expect(await details({ id })).toMatchObject({ owner: database.target.user, options: { table_name: 'x', more: '1' } })
    const same = { name: 'renamed', schema: 'public', options: { more: '1', absent: null }, column_options: { tags: { a: 'b' } } }
    expect(await changesOf(database, () => update({ id }, same))).toEqual(none)
    expect(await changesOf(database, () => update({ id }, {}))).toEqual(none)
    await remove({ id })
  })

  test('change options together, as their wrapper checks them together', async () => {
    await create({ name: 'file', foreign_server_name: 'files', columns: [{ name: 'line', type: 'text' }], options: { filename: '/dev/null' } })
    await update({ name: 'file', schema: 'public' }, { options: { filename: null, program: 'true' } })
    expect((await details({ name: 'file', schema: 'public' }))!.options).toEqual({ program: 'true' })
    const refused = changesOf(database, () =>
      expect(update({ name: 'file', schema: 'public' }, { options: { program: null } })).rejects.toThrow('program is required'),
    )
    expect(await refused).toEqual(none)
    await remove({ name: 'file', schema: 'public' })
  })

  test('can be made again from what was retrieved', async () => {
    await create(full)
    const made = await catalogLines(database)
    const [row, more] = [await retrieve({ name: 'full', schema: 's' }), await details({ name: 'full', schema: 's' })]
    await remove({ id: row!.id })
    const columns = row!.columns!.map(({ check, ...column }, index) => ({
      ...column,
      check: check === null ? null : `(${check})`,
      ...more!.columns[index]!,
      default_value_format: 'expression' as const,
    }))
    await create({ ...row!, ...more!, columns })
    expect(compareLines(made, await catalogLines(database))).toEqual(none)
    await remove({ name: 'full', schema: 's' })
  })

  test('with something on them stay, unless it is to go along', async () => {
    await create({ name: 'base', foreign_server_name: 'far', columns: [{ name: 'id', type: 'int' }] })
    await database.run('create view upon as select * from base')
    await expect(remove({ name: 'base', schema: 'public' })).rejects.toMatchObject({ code: '2BP01' })
    await database.run(foreignTables.remove({ name: 'base', schema: 'public' }, { cascade: true }).sql)
    expect(await retrieve({ name: 'base', schema: 'public' })).toBeUndefined()
  })

  test('that are not there are said to be missing', async () => {
    const missing = `Cannot find foreign table with: name = 'victims' and schema = 'public'`
    await expect(update({ name: 'victims', schema: 'public' }, { name: 'x' })).rejects.toMatchObject({ message: missing, code: '42704' })
    await expect(remove({ id: 1 })).rejects.toThrow('Cannot find foreign table with: id = 1')
    const makes = [
      foreignTables.retrieve,
      foreignTables.retrieveDetails,
      foreignTables.remove,
      (identifier: foreignTables.ForeignTableIdentifier) => foreignTables.update(identifier, {}),
    ]
    for (const make of makes)
      expect(() => make({ name: 'x' } as { id: number } & { name: string })).toThrow('Must provide either id or name and schema')
  })

  test('with an impossible column are not made', async () => {
    const columns = [
      { name: 'a', type: 'int' },
      { name: 'b', type: 'no_such_type' },
    ]
    expect(
      await changesOf(database, () => expect(create({ name: 'x', foreign_server_name: 'far', columns })).rejects.toMatchObject({ code: '42704' })),
    ).toEqual(none)
    expect(() =>
      foreignTables.create({ name: 'x', foreign_server_name: 'far', columns: [{ name: 'a', type: 'int); drop table victims; --' }] }),
    ).toThrow()
  })

  test.each(hostileNames)('may be called %j, as may schemas, servers, columns and options', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(
      `create schema ${quoted}; create server ${quoted} foreign data wrapper free; create role ${quoted}; grant create on schema ${quoted} to ${quoted}`,
    )
    const options = { [name]: name }
    const made = await changesOf(database, () =>
      create({
        name,
        schema: name,
        foreign_server_name: name,
        columns: [{ name, type: 'int', options, comment: name }],
        options,
        owner: name,
        comment: name,
      }),
    )
    expect(made.removed).toEqual([])
    expect(made.added.map((line) => line.split(' ')[0])).toEqual(['column', 'comment', 'comment', 'relation', 'type'])
    const [row, more] = [await retrieve({ name, schema: name }), await details({ name, schema: name })]
    expect(row).toMatchObject({ name, schema: name, comment: name, foreign_server_name: name, columns: [{ name, comment: name }] })
    expect(more).toMatchObject({ owner: name, options, columns: [{ name, options }] })
    const emptied = { [name]: null }
    await update(
      { name, schema: name },
      { name: 'plain', schema: 's', options: emptied, column_options: { [name]: emptied }, owner: database.target.user, comment: null },
    )
    expect(await details({ name: 'plain', schema: 's' })).toMatchObject({ options: {}, columns: [{ options: {} }] })
    await update({ id: row!.id }, { name, schema: name, options, column_options: { [name]: options }, owner: name, comment: name })
    expect([await retrieve({ name, schema: name }), await details({ id: row!.id })]).toEqual([row, more])
    const gone = await changesOf(database, () => remove({ name, schema: name }))
    expect([gone.added, gone.removed.length]).toEqual([[], 5])
    await database.run(`drop schema ${quoted} cascade; drop server ${quoted}; drop role ${quoted}`)
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    const input = { name: 'x', foreign_server_name: 'far' }
    expect(() => foreignTables.create({ ...input, name })).toThrow('SQL identifier')
    expect(() => foreignTables.create({ ...input, columns: [{ name, type: 'int' }] })).toThrow('SQL identifier')
    expect(() => foreignTables.update({ id: 1 }, { name })).toThrow('SQL identifier')
    expect(() => foreignTables.update({ id: 1 }, { schema: name })).toThrow('SQL identifier')
    expect(() => foreignTables.update({ id: 1 }, { column_options: { [name]: { a: 'b' } } })).toThrow('SQL identifier')
  })
})
