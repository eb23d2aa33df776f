import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { EmbeddedClusters } from '../capabilities.ts'
import { logins } from '../logins.ts'
import { asRole, createTestHome, dieAt, type TestHome, testRef } from './fixtures.ts'

let home: TestHome
let clusters: EmbeddedClusters
const ref = testRef()

const ask = (of: string, expression: Fragment): Promise<unknown> =>
  asRole(
    clusters,
    of,
    'supabase_admin',
    async (client) => (await client.first<{ answer: unknown }>(sql`select (${expression})::text as answer`))?.answer,
  )
const rows = sql`select count(*) from public.kept`
const major = sql`current_setting('server_version_num')::int / 10000`
const older = { version: expect.stringMatching(/^17\./) as string }

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ poolTarget: 1 })
  await clusters.ensure(ref, { compute: 'nano', version: '17' })
  await clusters.backups.archive(ref, true)
  await clusters.start(ref)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table kept as select generate_series(1, 1000) as id`))
})
afterAll(() => home[Symbol.asyncDispose]())

test('a cluster runs on the version that was asked for, beside those of the newest', async () => {
  expect(clusters.machine.versions()).toEqual([expect.stringMatching(/^18\./), expect.stringMatching(/^17\./)])
  expect(await clusters.status(ref)).toMatchObject({ state: 'running', ...older })
  expect(await ask(ref, major)).toBe('17')
  const newest = testRef()
  await clusters.ensure(newest, { compute: 'nano' })
  await clusters.start(newest)
  expect(await ask(newest, major)).toBe('18')
  // what it is to be later does not change what its files are of
  await clusters.ensure(ref, { compute: 'nano', version: '18' })
  await clusters.machine.restart(ref)
  expect(await ask(ref, major)).toBe('17')
  const [theirs, own] = [await clusters.machine.loadableExtensions(newest), await clusters.machine.loadableExtensions(ref)]
  expect(theirs).toContain('pg_logicalinspect')
  expect(own).not.toContain('pg_logicalinspect')
  expect(own).toContain('pgcrypto')
  await clusters.destroy(newest)
})

/** What every version can do is tested in full on the newest; on this one with `npm test -- --all-versions`. */
const inFull = test.runIf(inject('allVersions'))

inFull('backups of it, at their own moment and at any other, are restored on its version', async () => {
  const backup = await clusters.backups.take(ref, randomUUID())
  expect(backup).toMatchObject(older)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`delete from kept where id > 900`))
  const archived = await clusters.backups.mark(ref)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`truncate kept`))
  for (const [until, expected] of [
    [undefined, '1000'],
    [{ at: archived.at, archived }, '900'],
  ] as const) {
    const other = testRef()
    await clusters.backups.prepare({ ...backup, until }, { ref: other, compute: 'nano', restore: 'one' })
    expect(await clusters.backups.place({ ref: other, restore: 'one' })).toBe(true)
    await clusters.start(other)
    expect([await ask(other, rows), await ask(other, major)]).toEqual([expected, '17'])
    await clusters.destroy(other)
  }
  await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'two' })
  await clusters.backups.place({ ref, restore: 'two' })
  await clusters.start(ref)
  expect(await ask(ref, rows)).toBe('1000')
  expect(await clusters.backups.readWal(ref)).toMatchObject({ damaged: [] })
})

inFull('branches and rehearsals of it run on its version, and leave the copies of the newest where they are', async () => {
  await clusters.pool.fill()
  const branch = testRef()
  await clusters.copies.branch(branch, ref, { compute: 'nano' }, { isWithData: true })
  expect(clusters.pool.ready()).toBe(1)
  await clusters.start(branch)
  expect([await ask(branch, rows), await ask(branch, major)]).toEqual(['1000', '17'])
  expect(await clusters.status(branch)).toMatchObject(older)
  await clusters.destroy(branch)
  const found = await clusters.copies.rehearse(ref, (server) =>
    withClient({ ...server, ...logins.administrator }, (client) => client.first(sql`select ${major} as major, (${rows})::int as rows`)),
  )
  expect(found).toEqual({ major: 17, rows: 1000 })
})

inFull('a replica of it repeats its changes, and takes its place', async () => {
  const replica = testRef()
  await clusters.replicas.replicate(replica, ref, { compute: 'nano' })
  await clusters.start(replica)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`insert into kept values (1001)`))
  await expect.poll(() => ask(replica, rows).catch(() => null)).toBe('1001')
  const plan = { primary: ref, replica, id: 'one', isForced: false }
  await clusters.promotions.fence(plan, { signal: new AbortController().signal })
  expect(await clusters.promotions.promote(plan)).toMatchObject({ isComplete: true })
  expect(await clusters.promotions.rejoin(plan)).toEqual([])
  expect([await ask(ref, rows), await ask(ref, major)]).toEqual(['1001', '17'])
  await clusters.start(replica)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`insert into kept values (1002)`))
  await expect.poll(() => ask(replica, rows).catch(() => null)).toBe('1002')
  await clusters.destroy(replica)
})

test('another life goes on with it, and a description that is lost is written from its files', async () => {
  const before = await ask(ref, rows)
  await clusters.close({ stopClusters: false })
  clusters = await home.open()
  await clusters.start(ref)
  expect(await ask(ref, rows)).toBe(before)
  await clusters.close({ stopClusters: true })
  await writeFile(home.paths.cluster(ref).description, 'lost')
  clusters = await home.open()
  await clusters.ensure(ref, { compute: 'nano' })
  await clusters.start(ref)
  expect(await ask(ref, major)).toBe('17')
  expect(JSON.parse(await readFile(home.paths.cluster(ref).description, 'utf8'))).toMatchObject(older)
})

test('an empty cluster of any version runs for as long as it is needed, and leaves nothing, also when it is given up', async () => {
  const found = await clusters.upgrades.blank({ compute: 'nano', version: '17' }, (server) =>
    withClient({ ...server, ...logins.administrator }, (client) =>
      client.first(sql`select ${major} as major, (select count(*)::int from pg_roles where rolname not like 'pg\\_%') as roles`),
    ),
  )
  expect(found).toEqual({ major: 17, roles: 1 })
  const giving = new AbortController()
  const waiting = clusters.upgrades.blank(
    { compute: 'nano', version: '18' },
    (server) => withClient({ ...server, ...logins.administrator }, (client) => (giving.abort(), client.run(sql`select pg_sleep(60)`))),
    giving.signal,
  )
  await expect(waiting).rejects.toMatchObject({ code: expect.any(String) as string })
  expect(await home.leftovers()).toEqual([])
  expect((await home.processes()).filter((line) => line.includes('making'))).toEqual([])
})

test.each(['clusters.blank.start.before', 'loading'])('killed at %s of an empty cluster, the next life leaves nothing of it', async (failpoint) => {
  await using own = await createTestHome()
  await (await own.open()).close({ stopClusters: true })
  await dieAt(own, { ref: testRef(), operations: 'blank', failpoint })
  await own.open()
  expect(await own.leftovers()).toEqual([])
  await expect.poll(() => own.processes()).toEqual([])
})

test('a version that is not here is named, with those that are', async () => {
  const wanted = {
    code: 'engine_unavailable',
    details: { version: '12' },
    message: expect.stringContaining('Postgres 12 isn’t installed') as string,
  }
  await expect(clusters.ensure(testRef(), { compute: 'nano', version: '12' })).rejects.toMatchObject(wanted)
  const stranger = testRef()
  await clusters.ensure(stranger, { compute: 'nano' })
  await writeFile(join(home.paths.cluster(stranger).data, 'PG_VERSION'), '12\n')
  await expect(clusters.start(stranger)).rejects.toMatchObject(wanted)
  expect(await clusters.status(stranger)).toMatchObject({ state: 'failed', problem: { message: wanted.message } })
  expect(await home.leftovers()).toEqual([])
})
