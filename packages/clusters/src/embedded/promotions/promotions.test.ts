import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmbeddedClusters } from '../../capabilities.ts'
import type { PromotionPlan } from '../../promotions.ts'
import { asRole, createTestHome, dieAt, postmasterPid, type TestHome, testRef, untilState } from '../fixtures.ts'

/** A primary that can't start again has failed soon. */
const patience = { firstRestartMs: 1, maxRestartMs: 5 }
let home: TestHome
let clusters: EmbeddedClusters
let primary: string

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ patience })
})
beforeEach(() => begin())
afterAll(() => home[Symbol.asyncDispose]())

const { signal } = new AbortController()
const run = (statement: Fragment, among = clusters): Promise<number> => asRole(among, primary, 'postgres', (client) => client.run(statement))
const ask = (ref: string, expression: Fragment, among = clusters): Promise<unknown> =>
  asRole(
    among,
    ref,
    'supabase_admin',
    async (client) => (await client.first<{ answer: unknown }>(sql`select (${expression})::text as answer`))?.answer,
  )
const rows = sql`select count(*) from public.kept`
const planOf = (replica: string, isForced = false): PromotionPlan => ({ primary, replica, id: replica, isForced })

async function begin(): Promise<void> {
  primary = testRef()
  await clusters.ensure(primary, { compute: 'nano' })
  await clusters.start(primary)
  await run(sql`create table kept as select generate_series(1, 1000) as id`)
}

async function replicate(among = clusters): Promise<string> {
  const ref = testRef()
  await among.replicas.replicate(ref, primary, { compute: 'nano' })
  await among.start(ref)
  return ref
}

async function promote(plan: PromotionPlan, among = clusters) {
  await among.promotions.fence(plan, { signal })
  const promoted = await among.promotions.promote(plan)
  return { ...promoted, removed: await among.promotions.rejoin(plan) }
}

/** Until the cluster streams what was just written to its primary. */
async function untilFollowing(ref: string, count: string, among = clusters): Promise<void> {
  await expect.poll(() => ask(ref, rows, among).catch(() => null), { timeout: 20_000 }).toBe(count)
}

test('what was acknowledged while the two change places is there; everybody finds the new primary where the old one was', async () => {
  const [replica, other] = [await replicate(), await replicate()]
  const before = await clusters.status(primary)
  let acknowledged = 0
  let isOver = false
  const target = { ...(await clusters.endpoint(primary)), user: 'postgres', database: 'postgres' }
  const writing = (async () => {
    while (!isOver) {
      await withClient(target, async (client) => {
        while (!isOver) {
          await client.run(sql`insert into kept values (${acknowledged + 1})`)
          acknowledged += 1
        }
      }).catch(() => {})
    }
  })()
  await expect.poll(() => acknowledged).toBeGreaterThan(20)
  expect(await promote(planOf(replica))).toEqual({ timeline: 2, isComplete: true, removed: [] })
  const atPromotion = acknowledged
  await expect.poll(() => acknowledged).toBeGreaterThan(atPromotion)
  isOver = true
  await writing
  expect(Number(await ask(primary, rows))).toBeGreaterThanOrEqual(1000 + acknowledged)
  expect(await ask(primary, sql`select count(distinct id) from public.kept where id <= ${acknowledged}`)).toBe(
    String(Math.max(1000, acknowledged) - Math.max(0, 1000 - acknowledged)),
  )
  expect(await clusters.status(primary)).toEqual({ ...before, state: 'running' })
  expect(await clusters.status(replica)).toMatchObject({ state: 'stopped', follows: primary })
  // the former primary follows as it is, and so does the other replica
  await clusters.start(replica)
  const count = String(await ask(primary, rows))
  await untilFollowing(replica, count)
  await untilFollowing(other, count)
  await expect(asRole(clusters, replica, 'postgres', (client) => client.run(sql`insert into kept values (1)`))).rejects.toThrow(/read-only/)
  expect(await ask(primary, sql`select count(*) from pg_replication_slots where active`)).toBe('2')
  // and back again
  expect(await promote({ ...planOf(replica), id: 'back' })).toEqual({ timeline: 3, isComplete: true, removed: [] })
  await run(sql`insert into kept values (0)`)
  await untilFollowing(other, String(Number(count) + 1))
  expect(await home.leftovers()).toEqual([])
  for (const ref of [replica, other]) await clusters.destroy(ref)
})

test('a replica that can not get there is not promoted, and the primary goes on', async () => {
  const replica = await replicate()
  await clusters.stop(replica)
  await asRole(clusters, primary, 'supabase_admin', (client) => client.run(sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots`))
  await expect(clusters.promotions.fence(planOf(replica), { signal })).rejects.toMatchObject({ code: 'replica_not_ready' })
  await clusters.promotions.release(planOf(replica))
  expect(await ask(replica, sql`select count(*) from pg_replication_slots`)).toBe('0')
  await clusters.start(primary)
  await run(sql`insert into kept values (0)`)
  expect(await ask(primary, sql`select pg_is_in_recovery()`)).toBe('false')
  await clusters.destroy(replica)
})

test('by force: what a dead primary had not sent is read from its files, and it is made anew', async () => {
  const replica = await replicate()
  await clusters.stop(replica)
  await run(sql`insert into kept select generate_series(1001, 50000)`)
  // nothing can start it again
  const pid = await postmasterPid(home, primary)
  await rm(join(home.paths.cluster(primary).data, 'PG_VERSION'))
  process.kill(pid, 'SIGKILL')
  await untilState(clusters, primary, 'failed')
  expect(await clusters.promotions.candidate(primary, replica)).toMatchObject({ primary: 'failed', behindBytes: null, isReadable: true })
  await expect(clusters.promotions.fence(planOf(replica), { signal })).rejects.toThrow()
  expect(await promote(planOf(replica, true))).toEqual({ timeline: 2, isComplete: true, removed: [replica] })
  expect(await ask(primary, rows)).toBe('50000')
  await clusters.replicas.replicate(replica, primary, { compute: 'nano' })
  await clusters.start(replica)
  await run(sql`insert into kept values (0)`)
  await untilFollowing(replica, '50001')
  await clusters.destroy(replica)
})

test('by force: what nobody can read any more is lost, and said to be', async () => {
  const replica = await replicate()
  await untilFollowing(replica, '1000')
  await clusters.stop(replica)
  await run(sql`insert into kept values (1001)`)
  const pid = await postmasterPid(home, primary)
  await rm(join(home.paths.cluster(primary).data), { recursive: true })
  process.kill(pid, 'SIGKILL')
  await untilState(clusters, primary, 'failed')
  expect(await promote(planOf(replica, true))).toEqual({ timeline: 2, isComplete: false, removed: [replica] })
  expect(await ask(primary, rows)).toBe('1000')
  await run(sql`insert into kept values (0)`)
})

describe('with an archive of WAL', () => {
  /** A replica that stands still, a primary that has archived what was written since then, and its process. */
  async function archived() {
    await clusters.backups.archive(primary, true)
    await clusters.stop(primary)
    await clusters.start(primary)
    const replica = await replicate()
    await untilFollowing(replica, '1000')
    await clusters.stop(replica)
    await run(sql`insert into kept select generate_series(1001, 50000)`)
    await clusters.backups.mark(primary)
    await run(sql`insert into kept values (50001)`)
    return { replica, pid: await postmasterPid(home, primary) }
  }

  test('by force: of a primary whose files are gone, all that was archived is there', async () => {
    const { replica, pid } = await archived()
    await rm(home.paths.cluster(primary).data, { recursive: true })
    process.kill(pid, 'SIGKILL')
    await untilState(clusters, primary, 'failed')
    // what came after the last segment is lost, or may be
    expect(await promote(planOf(replica, true))).toEqual({ timeline: 2, isComplete: false, removed: [replica] })
    expect(await ask(primary, rows)).toBe('50000')
    await run(sql`insert into kept values (0)`)
  })

  test('by force: a history that is damaged in the archive, and whole with one of the two, is in nobody’s way', async () => {
    await clusters.backups.archive(primary, true)
    const former = await replicate()
    await untilFollowing(former, '1000')
    expect(await promote(planOf(former))).toMatchObject({ timeline: 2 })
    await clusters.backups.mark(primary)
    const replica = await replicate()
    await untilFollowing(replica, '1000')
    const name = (await readdir(home.paths.wal(primary))).find((one) => one.startsWith('00000002.history.'))!
    await truncate(join(home.paths.wal(primary), name), 5)
    const pid = await postmasterPid(home, primary)
    await rm(home.paths.cluster(primary).data, { recursive: true })
    process.kill(pid, 'SIGKILL')
    await untilState(clusters, primary, 'failed')
    expect(await promote({ ...planOf(replica, true), id: 'forced' })).toMatchObject({ timeline: 3 })
    expect(await ask(primary, rows)).toBe('1000')
  })

  test('by force: where the primary has not kept its segments, the archived ones lead to those that it has', async () => {
    const { replica, pid } = await archived()
    const { data } = home.paths.cluster(primary)
    await rm(join(data, 'PG_VERSION'))
    process.kill(pid, 'SIGKILL')
    await untilState(clusters, primary, 'failed')
    const archivedOnes = new Set((await readdir(home.paths.wal(primary))).map((name) => name.slice(0, 24)))
    for (const name of await readdir(join(data, 'pg_wal'))) if (archivedOnes.has(name)) await rm(join(data, 'pg_wal', name))
    expect(await promote(planOf(replica, true))).toEqual({ timeline: 2, isComplete: true, removed: [replica] })
    expect(await ask(primary, rows)).toBe('50001')
  })

  test('by force: where the whole folder of the primary had gone before the driver was opened, its WAL goes on being archived, and it keeps its port', async () => {
    // whose port is the first that is free then
    const other = primary
    await begin()
    const { replica, pid } = await archived()
    await clusters.destroy(other)
    const port = (await clusters.status(primary)).address!.port
    await rm(home.paths.cluster(primary).folder, { recursive: true })
    process.kill(pid, 'SIGKILL')
    await untilState(clusters, primary, 'failed')
    await clusters.close({ stopClusters: false })
    clusters = await home.open({ patience })
    expect(await clusters.status(primary)).toMatchObject({ state: 'absent' })
    expect(await promote({ ...planOf(replica, true), port })).toEqual({ timeline: 2, isComplete: false, removed: [replica] })
    expect((await clusters.status(primary)).address?.port).toBe(port)
    expect(await ask(primary, rows)).toBe('50000')
    expect(await ask(primary, sql`current_setting('archive_library')`)).toBe('basic_archive')
    expect((await clusters.backups.mark(primary)).timeline).toBe(2)
  })

  test('by force: whole segments that the primary had not archived, and its replica has, are archived from that', async () => {
    const { replica, pid } = await archived()
    await clusters.start(replica)
    // nothing is archived any more
    await rm(join(home.paths.cluster(primary).folder, 'archive'), { recursive: true })
    const left = await ask(primary, sql`pg_walfile_name(pg_current_wal_lsn())`)
    for (const id of [50_002, 50_003]) {
      await run(sql`insert into kept values (${id})`)
      await asRole(clusters, primary, 'supabase_admin', (client) => client.run(sql`select pg_switch_wal()`))
    }
    await run(sql`insert into kept values (50004)`)
    await untilFollowing(replica, '50004')
    const kept = await clusters.backups.listWal(primary)
    await rm(home.paths.cluster(primary).data, { recursive: true })
    process.kill(pid, 'SIGKILL')
    await untilState(clusters, primary, 'failed')
    expect(await promote(planOf(replica, true))).toMatchObject({ timeline: 2, isComplete: false })
    expect(await ask(primary, rows)).toBe('50004')
    await clusters.backups.mark(primary)
    const names = (await clusters.backups.listWal(primary)).filter((name) => !kept.includes(name)).map((name) => name.slice(0, 24))
    const place = Number.parseInt(String(left).slice(16), 16)
    const nameOf = (timeline: number, number: number): string => `0000000${timeline}00000000${number.toString(16).toUpperCase().padStart(8, '0')}`
    expect(names.filter((name) => name.startsWith('00000001'))).toEqual([nameOf(1, place), nameOf(1, place + 1)])
    expect(names).toContain(nameOf(2, place + 2))
  })
})

const changing = [
  'clusters.fence.stop.before',
  'clusters.fence.stop.after',
  'clusters.promote.wal.before',
  'clusters.promote.wal.after',
  'clusters.promote.decide.before',
  'clusters.promote.decide.after',
  'clusters.promote.demote.after',
  'clusters.promote.claim.before',
  'clusters.promote.claim.after',
]

test.each(changing)('killed at %s, the next life goes on with it, and nothing is lost', async (failpoint) => {
  await using own = await createTestHome()
  const first = await own.open()
  primary = testRef()
  await first.ensure(primary, { compute: 'nano' })
  await first.start(primary)
  await run(sql`create table kept as select generate_series(1, 1000) as id`, first)
  const replica = await replicate(first)
  await first.close({ stopClusters: false })
  await dieAt(own, { ref: replica, operations: 'promote', failpoint, primary })
  const next = await own.open()
  expect(await own.leftovers()).toEqual([])
  expect(await promote({ ...planOf(replica), id: 'killed' }, next)).toEqual({ timeline: 2, isComplete: true, removed: [] })
  await run(sql`insert into kept values (0)`, next)
  await next.start(replica)
  await untilFollowing(replica, '1001', next)
  expect(await ask(primary, rows, next)).toBe('1001')
})
