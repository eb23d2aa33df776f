import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeDefaultGrants, type GrantChange, type GrantedKind, type GrantedRole, listDefaultGrants } from './default-grants.ts'

/** Some servers have the roles of a project already. */
const withRole = (role: string): string => `do 'begin create role ${role} noinherit; exception when duplicate_object then null; end';`

describe.each(await testVersions())('default grants on Postgres $major', (version) => {
  const database = useDatabase(version)
  const owner = `owner_${crypto.randomUUID()}`
  const scope = { owner, schema: 'public' }
  beforeAll(() =>
    database.run(`
      ${['anon', 'authenticated', 'service_role'].map(withRole).join(' ')}
      create role "${owner}"; grant create on schema public to "${owner}";
      alter default privileges for role "${owner}" in schema public grant all on tables to anon;
      alter default privileges for role "${owner}" grant select on tables to authenticated;
      alter default privileges for role "${owner}" in schema public grant all on functions to anon`),
  )
  const list = () => readList(database, listDefaultGrants(scope))
  const of = async (kind: GrantedKind, role: GrantedRole) => (await list()).find((each) => each.kind === kind && each.role === role)!
  const apply = (changes: readonly GrantChange[], stillPublic: readonly GrantedKind[]) =>
    database.run(
      changeDefaultGrants(scope, changes, stillPublic)
        .map(({ sql }) => sql)
        .join(' '),
    )
  /** What a role can do with objects that are created now. */
  async function created(role: GrantedRole) {
    const made = `t_${crypto.randomUUID().slice(0, 8)}`
    await database.run(
      `set role "${owner}"; create table public.${made} (id int); create function public.${made}() returns int language sql return 1; reset role`,
    )
    const [row] = await database.run(
      `select has_table_privilege('${role}', 'public.${made}', 'select') as reads, has_function_privilege('${role}', 'public.${made}()', 'execute') as calls`,
    )
    return row
  }

  test('are told by kind and role, whether a schema or all schemas have them, or everyone', async () => {
    expect((await of('tables', 'anon')).privileges).toContain('INSERT')
    expect(await of('tables', 'authenticated')).toEqual({ kind: 'tables', role: 'authenticated', privileges: ['SELECT'], is_public: false })
    expect(await of('functions', 'anon')).toMatchObject({ privileges: ['EXECUTE'], is_public: true })
    expect(await of('functions', 'service_role')).toMatchObject({ privileges: [], is_public: true })
    expect((await list()).map(({ kind }) => kind)).toEqual(['tables', 'functions', 'sequences'].flatMap((kind) => [kind, kind, kind]))
  })

  test('taken away leave new objects without, functions as well', async () => {
    expect(await created('anon')).toEqual({ reads: true, calls: true })
    const without = (['tables', 'functions'] as const).flatMap((kind) =>
      (['anon', 'authenticated'] as const).map((role) => ({ kind, role, isGranted: false })),
    )
    await apply([...without, { kind: 'sequences', role: 'anon', isGranted: true }], ['functions'])
    for (const role of ['anon', 'authenticated'] as const) expect(await created(role)).toEqual({ reads: false, calls: false })
    expect(await of('functions', 'anon')).toMatchObject({ privileges: [], is_public: false })
    expect((await of('sequences', 'anon')).privileges).toEqual(['SELECT', 'UPDATE', 'USAGE'])
  })

  test('come back', async () => {
    await apply(
      (['tables', 'functions'] as const).map((kind) => ({ kind, role: 'anon', isGranted: true })),
      [],
    )
    expect([await created('anon'), await created('authenticated')]).toEqual([
      { reads: true, calls: true },
      { reads: false, calls: false },
    ])
  })
})
