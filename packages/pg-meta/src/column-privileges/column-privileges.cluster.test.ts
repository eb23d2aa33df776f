import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeAccess, confirmAccess, retrieveColumnAccess, type AccessChange, type ExpectedAccess } from './column-access.ts'
import * as columnPrivileges from './column-privileges.ts'

describe.each(await testVersions())('column privileges on Postgres $major', (version) => {
  const database = useDatabase(version)
  let owner: string
  beforeAll(async () => {
    owner = database.target.user
    await database.run(`create role reader; create role writer; create table victims (id int); create table t (id int, gone int, name text); alter table t drop column gone;
      create view v as select 1 as one; create schema s; create table s.t (id int)`)
  })

  const list = (options: columnPrivileges.ColumnPrivilegeListOptions = {}) => readList(database, columnPrivileges.list(options))
  const columnOf = async (relationName: string, column: string, schema = 'public') =>
    (await list({ includedSchemas: [schema], relationName })).find(({ column_name }) => column_name === column)!
  const grant = (...grants: columnPrivileges.ColumnGrant[]) => database.run(columnPrivileges.grant(grants).sql)
  const revoke = (...revocations: columnPrivileges.ColumnRevocation[]) => database.run(columnPrivileges.revoke(revocations).sql)
  const all = ['INSERT', 'REFERENCES', 'SELECT', 'UPDATE']
  const byOwner = (grantee: string, types: readonly string[], is_grantable = false) =>
    types.map((privilege_type) => ({ grantor: owner, grantee, privilege_type, is_grantable }))

  test('of the table and of its columns are told apart, and changed by names', async () => {
    await database.run(`create role "r ""1"; create schema "s.x"; create table "s.x"."t ""y" (id int, "a ""b" int)`)
    const [{ id }] = (await database.run(`select '"s.x"."t ""y"'::regclass::oid::text as id`)) as [{ id: string }]
    const grants = async () =>
      (await readOne(database, retrieveColumnAccess({ id: Number(id) })))!.grants
        .filter(({ grantee }) => grantee !== owner)
        .map(({ column, grantee, privilege, is_grantable: isGrantable }) => [column, grantee, privilege, isGrantable])
    const change = (part: Pick<AccessChange, 'kind' | 'columns'> & Partial<AccessChange>) =>
      database.run(changeAccess({ schema: 's.x', table: 't "y', privilege: 'SELECT', grantee: 'r "1', ...part }).sql)
    await change({ kind: 'grant', columns: null })
    await change({ kind: 'grant with option', columns: ['a "b'] })
    await change({ kind: 'grant', columns: ['id', 'a "b'], privilege: 'UPDATE', grantee: 'public' })
    expect(await grants()).toEqual([
      [null, 'r "1', 'SELECT', false],
      ['id', 'public', 'UPDATE', false],
      ['a "b', 'r "1', 'SELECT', true],
      ['a "b', 'public', 'UPDATE', false],
    ])
    await change({ kind: 'revoke option', columns: ['a "b'] })
    await change({ kind: 'revoke', columns: ['id', 'a "b'], privilege: 'UPDATE', grantee: 'public' })
    expect(await grants()).toEqual([
      [null, 'r "1', 'SELECT', false],
      ['a "b', 'r "1', 'SELECT', false],
    ])
    await change({ kind: 'revoke', columns: null })
    expect(await grants()).toEqual([])
    const access = (await readOne(database, retrieveColumnAccess({ id: Number(id) })))!
    expect(access).toMatchObject({ owner, columns: ['id', 'a "b'] })
    expect(access.roles).toContain('r "1')
    expect(await readOne(database, retrieveColumnAccess({ id: 1 }))).toBeUndefined()
    await database.run('drop schema "s.x" cascade; drop role "r ""1"')
  })

  test('that others have granted stay when the owner revokes, which is told and undoes it, and go with the right to grant them', async () => {
    await database.run(`create role "first ""one" ; create role second; create role third; create schema passed; create table passed.on (id int, "a ""b" int);
      grant usage on schema passed to "first ""one", second;
      grant select on passed.on to "first ""one" with grant option; grant select on passed.on to second;
      set role "first ""one"; grant select on passed.on to second, third; grant select ("a ""b") on passed.on to third; reset role`)
    const place = { schema: 'passed', table: 'on', privilege: 'SELECT' } as const
    const change = (part: Pick<AccessChange, 'kind' | 'grantee'> & Partial<AccessChange>) => changeAccess({ ...place, columns: null, ...part }).sql
    const confirm = (part: Pick<ExpectedAccess, 'grantee'> & Partial<ExpectedAccess>) =>
      confirmAccess({ ...place, tableLevel: 0, columnLevels: { id: 0, 'a "b': 0 }, ...part }).sql
    await database.run(confirm({ grantee: 'second', tableLevel: 1, columnLevels: { id: 1, 'a "b': 1 } }))
    await expect(
      database.run(`begin; ${change({ kind: 'revoke', grantee: 'second' })} ${confirm({ grantee: 'second' })} commit`),
    ).rejects.toMatchObject({
      code: '42501',
      message: 'Cannot revoke SELECT on table on from second',
      hint: expect.stringContaining('first "one granted it'),
    })
    await database.run('rollback')
    await expect(database.run(confirm({ grantee: 'third', tableLevel: 2, columnLevels: {} }))).rejects.toThrow(/^Cannot grant .* to third$/)
    await expect(database.run(change({ kind: 'revoke', grantee: 'first "one' }))).rejects.toThrow('dependent privileges exist')
    await database.run(change({ kind: 'revoke option', grantee: 'first "one', isCascade: true }))
    await database.run(`${change({ kind: 'revoke', grantee: 'second' })} ${confirm({ grantee: 'second' })}`)
    // of a single column by whom may grant the table
    await expect(database.run(confirm({ grantee: 'third' }))).rejects.toThrow('Cannot revoke SELECT on column a "b from third')
    await database.run('drop schema passed cascade; drop role "first ""one", second, third')
  })

  test('are listed with what comes with the table', async () => {
    const rows = await list()
    expect(rows.map((row) => `${row.relation_schema}.${row.relation_name}.${row.column_name}`)).toEqual([
      'public.t.id',
      'public.t.name',
      'public.v.one',
      'public.victims.id',
      's.t.id',
    ])
    for (const { privileges } of rows) expect(privileges).toEqual(byOwner(owner, all))
    expect(rows[0]!.column_id).toMatch(/^\d+\.1$/)
    expect(await list({ columnIds: [rows[1]!.column_id, rows[4]!.column_id] })).toEqual([rows[1], rows[4]])
    expect(await list({ columnIds: [] })).toEqual([])
    expect(await list({ relationName: 't', includedSchemas: ['s'] })).toEqual([rows[4]])
    expect(await list({ limit: 2, offset: 2 })).toEqual(rows.slice(2, 4))

    await database.run('grant select, delete on t to reader; grant select (name) on t to reader with grant option; grant insert on t to public')
    const [id, name] = [await columnOf('t', 'id'), await columnOf('t', 'name')]
    expect(id.privileges.filter(({ grantee }) => grantee === 'reader')).toEqual(byOwner('reader', ['SELECT']))
    expect(name.privileges.filter(({ grantee }) => grantee === 'reader')).toEqual(byOwner('reader', ['SELECT'], true))
    expect(name.privileges.filter(({ grantee }) => grantee === 'PUBLIC')).toEqual(byOwner('PUBLIC', ['INSERT']))
    await database.run('revoke all on t from reader, public')
  })

  test('are listed to those who may access the relation', async () => {
    await database.run('create role little login; grant select (id) on s.t to little; grant usage on schema s to little')
    const { sql, zod } = columnPrivileges.list()
    expect(zod.parse(await database.runAs('little', sql)).map((row) => `${row.relation_schema}.${row.relation_name}`)).toEqual(['s.t'])
    await database.run('drop owned by little; drop role little')
  })

  test('are granted and revoked, one by one and all', async () => {
    const { column_id: columnId } = await columnOf('t', 'name')
    const other = await columnOf('t', 'id')
    await grant(
      { columnId, grantee: 'reader', privilegeType: 'ALL' },
      { columnId, grantee: 'writer', privilegeType: 'UPDATE', isGrantable: true },
      { columnId, grantee: 'public', privilegeType: 'SELECT' },
    )
    expect((await list({ columnIds: [columnId] }))[0]!.privileges).toEqual([
      ...byOwner('PUBLIC', ['SELECT']),
      ...byOwner(owner, all),
      ...byOwner('reader', all),
      ...byOwner('writer', ['UPDATE'], true),
    ])
    expect(await columnOf('t', 'id')).toEqual(other)
    await revoke(
      { columnId, grantee: 'reader', privilegeType: 'SELECT' },
      { columnId, grantee: 'writer', privilegeType: 'ALL' },
      { columnId, grantee: 'PUBLIC', privilegeType: 'ALL' },
    )
    expect((await columnOf('t', 'name')).privileges).toEqual([...byOwner(owner, all), ...byOwner('reader', ['INSERT', 'REFERENCES', 'UPDATE'])])
    await revoke({ columnId, grantee: 'reader', privilegeType: 'ALL' })
    expect((await columnOf('t', 'name')).privileges).toEqual(byOwner(owner, all))
  })

  test('of what is not there, or is no column, are refused', async () => {
    const request = { columnId: '1.1', grantee: 'reader', privilegeType: 'SELECT' } as const
    await expect(grant(request)).rejects.toMatchObject({ message: `Cannot find column with: id = '1.1'`, code: '42704' })
    await expect(revoke(request)).rejects.toThrow(`Cannot find column with: id = '1.1'`)
    const dropped = (await columnOf('t', 'id')).column_id.replace(/1$/, '2')
    await expect(grant({ ...request, columnId: dropped })).rejects.toThrow('Cannot find column with')
    for (const columnId of ['1', '1.', '.1', '1.-1', '1.1.1', '1.1; --', 'a.b', '', '99999999999.1', '1.99999']) {
      expect(() => columnPrivileges.grant([{ ...request, columnId }])).toThrow()
      expect(() => columnPrivileges.revoke([{ ...request, columnId }])).toThrow()
      expect(() => columnPrivileges.list({ columnIds: [columnId] })).toThrow()
    }
    expect(() => columnPrivileges.grant([{ ...request, privilegeType: 'DELETE' as 'SELECT' }])).toThrow('Not a valid keyword: DELETE')
  })

  test.each(hostileNames)('are on a column, of a table, and of a role called %j', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(`create schema ${quoted}; create table ${quoted}.${quoted} (${quoted} int, "other" int); create role ${quoted}`)
    const { column_id: columnId } = await columnOf(name, name, name)
    const granted = await changesOf(database, () => grant({ columnId, grantee: name, privilegeType: 'SELECT', isGrantable: true }))
    expect([granted.added.length, granted.removed.length]).toEqual([1, 1])
    expect(await columnOf(name, name, name)).toEqual({
      column_id: columnId,
      relation_schema: name,
      relation_name: name,
      column_name: name,
      privileges: [...byOwner(owner, all), ...byOwner(name, ['SELECT'], true)],
    })
    await revoke({ columnId, grantee: name, privilegeType: 'ALL' })
    expect((await columnOf(name, name, name)).privileges).toEqual(byOwner(owner, all))
    await database.run(`drop schema ${quoted} cascade; drop role ${quoted}`)
  })

  test.each(impossibleNames)('are not of a role or a table called %j', (name) => {
    expect(() => columnPrivileges.grant([{ columnId: '1.1', grantee: name, privilegeType: 'ALL' }])).toThrow('SQL identifier')
    expect(() => columnPrivileges.revoke([{ columnId: '1.1', grantee: name, privilegeType: 'ALL' }])).toThrow('SQL identifier')
    expect(() => columnPrivileges.list({ relationName: name })).toThrow('SQL identifier')
  })
})
