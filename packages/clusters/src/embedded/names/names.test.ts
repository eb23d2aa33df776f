import { randomUUID } from 'node:crypto'
import { createLogger } from '@colonnade/core'
import { scramVerifier, withClient } from '@colonnade/pg'
import { type Fragment, ident, literal, sql } from '@colonnade/sql'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { upgradeBootstrap } from '../../bootstrap.ts'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { type Login, targetOf } from '../../logins.ts'
import { ownNames, readerName } from '../../own-names.ts'
import { asRole, createTestHome, dieAt, giveFormerNames, postmasterPid, idleRoles, type TestHome, testRef, untilState } from '../fixtures.ts'

const password = 'correct horse battery staple'
const warnings: string[] = []
/** What happens in the midst of a renaming. */
let during: () => unknown = () => {}
const hold = (): void => {
  throw new Error('held back')
}
let home: TestHome
let clusters: EmbeddedClusters

const open = () =>
  home.open({
    logger: createLogger((line) => void warnings.push(line), 'warn'),
    failpoint: async (name) => {
      if (name === 'clusters.names.rename.within') await during()
    },
  })

beforeAll(async () => {
  home = await createTestHome()
  clusters = await open()
})
afterEach(() => {
  during = () => {}
  warnings.length = 0
})
afterAll(() => home[Symbol.asyncDispose]())

const [current, former] = [Object.values(ownNames.current), Object.values(ownNames.former)]
const names = sql`array[(select rolname from pg_catalog.pg_roles where oid = 10)::text, ${readerName}]`
const kept = sql`select count(*)::int from public.kept`
/** What is left of a renaming, which should be nothing. */
const traces = sql`select count(*)::int from pg_catalog.pg_roles where rolname ~ '^(platform_(admin|reader)$|renaming_)'`
/** Whatever else a renaming could change. */
const everything = sql`
  select json_agg(array[a.oid::text, a.rolsuper::text, a.rolcanlogin::text, a.rolbypassrls::text, a.rolpassword, s.setconfig::text] order by a.oid)
  from pg_catalog.pg_authid a left join pg_catalog.pg_db_role_setting s on s.setrole = a.oid`

/** The answer to a query of one value, as the platform asks. */
async function ask(ref: string, query: Fragment, login: Login = 'administrator'): Promise<unknown> {
  return withClient(targetOf(await clusters.endpoint(ref), login), async (client) => Object.values((await client.first(query))!)[0])
}
async function run(ref: string, statement: Fragment): Promise<void> {
  await withClient(targetOf(await clusters.endpoint(ref), 'administrator'), (client) => client.run(statement))
}
const namesIn = (ref: string): Promise<unknown> => ask(ref, sql`select ${names}`)

/** A cluster of an early version, which has not been started by this one. */
async function makeFormer(version: string): Promise<string> {
  const ref = testRef()
  await clusters.ensure(ref, { compute: 'nano', version })
  await clusters.backups.archive(ref, true)
  await clusters.start(ref)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table kept as select 1 as id`))
  await giveFormerNames(home, clusters, ref)
  return ref
}

test.each(['18', '17'])('a cluster of an early version gets the current names when it starts, and its roles are the same (%s)', async (version) => {
  const ref = await makeFormer(version)
  const before = await asRole(clusters, ref, ownNames.former.administrator, (client) => client.first(everything))
  await clusters.machine.restart(ref)
  expect([await namesIn(ref), await ask(ref, traces), warnings]).toEqual([current, 0, []])
  expect(await ask(ref, kept, 'reader')).toBe(1)
  expect({ json_agg: await ask(ref, everything) }).toEqual(before)
  const { host, port } = (await clusters.status(ref)).address!
  for (const user of current) {
    await run(ref, sql`alter role ${ident(user)} password ${literal(await scramVerifier(password))}`)
    await expect(withClient({ host, port, user, database: 'postgres', password }, async () => {})).rejects.toThrow(/pg_hba.conf rejects/)
  }
  expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual(['0007_roles_of_services'])
  expect(await ask(ref, sql`select count(*)::int from pg_roles where rolname = any(${idleRoles}) and not rolcanlogin`)).toBe(idleRoles.length)
  await clusters.destroy(ref)
})

test('one whose owner has a role of such a name keeps the former names, says so, works, and is renamed without it', async () => {
  const ref = await makeFormer('18')
  const verifier = literal(await scramVerifier(password))
  await asRole(clusters, ref, 'postgres', (client) =>
    // whoever is asked as this role gets an answer of the owner's
    client.run(
      sql`create role dashboard_user login; create role supabase_admin login password ${verifier}; alter role supabase_admin set search_path = public, pg_catalog`,
    ),
  )
  await clusters.machine.restart(ref)
  expect([await namesIn(ref), await ask(ref, kept, 'reader')]).toEqual([former, 1])
  expect(warnings).toEqual([expect.stringContaining('"taken":["supabase_admin"]')])
  expect(await upgradeBootstrap(await clusters.endpoint(ref))).toEqual(['0007_roles_of_services'])
  // the owner's own are roles like any other
  expect(await ask(ref, sql`select rolcanlogin from pg_roles where rolname = 'dashboard_user'`)).toBe(true)
  const { host, port } = (await clusters.status(ref)).address!
  const own = { host, port, user: 'supabase_admin', database: 'postgres', password }
  expect(await withClient(own, (client) => client.first(sql`select usesuper from pg_user where usename = current_user`))).toEqual({ usesuper: false })
  await expect(withClient({ ...own, user: former[0]! }, async () => {})).rejects.toThrow(/pg_hba.conf rejects/)
  await clusters.upgrades.close(ref)
  expect(await namesIn(ref)).toEqual(former)
  await expect(asRole(clusters, ref, 'supabase_admin', async () => {})).rejects.toThrow(/pg_hba.conf/)
  const loaded = { ref, id: 'one', version: '18', compute: 'nano' } as const
  expect(await clusters.upgrades.prepare(loaded, async ({ names: ofNew }) => ofNew)).toBe('former')
  const { compute, version } = loaded
  expect(await clusters.upgrades.blank({ compute, version, names: 'former' }, async ({ names: ofEmpty }) => ofEmpty)).toBe('former')
  await clusters.upgrades.open(ref)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`drop role supabase_admin`))
  await clusters.machine.restart(ref)
  expect(await namesIn(ref)).toEqual(current)
  await clusters.destroy(ref)
})

test('one that an early version has closed is renamed once it is open again', async () => {
  const ref = await makeFormer('18')
  during = hold
  await clusters.machine.restart(ref)
  await clusters.upgrades.close(ref)
  during = () => {}
  // as another version of the platform finds it
  await clusters.close({ stopClusters: false })
  clusters = await open()
  await untilState(clusters, ref, 'running')
  await clusters.upgrades.close(ref)
  expect(await namesIn(ref)).toEqual(former)
  await clusters.upgrades.open(ref)
  expect(await namesIn(ref)).toEqual(current)
  await clusters.destroy(ref)
})

test.each(['within', 'after'])('killed at clusters.names.rename.%s, the next life has both roles renamed and nothing else', async (moment) => {
  const ref = await makeFormer('18')
  await clusters.close({ stopClusters: true })
  await dieAt(home, { ref, operations: 'start', failpoint: `clusters.names.rename.${moment}` })
  clusters = await open()
  await untilState(clusters, ref, 'running')
  expect([await namesIn(ref), await ask(ref, traces)]).toEqual([current, 0])
  await clusters.destroy(ref)
})

test('a server that is killed within it is renamed when it is started again', async () => {
  const ref = await makeFormer('18')
  await clusters.stop(ref)
  during = async () => {
    during = () => {}
    process.kill(await postmasterPid(home, ref), 'SIGKILL')
  }
  const crash = untilState(clusters, ref, 'crashed')
  await clusters.start(ref)
  await crash
  await untilState(clusters, ref, 'running')
  expect([await namesIn(ref), await ask(ref, traces)]).toEqual([current, 0])
  await clusters.destroy(ref)
})

test('a replica is renamed by its primary, whether it runs already or starts later, and follows on', async () => {
  const [ref, running, late] = [await makeFormer('18'), testRef(), testRef()]
  during = hold
  await clusters.machine.restart(ref)
  for (const replica of [running, late]) await clusters.replicas.replicate(replica, ref, { compute: 'nano' })
  await clusters.start(running)
  expect([await namesIn(ref), await namesIn(running)]).toEqual([former, former])
  // another version of the platform finds both
  during = () => {}
  await clusters.close({ stopClusters: false })
  clusters = await open()
  for (const each of [ref, running]) await untilState(clusters, each, 'running')
  await clusters.start(late)
  expect(await namesIn(ref)).toEqual(current)
  await run(ref, sql`insert into public.kept values (2)`)
  for (const replica of [running, late]) {
    await expect.poll(() => ask(replica, kept, 'reader').catch(() => 0)).toBe(2)
    expect(await namesIn(replica)).toEqual(current)
    await clusters.destroy(replica)
  }
  await clusters.destroy(ref)
})

/** What every version can do is tested in full on the newest; on the other with `npm test -- --all-versions`. */
test.each(inject('allVersions') ? ['18', '17'] : ['18'])(
  'branches and restores of the early age are renamed when they start (%s)',
  async (version) => {
    const [ref, branch, restored, later] = [await makeFormer(version), testRef(), testRef(), testRef()]
    during = hold
    await clusters.machine.restart(ref)
    expect(warnings).toEqual([expect.stringContaining('held back')])
    const backup = await clusters.backups.take(ref, randomUUID())
    expect(await clusters.copies.rehearse(ref, async (server) => server.names)).toBe('former')
    await clusters.copies.branch(branch, ref, { compute: 'nano' }, { isWithData: false })
    during = () => {}
    await clusters.machine.restart(ref)
    const archived = await clusters.backups.mark(ref)
    await clusters.backups.prepare({ ...backup, until: undefined }, { ref: restored, compute: 'nano', restore: 'one' })
    // its WAL renames it
    await clusters.backups.prepare({ ...backup, until: { at: archived.at, archived } }, { ref: later, compute: 'nano', restore: 'two' })
    await clusters.backups.place({ ref: restored, restore: 'one' })
    await clusters.backups.place({ ref: later, restore: 'two' })
    for (const [copy, rows] of [
      [ref, 1],
      [branch, 0],
      [restored, 1],
      [later, 1],
    ] as const) {
      await clusters.start(copy)
      expect([await namesIn(copy), await ask(copy, kept), await ask(copy, traces)]).toEqual([current, rows, 0])
      await clusters.destroy(copy)
    }
  },
)
