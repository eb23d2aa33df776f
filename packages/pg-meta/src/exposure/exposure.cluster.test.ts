import { hostileNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { ident, sql, toText } from '@colonnade/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Exposed, listExposure } from './exposure.ts'
import { confirmRevoked, openSchema, readAsCaller, revokeAccess, runAsCaller } from './repairs.ts'

/** Some servers have the roles of a project already. */
const withRole = (role: string): string => `do 'begin create role ${role} noinherit; exception when duplicate_object then null; end';`

describe.each(await testVersions())('exposure on Postgres $major', (version) => {
  const hasInvoker = version.major >= 15
  const database = useDatabase(version)
  beforeAll(() =>
    database.run(`
      ${['anon', 'authenticated', 'service_role'].map(withRole).join(' ')}
      create role staff; grant staff to authenticated;
      create schema api; create schema hidden; create schema closed;
      grant usage on schema api, hidden to anon, authenticated;
      set search_path = api;
      create table open (id int primary key, note text);
      grant all on open to anon; grant select on open to authenticated;
      create table guarded (id int); alter table guarded enable row level security;
      create policy everybody on guarded using (true); create policy staff on guarded for select to staff using (true);
      create policy visitors on guarded for insert to anon with check (true);
      grant all on guarded to anon, authenticated;
      create table bounded (id int); alter table bounded enable row level security; grant all on bounded to anon, authenticated;
      create policy reads on bounded for select using (true); create policy few on bounded as restrictive for select to anon using (id > 0);
      create policy writes on bounded for update to authenticated using (true) with check (id > 0);
      create table columns (id int, note text); grant select (id), update (note) on columns to anon;
      create table parts (id int) partition by range (id); create table part_1 partition of parts for values from (0) to (9);
      grant select on parts, part_1 to anon;
      create view owners as select id, note from open; grant all on owners to anon;
      create view grouped as select note, count(*) from open group by note; grant all on grouped to anon;
      ${hasInvoker ? 'create view callers with (security_invoker = on) as select id from open; grant select on callers to anon;' : ''}
      create materialized view kept as select id from open; grant all on kept to authenticated;
      create function plain(a int, b text default '') returns int language sql as 'select 1';
      create function secret() returns void security definer language sql as ''; revoke all on function secret() from public;
      grant execute on function secret() to authenticated;
      create function told() returns trigger language plpgsql as 'begin return null; end'; create procedure proc() language sql as '';
      create table hidden.other (id int); create table closed.shut (id int); grant all on closed.shut to anon;
      create table hidden.everyone (id int); grant select on hidden.everyone to public;
      reset search_path`),
  )
  const list = (...schemas: string[]): Promise<Exposed[]> => readList(database, listExposure({ schemas }))
  const find = async (name: string): Promise<Exposed> => (await list('api', 'hidden', 'closed')).find((each) => each.name === name)!
  const access = (item: Exposed): Record<string, string> =>
    Object.fromEntries(
      (['anon', 'authenticated'] as const).map((role) => [
        role,
        (['selects', 'inserts', 'updates', 'deletes', 'calls'] as const).filter((command) => item[`${role}_${command}`]).join(' '),
      ]),
    )
  const all = 'selects inserts updates deletes'

  test('tells what each role can do with tables, views and functions', async () => {
    const found = await list('api')
    expect(found.map((item) => [item.kind, item.name, access(item)])).toEqual([
      ['table', 'bounded', { anon: all, authenticated: all }],
      ...(hasInvoker ? [['view', 'callers', { anon: 'selects', authenticated: '' }]] : []),
      ['table', 'columns', { anon: 'selects updates', authenticated: '' }],
      ['view', 'grouped', { anon: 'selects', authenticated: '' }],
      ['table', 'guarded', { anon: all, authenticated: all }],
      ['materialized view', 'kept', { anon: '', authenticated: 'selects' }],
      ['table', 'open', { anon: all, authenticated: 'selects' }],
      ['view', 'owners', { anon: all, authenticated: '' }],
      ['table', 'parts', { anon: 'selects', authenticated: '' }],
      ['function', 'plain', { anon: 'calls', authenticated: 'calls' }],
      ['function', 'secret', { anon: '', authenticated: 'calls' }],
    ])
  })

  test('tells row-level security, policies, owner’s rights and PUBLIC', async () => {
    expect(await find('guarded')).toMatchObject({ rls_enabled: true, policies: 3, anon_policies: 2, authenticated_policies: 1 })
    expect(await find('open')).toMatchObject({ rls_enabled: false, policies: 0, has_owner_rights: false, is_public: false, is_of_extension: false })
    for (const name of ['owners', 'grouped', 'kept', 'secret']) expect(await find(name)).toMatchObject({ has_owner_rights: true })
    if (hasInvoker) expect(await find('callers')).toMatchObject({ has_owner_rights: false })
    expect(await find('plain')).toMatchObject({ has_owner_rights: false, is_public: true, arguments: 'a integer, b text' })
    expect(await find('secret')).toMatchObject({ is_public: false, arguments: '' })
    expect(await find('everyone')).toMatchObject({ is_public: true, anon_selects: true, authenticated_selects: true })
  })

  test('tells whom a policy that is always true lets read or write every row', async () => {
    const opened = async (name: string) => {
      const { anon_reads_all, anon_writes_all, authenticated_reads_all, authenticated_writes_all } = await find(name)
      return { anon: [anon_reads_all, anon_writes_all], authenticated: [authenticated_reads_all, authenticated_writes_all] }
    }
    expect(await opened('guarded')).toEqual({ anon: [true, true], authenticated: [true, true] })
    expect(await opened('bounded')).toEqual({ anon: [false, false], authenticated: [true, true] })
    // without row-level security no policy counts
    expect(await opened('open')).toEqual({ anon: [false, false], authenticated: [false, false] })
  })

  test('counts no privilege in a schema that a role can’t use', async () => {
    expect(access(await find('shut'))).toEqual({ anon: '', authenticated: '' })
  })

  test('is empty for no schemas and for names that don’t exist', async () => {
    expect(await list()).toEqual([])
    for (const name of hostileNames) expect(await list(name)).toEqual([])
  })

  test('is repaired by plain statements, and only what was done is confirmed', async () => {
    const open = await find('open')
    await expect(database.run(confirmRevoked(open, 'anon', 'writes').sql)).rejects.toThrow('anon still has access to open')
    await database.run(`${revokeAccess(open, 'anon', 'writes').sql} ${confirmRevoked(open, 'anon', 'writes').sql}`)
    expect(access(await find('open'))).toEqual({ anon: 'selects', authenticated: 'selects' })
    await database.run(`${revokeAccess(open, 'anon', 'all').sql} ${confirmRevoked(open, 'anon', 'all').sql}`)
    expect(access(await find('open'))).toEqual({ anon: '', authenticated: 'selects' })
    const columns = await find('columns')
    await database.run(`${revokeAccess(columns, 'anon', 'writes').sql} ${confirmRevoked(columns, 'anon', 'writes').sql}`)
    expect(access(await find('columns')).anon).toBe('selects')
    const everyone = await find('everyone')
    await database.run(`${revokeAccess(everyone, 'anon', 'all').sql} ${confirmRevoked(everyone, 'anon', 'all').sql}`)
    expect(access(await find('everyone'))).toEqual({ anon: '', authenticated: '' })
  })

  test('of a function is taken from one role, and others that had it through PUBLIC keep it', async () => {
    const plain = await find('plain')
    await expect(database.run(confirmRevoked(plain, 'anon', 'all').sql)).rejects.toThrow('anon still has access to plain')
    const command = revokeAccess(plain, 'anon', 'all', ['authenticated', 'service_role'])
    await database.run(`${command.sql} ${confirmRevoked(plain, 'anon', 'all').sql}`)
    expect(access(await find('plain'))).toEqual({ anon: '', authenticated: 'calls' })
    const held = await database.run(`select has_function_privilege('service_role', ${plain.id}::oid, 'EXECUTE') as can`)
    expect(held).toEqual([{ can: true }])
    await database.run(runAsCaller(await find('secret')).sql)
    expect(await find('secret')).toMatchObject({ has_owner_rights: false })
  })

  test.runIf(hasInvoker)('of a view is bound to its caller', async () => {
    await database.run(readAsCaller(await find('owners')).sql)
    expect(await find('owners')).toMatchObject({ has_owner_rights: false })
  })

  test('of a new schema begins with what service_role can do', async () => {
    await database.run(`create schema fresh; ${openSchema('fresh').sql} create table fresh.t (id int)`)
    expect((await list('fresh')).map(access)).toEqual([{ anon: '', authenticated: '' }])
    const [held] = await database.run(`select has_table_privilege('service_role', 'fresh.t', 'INSERT') as writes,
      has_schema_privilege('anon', 'fresh', 'USAGE') as uses`)
    expect(held).toEqual({ writes: true, uses: true })
  })

  test('names that break careless SQL are revoked as they are', async () => {
    for (const name of hostileNames) {
      await database.run(
        toText(sql`create table hidden.${ident(name)} (id int); grant all on hidden.${ident(name)} to anon;
          create function hidden.${ident(name)}(${ident(name)} int) returns int language sql as 'select 1';`),
      )
      for (const item of (await list('hidden')).filter((each) => each.name === name)) {
        const commands = [revokeAccess(item, 'anon', 'all', ['authenticated']), confirmRevoked(item, 'anon', 'all')]
        await database.run(commands.map((command) => command.sql).join('\n'))
      }
      const left = (await list('hidden')).filter((each) => each.name === name)
      expect(left.map((item) => access(item).anon)).toEqual(['', ''])
    }
  })
})
