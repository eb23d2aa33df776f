import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tablePrivileges from './table-privileges.ts'

describe.each(await testVersions())('table privileges on Postgres $major', (version) => {
  const database = useDatabase(version)
  let owner: string
  beforeAll(async () => {
    owner = database.target.user
    await database.run(`create role reader; create role "PUBLIC_ONE"; create table victims (id int); create table t (id int, name text); create view v as select 1 as one;
      create materialized view m as select 1 as one; create table parts (id int) partition by list (id); create sequence q; create schema s; create table s.t (id int)`)
  })

  const retrieve = (identifier: tablePrivileges.RelationIdentifier) => readOne(database, tablePrivileges.retrieve(identifier))
  const idOf = async (name: string, schema = 'public') => (await retrieve({ name, schema }))!.relation_id
  const grant = (...grants: tablePrivileges.TableGrant[]) => database.run(tablePrivileges.grant(grants).sql)
  const revoke = (...revocations: tablePrivileges.TableRevocation[]) => database.run(tablePrivileges.revoke(revocations).sql)
  const heldBy = async (name: string, grantee: string) =>
    (await retrieve({ name, schema: 'public' }))!.privileges.filter((held) => held.grantee === grantee)
  const all = ['INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', ...(version.major >= 17 ? ['MAINTAIN'] : [])]
  const byOwner = (grantee: string, types: readonly string[], is_grantable = false) =>
    types.map((privilege_type) => ({ grantor: owner, grantee, privilege_type, is_grantable }))

  test('are listed with what the owner has by default', async () => {
    const rows = await readList(database, tablePrivileges.list())
    expect(rows.map(({ schema, name, kind }) => [schema, name, kind])).toEqual([
      ['public', 'm', 'materialized_view'],
      ['public', 'parts', 'partitioned_table'],
      ['public', 't', 'table'],
      ['public', 'v', 'view'],
      ['public', 'victims', 'table'],
      ['s', 't', 'table'],
    ])
    for (const { privileges } of rows) expect(privileges).toEqual(byOwner(owner, all))
    expect(await readList(database, tablePrivileges.list({ includedSchemas: ['s'] }))).toEqual(rows.slice(5))
    expect(await readList(database, tablePrivileges.list({ limit: 2, offset: 1 }))).toEqual(rows.slice(1, 3))
    expect(await retrieve({ id: rows[2]!.relation_id })).toEqual(rows[2])
    expect(await retrieve({ name: 't', schema: 'public' })).toEqual(rows[2])
    expect(await retrieve({ name: 'q', schema: 'public' })).toBeUndefined()
  })

  test('are listed to those who may access the relation', async () => {
    await database.run('create role little login; grant select on t to little')
    const { sql, zod } = tablePrivileges.list()
    expect(zod.parse(await database.runAs('little', sql)).map(({ name }) => name)).toEqual(['t'])
    await database.run('drop owned by little; drop role little')
  })

  test('are granted and revoked, one by one and all', async () => {
    const relationId = await idOf('t')
    await grant(
      { relationId, grantee: 'reader', privilegeType: 'SELECT', isGrantable: true },
      { relationId, grantee: 'reader', privilegeType: 'UPDATE' },
      { relationId, grantee: 'public', privilegeType: 'INSERT' },
      { relationId: await idOf('v'), grantee: 'reader', privilegeType: 'ALL' },
      { relationId, grantee: 'PUBLIC_ONE', privilegeType: 'SELECT' },
    )
    expect(await heldBy('t', 'reader')).toEqual([...byOwner('reader', ['SELECT'], true), ...byOwner('reader', ['UPDATE'])])
    expect(await heldBy('t', 'PUBLIC')).toEqual(byOwner('PUBLIC', ['INSERT']))
    expect(await heldBy('t', 'PUBLIC_ONE')).toEqual(byOwner('PUBLIC_ONE', ['SELECT']))
    expect(await heldBy('v', 'reader')).toEqual(byOwner('reader', all))
    await revoke({ relationId, grantee: 'reader', privilegeType: 'UPDATE' }, { relationId, grantee: 'PUBLIC', privilegeType: 'ALL' })
    expect(await heldBy('t', 'reader')).toEqual(byOwner('reader', ['SELECT'], true))
    expect(await heldBy('t', 'PUBLIC')).toEqual([])
    await revoke({ relationId, grantee: owner, privilegeType: 'ALL' }, { relationId, grantee: 'reader', privilegeType: 'ALL' })
    await revoke({ relationId, grantee: 'PUBLIC_ONE', privilegeType: 'ALL' })
    expect((await retrieve({ id: relationId }))!.privileges).toEqual([])
    await grant({ relationId, grantee: owner, privilegeType: 'ALL' })
    expect((await retrieve({ id: relationId }))!.privileges).toEqual(byOwner(owner, all))
  })

  test('are granted all together or not at all', async () => {
    const relationId = await idOf('t')
    const failed = changesOf(database, () =>
      expect(
        grant({ relationId, grantee: 'reader', privilegeType: 'SELECT' }, { relationId, grantee: 'nobody such', privilegeType: 'SELECT' }),
      ).rejects.toMatchObject({ code: '42704' }),
    )
    expect(await failed).toEqual({ added: [], removed: [] })
    expect(tablePrivileges.grant([]).sql).toBe('')
  })

  test('know MAINTAIN since 17', async () => {
    const maintain = { relationId: await idOf('t'), grantee: 'reader', privilegeType: 'MAINTAIN' } as const
    if (version.major < 17) return expect(grant(maintain)).rejects.toThrow('unrecognized privilege type "maintain"')
    await grant(maintain)
    expect(await heldBy('t', 'reader')).toEqual(byOwner('reader', ['MAINTAIN']))
    return revoke(maintain)
  })

  test('of what is not there are refused', async () => {
    const missing = { relationId: 1, grantee: 'reader', privilegeType: 'SELECT' } as const
    await expect(grant(missing)).rejects.toMatchObject({ message: 'Cannot find table with: id = 1', code: '42704' })
    await expect(revoke(missing)).rejects.toThrow('Cannot find table with: id = 1')
    expect(() => tablePrivileges.retrieve({ name: 't' } as { id: number } & { name: string })).toThrow('Must provide either id or name and schema')
    expect(() => tablePrivileges.grant([{ ...missing, privilegeType: 'SELECT, INSERT' as 'SELECT' }])).toThrow('Not a valid keyword')
    expect(() => tablePrivileges.revoke([{ ...missing, relationId: -1 }])).toThrow('An ID is')
  })

  test.each(hostileNames)('are on a table, in a schema and of a role called %j', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(`create schema ${quoted}; create table ${quoted}.${quoted} (id int); create role ${quoted}`)
    const relationId = await idOf(name, name)
    const granted = await changesOf(database, () => grant({ relationId, grantee: name, privilegeType: 'SELECT', isGrantable: true }))
    expect([granted.added.length, granted.removed.length]).toEqual([1, 1])
    const row = await retrieve({ name, schema: name })
    expect(row).toEqual({
      relation_id: relationId,
      schema: name,
      name,
      kind: 'table',
      privileges: [...byOwner(owner, all), ...byOwner(name, ['SELECT'], true)],
    })
    expect(await readList(database, tablePrivileges.list({ includedSchemas: [name] }))).toEqual([row])
    await revoke({ relationId, grantee: name, privilegeType: 'SELECT' })
    expect((await retrieve({ id: relationId }))!.privileges).toEqual(byOwner(owner, all))
    await database.run(`drop schema ${quoted} cascade; drop role ${quoted}`)
  })

  test.each(impossibleNames)('are not of a role called %j', (name) => {
    expect(() => tablePrivileges.grant([{ relationId: 1, grantee: name, privilegeType: 'ALL' }])).toThrow('SQL identifier')
    expect(() => tablePrivileges.revoke([{ relationId: 1, grantee: name, privilegeType: 'ALL' }])).toThrow('SQL identifier')
  })
})
