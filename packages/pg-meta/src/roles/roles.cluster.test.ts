import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as roles from './roles.ts'

describe.each(await testVersions())('roles on Postgres $major', (version) => {
  const database = useDatabase(version)
  let maxConnections: number
  beforeAll(async () => {
    await database.run(`set timezone = 'UTC'; create table victims (id int); create role a_group; create role another_group; create role a_member`)
    maxConnections = Number((await database.run('show max_connections'))[0]!['max_connections'])
  })

  const list = (options: roles.ListRolesOptions = {}) => readList(database, roles.list(options))
  const retrieve = (identifier: roles.RoleIdentifier) => readOne(database, roles.retrieve(identifier))
  const create = (role: roles.CreateRole) => database.run(roles.create(role).sql)
  const update = (identifier: roles.RoleIdentifier, changes: roles.UpdateRole) => database.run(roles.update(identifier, changes).sql)
  const remove = (identifier: roles.RoleIdentifier) => database.run(roles.remove(identifier).sql)
  const stored = async (name: string) =>
    (await database.run(`select rolpassword, rolconnlimit, rolvaliduntil::text from pg_authid where rolname = '${name}'`))[0]!

  test('are listed without the ones that Postgres brings, unless asked', async () => {
    const names = (await list()).map(({ name }) => name)
    expect(names).toContain('a_group')
    expect(names.filter((name) => name.startsWith('pg_'))).toEqual([])
    expect((await list({ includeDefaultRoles: true })).map(({ name }) => name)).toContain('pg_monitor')
    expect((await list({ limit: 1, offset: 1 })).map(({ name }) => name)).toEqual(names.slice(1, 2))
  })

  test('have no attribute but inheritance when only a name is given', async () => {
    await create({ name: 'plain' })
    const row = await retrieve({ name: 'plain' })
    expect(row).toEqual({
      id: row!.id,
      name: 'plain',
      isSuperuser: false,
      canCreateDb: false,
      canCreateRole: false,
      inheritRole: true,
      canLogin: false,
      isReplicationRole: false,
      canBypassRls: false,
      activeConnections: 0,
      connectionLimit: maxConnections,
      validUntil: null,
      config: {},
    })
    expect(await stored('plain')).toEqual({ rolpassword: null, rolconnlimit: -1, rolvaliduntil: null })
    await remove({ name: 'plain' })
  })

  const everything = {
    isSuperuser: true,
    canCreateDb: true,
    canCreateRole: true,
    inheritRole: false,
    canLogin: true,
    isReplicationRole: true,
    canBypassRls: true,
    connectionLimit: 7,
    validUntil: '2020-01-01T00:00:00.000Z',
  }

  test('have every attribute that is asked for, at once or later', async () => {
    const config = { 'pgrst.db_schemas': 'public, "a b"', work_mem: 4096, log_statement: 'all', 'my.flag': true }
    await create({ name: 'full', ...everything, config })
    const made = await retrieve({ name: 'full' })
    const shown = {
      ...everything,
      validUntil: '2020-01-01 00:00:00+00',
      activeConnections: 0,
      config: { 'pgrst.db_schemas': 'public, "a b"', work_mem: '4096', log_statement: 'all', 'my.flag': 'true' },
    }
    expect(made).toEqual({ id: made!.id, name: 'full', ...shown })

    await create({ name: 'later' })
    await update({ name: 'later' }, { ...everything, config, name: 'renamed' })
    const changed = await retrieve({ name: 'renamed' })
    expect(changed).toEqual({ id: changed!.id, name: 'renamed', ...shown })
    await update({ id: changed!.id }, { isSuperuser: false, inheritRole: true, connectionLimit: -1, validUntil: null, config: { work_mem: null } })
    expect(await retrieve({ id: changed!.id })).toMatchObject({
      isSuperuser: false,
      canCreateDb: true,
      inheritRole: true,
      connectionLimit: maxConnections,
      validUntil: 'infinity',
      config: { 'pgrst.db_schemas': 'public, "a b"', log_statement: 'all', 'my.flag': 'true' },
    })
    await remove({ id: changed!.id })
    await remove({ id: made!.id })
    expect(await retrieve({ id: made!.id })).toBeUndefined()
  })

  test('can be made again from what was retrieved', async () => {
    const belonging = { memberOf: ['a_group'], members: ['a_member'], admins: ['another_group'], comment: "it's" }
    await create({
      name: 'original',
      ...everything,
      ...belonging,
      config: { search_path: ['$user', 'Mixed, "quoted"', ''], 'pgrst.db_schemas': 'a, "b' },
    })
    const original = await retrieve({ name: 'original' })
    const details = await readOne(database, roles.retrieveDetails({ name: 'original' }))
    await create({ ...original!, ...details!, name: 'copy' })
    const copied = await readOne(database, roles.retrieveDetails({ name: 'copy' }))
    expect(copied).toEqual({ ...details, id: expect.any(Number) as number })
    expect(copied).toMatchObject(belonging)
    expect(await retrieve({ name: 'copy' })).toEqual({ ...original, id: expect.any(Number) as number, name: 'copy' })
    await remove({ name: 'original' })
    await remove({ name: 'copy' })
  })

  test.each([
    ['a', 'a'],
    ['"$user", public', '"$user", public'],
    ['extensions,  "A ""b"" , c"', 'extensions, "A ""b"" , c"'],
    ['', '""'],
    ['not a list', '"not a list"'],
    ['"open', '"""open"'],
    [['x', 'Y, z'], 'x, "Y, z"'],
  ])('keep the schemas of a search path given as %j apart', async (given, kept) => {
    await create({ name: 'seeker', config: { search_path: given } })
    expect((await retrieve({ name: 'seeker' }))!.config).toEqual({ search_path: kept })
    await remove({ name: 'seeker' })
  })

  test('belong to others, have members, and members that manage it', async () => {
    const change = await changesOf(database, () =>
      create({ name: 'middle', memberOf: ['a_group', 'another_group'], members: ['a_member'], admins: ['pg_monitor'] }),
    )
    expect(change.removed).toEqual([])
    expect(change.added.filter((line) => line.startsWith('member'))).toEqual([
      'member a_member of middle admin f',
      'member middle of a_group admin f',
      'member middle of another_group admin f',
      'member pg_monitor of middle admin t',
    ])
    expect(await readOne(database, roles.retrieveDetails({ name: 'middle' }))).toEqual({
      id: (await retrieve({ name: 'middle' }))!.id,
      memberOf: ['a_group', 'another_group'],
      members: ['a_member'],
      admins: ['pg_monitor'],
      comment: null,
    })
    await remove({ name: 'middle' })
  })

  test('get and lose a password, which is in the text once', async () => {
    const password = `it's $$ a %I \\ secret`
    const made = roles.create({ name: 'keeper', canLogin: true, password }).sql
    expect(made.match(/secret/g)).toHaveLength(1)
    await database.run(made)
    const { rolpassword } = await stored('keeper')
    expect(rolpassword).toMatch(/^SCRAM/)
    await update({ name: 'keeper' }, { canLogin: false })
    expect((await stored('keeper'))['rolpassword']).toBe(rolpassword)
    await update({ name: 'keeper' }, { password: 'another' })
    expect((await stored('keeper'))['rolpassword']).not.toBe(rolpassword)
    await update({ name: 'keeper' }, { password: null })
    expect((await stored('keeper'))['rolpassword']).toBeNull()
    expect(JSON.stringify(await retrieve({ name: 'keeper' }))).not.toMatch(/password/i)
    await remove({ name: 'keeper' })
  })

  test('keep the password out of what an error says', async () => {
    await database.run('create role powerless login')
    const error: unknown = await database
      .runAs('powerless', roles.update({ name: 'a_group' }, { password: 'very-secret' }).sql)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: '42501' })
    expect(Object.values(error as object).join(' ')).not.toContain('very-secret')
  })

  test('may be sent as they are by who could not change that', async () => {
    await database.run('create role manager login createrole; create role managed; grant managed to manager with admin option')
    const { sql } = roles.update(
      { name: 'managed' },
      { isSuperuser: false, isReplicationRole: false, canBypassRls: false, validUntil: null, canLogin: true },
    )
    await database.runAs('manager', sql)
    expect(await retrieve({ name: 'managed' })).toMatchObject({ canLogin: true, validUntil: null })
  })

  test('count their connections', async () => {
    await database.run('create role connected login')
    const rows = roles.retrieve({ name: 'connected' }).zod.parse((await database.runAs('connected', roles.retrieve({ name: 'connected' }).sql))[0])
    expect(rows).toMatchObject({ activeConnections: 1 })
  })

  test('that are not there are said to be missing, unless that is fine', async () => {
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find role with id 1', code: '42704' })
    await expect(remove({ name: "no%ne' $$" })).rejects.toThrow(`Cannot find role with name no%ne' $$`)
    const change = await changesOf(database, () => database.run(roles.remove({ name: 'none_such' }, { ifExists: true }).sql))
    expect(change).toEqual({ added: [], removed: [] })
    for (const make of [roles.retrieve, roles.remove, (identifier: roles.RoleIdentifier) => roles.update(identifier, {})])
      expect(() => make({} as { id: number })).toThrow('Must provide either id or name')
  })

  test('that are changed in nothing stay as they are, and what fails fails as a whole', async () => {
    await create({ name: 'stable' })
    expect(await changesOf(database, () => update({ name: 'stable' }, { name: 'stable', canLogin: false, validUntil: null }))).toEqual({
      added: [],
      removed: [],
    })
    const failing = changesOf(database, () =>
      expect(update({ name: 'stable' }, { canLogin: true, config: { work_mem: 'much' } })).rejects.toThrow('work_mem'),
    )
    expect(await failing).toEqual({ added: [], removed: [] })
    const half = changesOf(database, () => expect(create({ name: 'half', config: { work_mem: 'much' } })).rejects.toThrow('work_mem'))
    expect(await half).toEqual({ added: [], removed: [] })
  })

  test('take no impossible limit', () => {
    expect(() => roles.create({ name: 'x', connectionLimit: -2 })).toThrow('The connection limit must be')
    expect(() => roles.update({ name: 'x' }, { connectionLimit: 1.5 })).toThrow('The connection limit must be')
  })

  test.each(hostileNames)('may be called %j', async (name) => {
    const made = await changesOf(database, () =>
      create({ name, password: name, memberOf: ['a_group'], comment: name, config: { search_path: [name, 'second'], 'my.setting': name } }),
    )
    expect(made.removed).toEqual([])
    expect(made.added.map((line) => line.split(' ')[0])).toEqual(['comment', 'member', 'role', 'role'])
    const row = await retrieve({ name })
    expect(row!.config['my.setting']).toBe(name)
    await create({ name: 'other', memberOf: [name], members: ['a_member'], admins: ['another_group'], config: row!.config })
    expect((await retrieve({ name: 'other' }))!.config).toEqual(row!.config)
    await remove({ name: 'other' })
    await create({ name: 'other', members: [name] })
    await remove({ name: 'other' })
    await create({ name: 'other', admins: [name] })
    await remove({ name: 'other' })
    expect((await readOne(database, roles.retrieveDetails({ name })))!.comment).toBe(name)
    await update({ name }, { name: 'plain', password: name, comment: `${name}'`, config: { 'my.setting': null, search_path: name } })
    await update({ id: row!.id }, { name, config: { 'my.other': name } })
    expect((await retrieve({ name }))!.config['my.other']).toBe(name)
    const gone = await changesOf(database, () => remove({ name }))
    expect([gone.added, gone.removed.length]).toEqual([[], 4])
  })

  test.each(hostileNames)('change nothing but themselves for a setting called %j', async (name) => {
    const { sql } = roles.update({ name: 'a_group' }, { config: { [name]: 'x' } })
    const isSetting = /^\w+(\.\w+)+$/.test(name)
    const change = await changesOf(database, () =>
      database.run(sql).then(
        () => expect(isSetting).toBe(true),
        () => expect(isSetting).toBe(false),
      ),
    )
    expect(change.removed.filter((line) => !line.startsWith('role a_group '))).toEqual([])
    expect(change.added.filter((line) => !/^role (setting )?a_group /.test(line))).toEqual([])
    await database.run('alter role a_group reset all')
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => roles.create({ name })).toThrow('SQL identifier')
    expect(() => roles.create({ name: 'x', members: [name] })).toThrow('SQL identifier')
    expect(() => roles.create({ name: 'x', config: { [name]: '' } })).toThrow('SQL identifier')
    expect(() => roles.update({ name: 'x' }, { name })).toThrow('SQL identifier')
  })
})
