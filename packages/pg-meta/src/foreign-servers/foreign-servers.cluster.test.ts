import { catalogLines, changesOf, compareLines, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as foreignDataWrappers from './foreign-data-wrappers.ts'
import * as foreignServers from './foreign-servers.ts'
import { importForeignSchema } from './import-foreign-schema.ts'
import * as userMappings from './user-mappings.ts'

describe.each(await testVersions())('foreign servers on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role another_owner; create table victims (id int); create extension postgres_fdw; create foreign data wrapper free;
      grant usage on foreign data wrapper free to another_owner`)
  })

  const retrieve = (identifier: foreignServers.ForeignServerIdentifier) => readOne(database, foreignServers.retrieve(identifier))
  const create = (input: foreignServers.CreateForeignServer) => database.run(foreignServers.create(input).sql)
  const update = (identifier: foreignServers.ForeignServerIdentifier, changes: foreignServers.UpdateForeignServer) =>
    database.run(foreignServers.update(identifier, changes).sql)
  const remove = (identifier: foreignServers.ForeignServerIdentifier) => database.run(foreignServers.remove(identifier, { cascade: true }).sql)
  const mappings = (options: userMappings.ListUserMappingsOptions = {}) => readList(database, userMappings.list(options))
  const map = (input: userMappings.CreateUserMapping) => database.run(userMappings.create(input).sql)
  const remap = (identifier: userMappings.UserMappingIdentifier, options: Record<string, string | null>) =>
    database.run(userMappings.update(identifier, { options }).sql)
  const unmap = (identifier: userMappings.UserMappingIdentifier) => database.run(userMappings.remove(identifier).sql)
  const none = { added: [], removed: [] }

  test('have wrappers, which are listed', async () => {
    const rows = await readList(database, foreignDataWrappers.list())
    const common = { id: expect.any(Number) as number, owner: database.target.user, options: {}, comment: null }
    expect(rows).toEqual([
      { ...common, name: 'free', handler_schema: null, handler_name: null, validator_schema: null, validator_name: null },
      {
        ...common,
        name: 'postgres_fdw',
        handler_schema: 'public',
        handler_name: 'postgres_fdw_handler',
        validator_schema: 'public',
        validator_name: 'postgres_fdw_validator',
      },
    ])
    expect(await readList(database, foreignDataWrappers.list({ limit: 1, offset: 1 }))).toEqual(rows.slice(1))
  })

  test('are made, listed, changed and removed', async () => {
    await create({ name: 'plain', foreign_data_wrapper_name: 'free' })
    await create({
      name: 'full',
      foreign_data_wrapper_name: 'free',
      type: 'a type',
      version: '1.2',
      options: { host: "it's", user: '\\' },
      owner: 'another_owner',
      comment: 'c',
    })
    const [full, plain] = await readList(database, foreignServers.list())
    expect(full).toEqual({
      id: expect.any(Number) as number,
      name: 'full',
      owner: 'another_owner',
      foreign_data_wrapper_name: 'free',
      type: 'a type',
      version: '1.2',
      options: { host: "it's", user: '\\' },
      comment: 'c',
    })
    expect(plain).toMatchObject({ name: 'plain', owner: database.target.user, type: null, version: null, options: {}, comment: null })
    expect(await readList(database, foreignServers.list({ limit: 1, offset: 1 }))).toEqual([plain])
    await update({ id: full!.id }, { name: 'changed', options: { host: 'h', user: null, port: '1', absent: null }, version: null, comment: null })
    expect(await retrieve({ name: 'changed' })).toEqual({ ...full, name: 'changed', options: { host: 'h', port: '1' }, version: null, comment: null })
    await update({ name: 'changed' }, { version: '2', owner: database.target.user, comment: 'again' })
    expect(await retrieve({ id: full!.id })).toMatchObject({
      version: '2',
      owner: database.target.user,
      comment: 'again',
      options: { host: 'h', port: '1' },
    })
    expect(await changesOf(database, () => update({ name: 'changed' }, { name: 'changed', options: { host: 'h', absent: null } }))).toEqual(none)
    expect(await changesOf(database, () => update({ name: 'changed' }, {}))).toEqual(none)
    await remove({ id: full!.id })
    await remove({ name: 'plain' })
    expect(await readList(database, foreignServers.list())).toEqual([])
  })

  test('with something on them stay, unless it is to go along', async () => {
    await create({ name: 'used', foreign_data_wrapper_name: 'free' })
    await map({ server: 'used', user: 'public' })
    await expect(database.run(foreignServers.remove({ name: 'used' }).sql)).rejects.toMatchObject({ code: '2BP01' })
    await remove({ name: 'used' })
    expect(await mappings()).toEqual([])
  })

  test('are as they were when an option is refused, and the error does not say its value', async () => {
    await create({ name: 'checked', foreign_data_wrapper_name: 'postgres_fdw', options: { host: 'h', port: '5432' } })
    await map({ server: 'checked', user: 'another_owner', options: { user: 'u', password: 'p' } })
    const texts = [
      foreignServers.update({ name: 'checked' }, { name: 'x', options: { host: 'g', nonsense: 'very-secret' } }),
      userMappings.update({ server: 'checked', user: 'another_owner' }, { options: { password: 'very-secret', nonsense: 'very-secret' } }),
    ]
    for (const { sql } of texts) {
      const before = await catalogLines(database)
      const error: unknown = await database.run(sql).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ message: 'invalid option "nonsense"', code: 'HV00D' })
      expect(Object.values(error as object).join(' ')).not.toContain('very-secret')
      expect(compareLines(before, await catalogLines(database))).toEqual(none)
    }
    await remove({ name: 'checked' })
  })

  test('have user mappings, of roles and of everybody', async () => {
    await create({ name: 'mapped', foreign_data_wrapper_name: 'free' })
    await map({ server: 'mapped', user: 'another_owner', options: { user: 'u', password: "p'\\" } })
    await map({ server: 'mapped', user: 'public' })
    const rows = await mappings({ server: 'mapped' })
    const common = { id: expect.any(Number) as number, server_id: (await retrieve({ name: 'mapped' }))!.id, server: 'mapped' }
    expect(rows).toEqual([
      { ...common, user: 'another_owner', options: { user: 'u', password: "p'\\" } },
      { ...common, user: 'public', options: null },
    ])
    expect(await mappings({ server: 'other' })).toEqual([])
    expect(await readOne(database, userMappings.retrieve({ server: 'mapped', user: 'public' }))).toEqual(rows[1])
    expect(await readOne(database, userMappings.retrieve({ id: rows[0]!.id }))).toEqual(rows[0])
    expect(await readOne(database, userMappings.retrieve({ server: 'mapped', user: 'nobody' }))).toBeUndefined()
    expect(await mappings({ limit: 1, offset: 1 })).toEqual(rows.slice(1))
    await remap({ server: 'mapped', user: 'another_owner' }, { password: 'q', user: null, host: 'h' })
    await remap({ id: rows[1]!.id }, { user: 'everybody' })
    expect((await mappings()).map(({ options }) => options)).toEqual([{ password: 'q', host: 'h' }, { user: 'everybody' }])
    expect(await changesOf(database, () => remap({ id: rows[0]!.id }, { password: 'q', user: null }))).toEqual(none)
    await unmap({ server: 'mapped', user: 'public' })
    await unmap({ id: rows[0]!.id })
    expect(await mappings()).toEqual([])
    await remove({ name: 'mapped' })
  })

  test('do not show the passwords of one to another', async () => {
    await database.run('create role stranger login')
    await create({ name: 'mapped', foreign_data_wrapper_name: 'free' })
    await map({ server: 'mapped', user: 'another_owner', options: { password: 'very-secret' } })
    const { sql, zod } = userMappings.list()
    expect(zod.parse(await database.runAs('stranger', sql))).toMatchObject([{ user: 'another_owner', options: null }])
    await remove({ name: 'mapped' })
  })

  test('and user mappings that are not there are said to be missing', async () => {
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find foreign server with: id = 1', code: '42704' })
    await expect(remove({ name: "no%ne'" })).rejects.toThrow(`Cannot find foreign server with: name = 'no%ne'''`)
    await expect(remap({ id: 1 }, { a: 'b' })).rejects.toMatchObject({ message: 'Cannot find user mapping with: id = 1', code: '42704' })
    await expect(unmap({ server: 's', user: 'u' })).rejects.toThrow(`Cannot find user mapping with: server = 's' and user = 'u'`)
    const makes = [
      foreignServers.retrieve,
      foreignServers.remove,
      (identifier: foreignServers.ForeignServerIdentifier) => foreignServers.update(identifier, {}),
    ]
    for (const make of makes) expect(() => make({} as { id: number })).toThrow('Must provide either id or name')
    expect(() => userMappings.remove({ server: 's' } as { id: number } & { server: string })).toThrow('Must provide either id or server and user')
  })

  test('can be made again, with their user mappings, from what was retrieved', async () => {
    const before = await catalogLines(database)
    await create({
      name: 'original',
      foreign_data_wrapper_name: 'free',
      type: 't',
      version: 'v',
      options: { a: 'b', c: '' },
      owner: 'another_owner',
      comment: 'c',
    })
    await map({ server: 'original', user: 'public', options: { password: 'p' } })
    await map({ server: 'original', user: 'another_owner' })
    const made = await catalogLines(database)
    const [row, mapped] = [await retrieve({ name: 'original' }), await mappings()]
    await remove({ name: 'original' })
    expect(compareLines(before, await catalogLines(database))).toEqual(none)
    await create(row!)
    for (const mapping of mapped) await map(mapping)
    expect(compareLines(made, await catalogLines(database))).toEqual(none)
    await remove({ name: 'original' })
  })

  describe('with tables', () => {
    beforeAll(async () => {
      const { host, port, user, password } = database.target
      await database.run(
        'create schema "Far"; create table "Far"."One" (id int not null, name text default 5); create table "Far".two (id int); create schema near',
      )
      await create({ name: 'self', foreign_data_wrapper_name: 'postgres_fdw', options: { host, port: String(port), dbname: database.name } })
      await map({ server: 'self', user, options: { user, ...(password === undefined ? {} : { password }) } })
    })
    const tables = async () => (await database.run(`select relname from pg_class where relkind = 'f' order by 1`)).map(({ relname }) => relname)

    test('give them, all, some, or all but some', async () => {
      const input = { server: 'self', remote_schema: 'Far', schema: 'near' }
      await database.run(importForeignSchema({ ...input, limit_to: ['One'], options: { import_default: 'true', import_not_null: 'false' } }).sql)
      expect(await tables()).toEqual(['One'])
      const columns = await database.run(
        `select attnotnull, atthasdef from pg_attribute where attrelid = 'near."One"'::regclass and attnum > 0 order by attnum`,
      )
      expect(columns).toEqual([
        { attnotnull: false, atthasdef: false },
        { attnotnull: false, atthasdef: true },
      ])
      await database.run(importForeignSchema({ ...input, except: ['One'] }).sql)
      expect(await tables()).toEqual(['One', 'two'])
      const failed = changesOf(database, () => expect(database.run(importForeignSchema(input).sql)).rejects.toMatchObject({ code: '42P07' }))
      expect(await failed).toEqual(none)
      await database.run('drop schema near cascade; create schema near')
      await database.run(importForeignSchema(input).sql)
      expect(await tables()).toEqual(['One', 'two'])
      await database.run('drop schema near cascade')
    })

    test('give them whatever they are called', async () => {
      for (const name of hostileNames) {
        const quoted = `"${name.replaceAll('"', '""')}"`
        const here = `${Buffer.byteLength(name) > 58 ? '' : 'here'}${name}`
        const quotedHere = `"${here.replaceAll('"', '""')}"`
        const isSame = here === name
        await database.run(`create schema ${quoted}; create table ${quoted}.${quoted} (id int)${isSame ? '' : `; create schema ${quotedHere}`}`)
        if (isSame) await database.run(`create schema near`)
        const schema = isSame ? 'near' : here
        await database.run(importForeignSchema({ server: 'self', remote_schema: name, schema, limit_to: [name] }).sql)
        expect(await tables()).toEqual([name])
        await database.run(`drop schema ${isSame ? 'near' : quotedHere} cascade; drop schema ${quoted} cascade`)
      }
    })

    test('are not imported in a contradictory way', () => {
      const input = { server: 's', remote_schema: 'r', schema: 'l' }
      expect(() => importForeignSchema({ ...input, limit_to: ['a'], except: ['b'] })).toThrow('not both')
      expect(() => importForeignSchema({ ...input, limit_to: [] })).toThrow('at least one')
      for (const name of impossibleNames) {
        for (const field of ['server', 'remote_schema', 'schema'] as const)
          expect(() => importForeignSchema({ ...input, [field]: name })).toThrow('SQL identifier')
        expect(() => importForeignSchema({ ...input, except: [name] })).toThrow('SQL identifier')
      }
    })
  })

  test.each(hostileNames)('may be called %j, as may wrappers, roles and options', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(`create foreign data wrapper ${quoted}; create role ${quoted}; grant usage on foreign data wrapper ${quoted} to ${quoted}`)
    const options = { [name]: name }
    const made = await changesOf(database, () =>
      create({ name, foreign_data_wrapper_name: name, type: name, version: name, options, owner: name, comment: name }),
    )
    expect(made.removed).toEqual([])
    expect(made.added.map((line) => line.split(' ')[0])).toEqual(['comment', 'server'])
    const row = await retrieve({ name })
    expect(row).toMatchObject({ name, foreign_data_wrapper_name: name, type: name, version: name, options, owner: name, comment: name })
    await update({ name }, { name: 'plain', options: { [name]: null }, owner: database.target.user, version: null, comment: null })
    expect((await retrieve({ name: 'plain' }))!.options).toEqual({})
    await update({ name: 'plain' }, { name, options, owner: name, version: name, comment: name })
    await update({ name }, { options: { [name]: `${name}'` } })
    await update({ name }, { options })
    expect(await retrieve({ id: row!.id })).toEqual(row)

    const mapped = await changesOf(database, () => map({ server: name, user: name, options }))
    expect([mapped.added.length, mapped.removed]).toEqual([1, []])
    expect(await mappings({ server: name })).toMatchObject([{ server: name, user: name, options }])
    await remap({ server: name, user: name }, { [name]: null, other: name })
    expect(await readOne(database, userMappings.retrieve({ server: name, user: name }))).toMatchObject({ options: { other: name } })
    await unmap({ server: name, user: name })
    await update({ name }, { owner: database.target.user })
    const gone = await changesOf(database, () => remove({ name }))
    expect([gone.added, gone.removed.length]).toEqual([[], 2])
    await database.run(`drop foreign data wrapper ${quoted} cascade; drop role ${quoted}`)
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    const input = { name: 'x', foreign_data_wrapper_name: 'free' }
    expect(() => foreignServers.create({ ...input, name })).toThrow('SQL identifier')
    expect(() => foreignServers.create({ ...input, options: { [name]: '' } })).toThrow('SQL identifier')
    expect(() => foreignServers.update({ name: 'x' }, { name })).toThrow('SQL identifier')
    expect(() => foreignServers.update({ name: 'x' }, { options: { [name]: '' } })).toThrow('SQL identifier')
    expect(() => userMappings.create({ server: 's', user: name })).toThrow('SQL identifier')
    expect(() => userMappings.remove({ server: name, user: 'u' })).toThrow('SQL identifier')
    expect(() => userMappings.list({ server: name })).toThrow('SQL identifier')
  })
})
