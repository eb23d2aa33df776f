import { readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeGrants, confirmGrants, retrieveGrants, type GrantChange } from './grants.ts'

describe.each(await testVersions())('grants on Postgres $major', (version) => {
  const database = useDatabase(version)
  let id: number
  beforeAll(async () => {
    await database.run(
      `create role "r ""1"; create role second; create schema "s.x"; create table "s.x"."t ""y" (id int, "a ""b" int); create view "s.x".v as select 1 as one`,
    )
    const [row] = (await database.run(`select '"s.x"."t ""y"'::regclass::oid::text as id`)) as [{ id: string }]
    id = Number(row.id)
  })
  const table = { on: 'tables', schema: 's.x', tables: ['t "y'] } as const
  const run = (change: GrantChange) => database.run(changeGrants(change).sql)
  const grants = async () =>
    (await readOne(database, retrieveGrants({ id })))!.grants
      .filter(({ grantee }) => grantee !== database.target.user)
      .map(({ grantee, privilege, is_grantable: isGrantable }) => `${grantee} ${privilege}${isGrantable ? '*' : ''}`)

  test('are granted and revoked by name: on tables, on all of a schema, and on the schema', async () => {
    await run({ target: { ...table, tables: ['t "y', 'v'] }, privileges: ['SELECT', 'DELETE'], grantee: 'r "1', kind: 'grant', isGrantable: true })
    await run({ target: { on: 'all tables', schema: 's.x' }, privileges: ['INSERT'], grantee: 'public', kind: 'grant' })
    await run({ target: { on: 'schema', schema: 's.x' }, privileges: ['USAGE'], grantee: 'r "1', kind: 'grant' })
    expect((await grants()).toSorted()).toEqual(['public INSERT', 'r "1 DELETE*', 'r "1 SELECT*'])
    expect(await database.run(`select pg_catalog.has_schema_privilege('r "1', 's.x', 'USAGE') as may`)).toEqual([{ may: true }])
    await run({ target: table, privileges: ['DELETE'], grantee: 'r "1', kind: 'revoke' })
    await run({ target: table, privileges: ['INSERT'], grantee: 'public', kind: 'revoke' })
    expect(await grants()).toEqual(['r "1 SELECT*'])
    await database.run('grant update ("a ""b") on "s.x"."t ""y" to second')
    const found = (await readOne(database, retrieveGrants({ id })))!
    expect(found.columns).toEqual([{ column: 'a "b', grantee: 'second', privilege: 'UPDATE' }])
    expect(found.types.includes('MAINTAIN')).toBe(version.major >= 17)
    expect(await readOne(database, retrieveGrants({ id: 1 }))).toBeUndefined()
  })

  test('are confirmed: what another role granted, or the role can’t grant, is refused with a hint', async () => {
    await database.run(
      `grant select on "s.x"."t ""y" to "r ""1" with grant option; grant usage on schema "s.x" to "r ""1"; set role "r ""1"; grant select on "s.x"."t ""y" to second; reset role`,
    )
    const change = { target: table, privileges: ['SELECT'], grantee: 'second', kind: 'revoke' } as const
    await run(change)
    await expect(database.run(confirmGrants(change).sql)).rejects.toMatchObject({
      code: '42501',
      message: 'You can’t revoke SELECT on table t "y from second',
    })
    const granted = { ...change, privileges: ['SELECT', 'INSERT'], kind: 'grant' } as const
    await expect(database.run(confirmGrants(granted).sql)).rejects.toMatchObject({ message: 'You can’t grant INSERT on table t "y to second' })
    await expect(run({ ...change, grantee: 'r "1' })).rejects.toMatchObject({ code: '2BP01' })
    await run({ ...change, grantee: 'r "1', isCascade: true })
    await database.run(confirmGrants(change).sql)
    const schema = { target: { on: 'schema', schema: 's.x' }, privileges: ['CREATE'], grantee: 'second', kind: 'grant' } as const
    await expect(database.run(confirmGrants(schema).sql)).rejects.toMatchObject({ message: 'You can’t grant CREATE on schema s.x to second' })
    expect(() => changeGrants({ ...schema, privileges: ['SELECT'] })).toThrow('Not a valid keyword')
  })
})
