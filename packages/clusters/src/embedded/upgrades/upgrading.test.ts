import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { withClient } from '@colonnade/pg'
import { type Fragment, sql, userAuthored } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Backup, BackupSource } from '../../backups.ts'
import type { EmbeddedClusters } from '../../capabilities.ts'
import type { ClusterEndpoint } from '../../clusters.ts'
import { logins } from '../../logins.ts'
import { asRole, createTestHome, postmasterPid, type TestHome, testRef, untilState } from '../fixtures.ts'

let home: TestHome
let clusters: EmbeddedClusters
const ref = testRef()
const plan = { ref, version: '18', compute: 'nano', id: 'upgrade' } as const
/** One on each version, and moments of each. */
const backups: Backup[] = []
const moments: { readonly at: string; readonly rows: string; readonly major: string; readonly source: number }[] = []

const asAdministrator = <T>(server: ClusterEndpoint, work: (client: Parameters<Parameters<typeof asRole<T>>[3]>[0]) => Promise<T>): Promise<T> =>
  withClient({ ...server, ...logins.administrator }, work)
const answer = async (server: ClusterEndpoint, expression: Fragment): Promise<unknown> =>
  (await asAdministrator(server, (client) => client.first<{ answer: unknown }>(sql`select (${expression})::text as answer`)))?.answer
const ask = async (of: string, expression: Fragment): Promise<unknown> => answer(await clusters.endpoint(of), expression)
const insert = (count: number) =>
  asRole(clusters, ref, 'postgres', (client) => client.run(sql`insert into public.kept select generate_series(1, ${count}::int)`))
const rows = sql`select count(*) from public.kept`
const major = sql`current_setting('server_version_num')::int / 10000`
const timeline = sql`select timeline_id from pg_control_checkpoint()`
/** What is to be loaded: a database like the other, as a dump would make it. */
const load = async (server: ClusterEndpoint): Promise<void> => {
  const count = Number(await ask(ref, rows))
  const roles = (await asAdministrator(await clusters.endpoint(ref), (client) =>
    client.rows<{ name: string }>(sql`select rolname as name from pg_roles where oid >= 16384`),
  )) as readonly { name: string }[]
  await asAdministrator(server, async (client) => {
    for (const { name } of roles) await client.run(userAuthored('statement', `create role ${name} login`))
    await client.run(sql`alter database postgres owner to postgres`)
    await client.run(sql`grant all on schema public to postgres`)
    await client.run(sql`set role postgres`)
    await client.run(sql`create table public.kept as select generate_series(1, ${count}::int) as id`)
  })
}
async function keepMoment(of: { readonly rows: string; readonly major: string; readonly source: number }): Promise<void> {
  moments.push({ ...of, at: (await clusters.backups.mark(ref)).at })
}
const rowsAt = (source: BackupSource) =>
  clusters.backups.rehearse(source, async (server) => `${String(await answer(server, rows))} on ${String(await answer(server, major))}`)

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ patience: { archiveMs: 12_000 } })
  await clusters.ensure(ref, { compute: 'nano', version: '17' })
  await clusters.backups.archive(ref, true)
  await clusters.start(ref)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table public.kept as select generate_series(1, 1000) as id`))
  backups.push(await clusters.backups.take(ref, randomUUID()))
  await keepMoment({ rows: '1000', major: '17', source: 0 })
  await insert(10)
  await keepMoment({ rows: '1010', major: '17', source: 0 })
})
afterAll(() => home[Symbol.asyncDispose]())

test('a cluster that is closed is reached by our superuser alone, also after a restart, and is open again afterwards', async () => {
  const { address } = await clusters.status(ref)
  const idle = asRole(clusters, ref, 'postgres', (client) => client.run(sql`select pg_sleep(60)`))
  const ended = expect(idle).rejects.toThrow()
  const server = await clusters.upgrades.close(ref)
  await ended
  const expectClosed = async (): Promise<void> => {
    await expect(insert(1)).rejects.toThrow(/pg_hba.conf/)
    await expect(asRole(clusters, ref, 'supabase_read_only_user', (client) => client.run(sql`select 1`))).rejects.toThrow(/pg_hba.conf/)
    await expect(withClient({ ...address!, user: 'postgres', database: 'postgres' }, (client) => client.run(sql`select 1`))).rejects.toThrow()
    expect(await answer(server, rows)).toBe('1010')
  }
  await expectClosed()
  await clusters.machine.restart(ref)
  await expectClosed()
  // a platform that was killed finds it as it is
  await clusters.close({ stopClusters: false })
  clusters = await home.open({ patience: { archiveMs: 12_000 } })
  await clusters.upgrades.close(ref)
  await expectClosed()
  await clusters.upgrades.open(ref)
  await clusters.upgrades.open(ref)
  expect(await clusters.status(ref)).toMatchObject({ state: 'running' })
  await insert(10)
  await clusters.backups.archive(ref, true)
  await keepMoment({ rows: '1020', major: '17', source: 0 })
})

test('what fails while it is loaded leaves nothing, and the cluster as it was', async () => {
  await clusters.upgrades.close(ref)
  await expect(clusters.upgrades.prepare(plan, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const given = new AbortController()
  await expect(
    clusters.upgrades.prepare(
      plan,
      async (server) => {
        given.abort(new Error('given up'))
        await answer(server, sql`pg_sleep(30)`)
      },
      given.signal,
    ),
  ).rejects.toThrow()
  expect(await home.leftovers()).toEqual([])
  expect(await clusters.backups.place({ ref, restore: plan.id })).toBe(false)
  await clusters.upgrades.open(ref)
  expect(await ask(ref, rows)).toBe('1020')
})

test('one of the newer version takes its place, with a WAL of its own', async () => {
  const before = await clusters.status(ref)
  await clusters.upgrades.close(ref)
  await clusters.backups.mark(ref)
  await clusters.upgrades.prepare(plan, load)
  expect(await clusters.backups.place({ ref, restore: plan.id })).toBe(true)
  await clusters.start(ref)
  expect(await clusters.status(ref)).toMatchObject({ state: 'running', address: before.address, version: expect.stringMatching(/^18\./) as string })
  expect([await ask(ref, rows), await ask(ref, major), await ask(ref, timeline)]).toEqual(['1020', '18', '2'])
  expect(await clusters.backups.place({ ref, restore: plan.id })).toBe(true)
  await insert(1)
  expect(await readdir(home.paths.replaced)).toEqual([ref])
  await clusters.upgrades.forget(ref)
  expect(await readdir(home.paths.replaced)).toEqual([])
  // what is killed recovers along that timeline
  process.kill(await postmasterPid(home, ref), 'SIGKILL')
  await untilState(clusters, ref, 'crashed')
  await untilState(clusters, ref, 'running')
  await insert(1)
  backups.push(await clusters.backups.take(ref, randomUUID()))
  expect(backups[1]).toMatchObject({ timeline: 2, version: expect.stringMatching(/^18\./) as string })
  await keepMoment({ rows: '1022', major: '18', source: 1 })
  await insert(10)
  await keepMoment({ rows: '1032', major: '18', source: 1 })
})

test('each moment is restored on the version of then, from the backup of that, and never from the other', async () => {
  const archived = await clusters.backups.mark(ref)
  const reach = await clusters.backups.reach(ref, backups, [])
  expect(reach.map(({ backup, timeline: of }) => [backup, of])).toEqual([
    [backups[0]!.id, 1],
    [backups[1]!.id, 2],
  ])
  const before = { ...archived, timeline: 1, segment: reach[0]!.segment }
  for (const { at, source, ...expected } of moments) {
    expect(await rowsAt({ ...backups[source]!, until: { at, archived: source === 0 ? { ...before, at } : archived } })).toBe(
      `${expected.rows} on ${expected.major}`,
    )
  }
  for (const backup of backups) expect(await rowsAt(backup)).toMatch(/^10(00 on 17|22 on 18)$/)
  await expect(rowsAt({ ...backups[0]!, until: { at: moments.at(-1)!.at, archived } })).rejects.toMatchObject({ code: 'backup_damaged' })
  expect(await clusters.backups.readWal(ref)).toMatchObject({ damaged: [] })
})

test('WAL that no backup needs is forgotten on both sides of it', async () => {
  const needed = backups.map(({ stopLsn }) => stopLsn)
  await clusters.backups.forgetWal(ref, needed)
  expect((await clusters.backups.reach(ref, backups, [])).map(({ backup }) => backup)).toEqual(backups.map(({ id }) => id))
  await clusters.backups.forgetWal(ref, needed.slice(1))
  expect((await clusters.backups.collect(ref)).filter((name) => name.startsWith('00000001'))).toEqual([])
  expect((await clusters.backups.reach(ref, backups, [])).map(({ backup }) => backup)).toEqual([backups[1]!.id])
})

test('it is replicated, branched, killed, and brought back to what it was on the older version', async () => {
  const [replica, branch] = [testRef(), testRef()]
  await clusters.replicas.replicate(replica, ref, { compute: 'nano' })
  await clusters.start(replica)
  await insert(1)
  await expect.poll(() => ask(replica, rows), { timeout: 20_000 }).toBe('1033')
  await clusters.destroy(replica)
  await clusters.copies.branch(branch, ref, { compute: 'nano' }, { isWithData: true })
  await clusters.start(branch)
  expect(await ask(branch, rows)).toBe('1033')
  await clusters.destroy(branch)
  await clusters.backups.prepare(backups[0]!, { ref, compute: 'nano', restore: 'back' })
  expect(await clusters.backups.place({ ref, restore: 'back' })).toBe(true)
  await clusters.start(ref)
  // what the other has written is not needed by what is here
  await clusters.backups.forgetWal(ref, [backups[0]!.stopLsn])
  expect((await clusters.backups.collect(ref)).filter((name) => name.startsWith('00000002'))).toEqual([])
  // no timeline is given twice
  expect([await ask(ref, rows), await ask(ref, major), await ask(ref, timeline)]).toEqual(['1000', '17', '3'])
  expect(await clusters.backups.readWal(ref)).toMatchObject({ damaged: [] })
  expect(await home.leftovers()).toEqual([])
})
