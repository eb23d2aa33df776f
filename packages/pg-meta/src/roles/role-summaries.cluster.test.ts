import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as roles from './roles.ts'
import { grantMembership, listRoleHoldings, listRoleSummaries, removeRoleHoldings, revokeMembership } from './role-summaries.ts'

describe.each(await testVersions())('what a role holds on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role admin login createrole; create role bystander login; grant all on schema public to admin; create role heir;
grant heir to admin with admin option; grant create on schema public to heir`)
  })

  const asAdmin = (text: string) => database.runAs('admin', text)
  const find = async (role: string, name: string) => {
    const statement = listRoleSummaries()
    return statement.zod.parse(await database.runAs(role, statement.sql)).find((row) => row.name === name)
  }

  test('roles tell whom they belong to, their own limit, and what the role that asks may do with them', async () => {
    await asAdmin(roles.create({ name: 'worker', connectionLimit: 3, memberOf: ['heir'], comment: 'works' }).sql)
    expect(await find('admin', 'worker')).toMatchObject({
      memberOf: ['heir'],
      comment: 'works',
      ownConnectionLimit: 3,
      isAlterable: true,
      isCurrent: false,
    })
    expect(await find('admin', 'admin')).toMatchObject({ isCurrent: true, isUsable: true, ownConnectionLimit: -1, activeConnections: 1 })
    expect(await find('bystander', 'worker')).toMatchObject({ isAlterable: false, isUsable: false })
    await asAdmin(roles.remove({ name: 'worker' }).sql)
  })

  test('memberships are given and taken, whoever gave them', async () => {
    await database.run('create role giver; create role pupil; create role class; grant class to giver with admin option')
    await database.run(grantMembership({ group: 'class', member: 'pupil' }).sql)
    await database.run('set role giver; grant class to pupil; reset role')
    expect(await find('bystander', 'pupil')).toMatchObject({ memberOf: ['class'] })
    await database.run(revokeMembership({ group: 'class', member: 'pupil' }).sql)
    expect(await find('bystander', 'pupil')).toMatchObject({ memberOf: [] })
  })

  test.each(['plain', `it's "quoted" $$ %I \\ Ünï`])(
    'a role called %j tells what it holds, and can be dropped when that is another’s or gone',
    async (name) => {
      const role = `"${name.replaceAll('"', '""')}"`
      const make = async () => {
        await asAdmin(roles.create({ name }).sql)
        await database.run(`create table public.others (id int); alter table public.others owner to admin; set role admin; grant select on public.others to ${role}; reset role; create policy mine on public.others to ${role};
create table public.owned (id int); alter table public.owned owner to ${role}; create view public.seen as select * from public.owned`)
      }
      const clean = () => database.run('drop table public.others; drop table if exists public.owned cascade')
      const remove = () => asAdmin(roles.remove({ name }).sql)
      await make()
      expect(await readList(database, listRoleHoldings({ name }))).toEqual([
        { how: 'owns', kind: 'table', name: 'public.owned', isElsewhere: false },
        { how: 'policy', kind: 'policy', name: 'mine on public.others', isElsewhere: false },
        { how: 'privilege', kind: 'table', name: 'public.others', isElsewhere: false },
      ])
      await expect(remove()).rejects.toMatchObject({ code: '2BP01' })
      await asAdmin(removeRoleHoldings({ name }, { reassignTo: 'heir' }).sql)
      expect(await readList(database, listRoleHoldings({ name }))).toEqual([])
      expect((await database.run(`select relowner::regrole::text as owner from pg_class where relname = 'owned'`))[0]).toEqual({ owner: 'heir' })
      await remove()
      await clean()

      await make()
      await expect(asAdmin(removeRoleHoldings({ name }, { cascade: false }).sql)).rejects.toMatchObject({ code: '2BP01' })
      await asAdmin(removeRoleHoldings({ name }, { cascade: true }).sql)
      expect((await database.run(`select to_regclass('public.seen') as seen`))[0]).toEqual({ seen: null })
      await remove()
      await clean()
    },
  )

  test('a role that is not there holds nothing', async () => {
    expect(await readList(database, listRoleHoldings({ name: 'nobody at all' }))).toEqual([])
  })
})
