import { computeTable } from '@colonnade/clusters'
import type { DiskUse } from '@colonnade/contracts/projects/disk'
import { computes } from '@colonnade/contracts/projects/projects'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '@colonnade/sql'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { retryWithRoom } from './room.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Full')
})
afterAll(() => platform[Symbol.asyncDispose]())

const read = async () => (await platform.ask('read-only', 'GET', `/platform/projects/${ref}/disk`)).json as DiskUse
const query = (text: string) => platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: text })

test('what is written shows in the database, the WAL and the counts', async () => {
  const before = await read()
  expect(before.volume.total_bytes).toBeGreaterThan(before.volume.free_bytes)
  const own = before.server!.databases.find(({ name }) => name === 'postgres')!
  expect(before.server!.databases.map(({ name }) => name)).not.toContain('template1')
  expect(before.total_bytes).toBeGreaterThan(own.bytes)
  await query('create database other')
  await query('create table filled as select repeat(n::text, 100) from generate_series(1, 100000) n')
  // else a backend tells what it has done only now and then; the next query may be another one's
  const written = async (): Promise<number> => {
    await query('select pg_stat_force_next_flush()')
    return (await read()).server!.counters.written_bytes - before.server!.counters.written_bytes
  }
  await expect.poll(written).toBeGreaterThan(5_000_000)
  const after = (await read()).server!
  const { databases, wal_bytes, memory_bytes, counters } = after
  expect(databases.find(({ name }) => name === 'postgres')!.bytes - own.bytes).toBeGreaterThan(10_000_000)
  expect(databases.map(({ name }) => name)).toContain('other')
  expect(wal_bytes).toBeGreaterThan(before.server!.wal_bytes)
  if (process.platform === 'linux') expect(memory_bytes).toBeGreaterThan(1_000_000)
  expect(Date.parse(counters.at)).toBeGreaterThan(Date.parse(before.server!.counters.at))
})

test('backups are counted apart', async () => {
  const before = await read()
  expect(before.kept).toEqual({ backups_bytes: 0, archive_bytes: 0 })
  expect(before.unnamed_files).toMatchObject({ swept_at: null, kept_bytes: 0, orphaned_bytes: 0 })
  const { id } = (await platform.ask('owner', 'POST', `/platform/projects/${ref}/backups`)).json as { id: string }
  await platform.ctx.parts.backups.idle(id)
  const { kept } = await read()
  expect(kept.backups_bytes).toBeGreaterThan(10_000_000)
  expect(kept.archive_bytes).toBe(0)
})

test('one that sleeps is not woken: its size is known', async () => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)
  await platform.ctx.parts.reconciler.idle(ref)
  const { server, total_bytes } = await read()
  expect(server).toBeNull()
  expect(total_bytes).toBeGreaterThan(10_000_000)
  expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
})

test('others see nothing of it', () =>
  platform.run({
    promise: 'others see nothing of it',
    as: 'outsider',
    method: 'GET',
    path: `/platform/projects/${ref}/disk`,
    expect: 404,
    code: 'project_not_found',
  }))

test('what was given up because the disk was full is tried again with more room, and not before', async () => {
  const {
    clusters,
    database,
    parts: { reconciler },
  } = platform.ctx
  await clusters.stop(ref)
  await reconciler.idle(ref)
  const { free } = await clusters.machine.volume()
  const giveUp = (then: number) => database.run(sql`update projects set status = 'UNHEALTHY', gave_up_with_free = ${then} where ref = ${ref}`)
  const look = async (): Promise<unknown> => {
    await retryWithRoom(platform.ctx)
    await reconciler.idle(ref)
    return database.first(sql`select status, gave_up_with_free is null as is_over from projects where ref = ${ref}`)
  }
  await giveUp(free + 1024 ** 3)
  expect(await look()).toEqual({ status: 'UNHEALTHY', is_over: false })
  await giveUp(0)
  expect(await look()).toEqual({ status: 'ACTIVE_HEALTHY', is_over: true })
})

test('and so is an archive that could not be written, not each minute alone', async () => {
  const {
    clusters,
    database,
    parts: { backups },
  } = platform.ctx
  await platform.ask('owner', 'PUT', `/platform/projects/${ref}/backups/pitr`, { days: 1 })
  const found = async (): Promise<unknown> =>
    database.first(sql`select state, gave_up_with_free is null as is_over from recovery_windows where project_ref = ${ref}`)
  const gaveUp = (then: number) => database.run(sql`update recovery_windows set gave_up_with_free = ${then} where project_ref = ${ref}`)
  const [works, fails] = [
    { state: 'ON', is_over: true },
    { state: 'FAILING', is_over: false },
  ]
  await expect.poll(found).toEqual(works)
  const folder = join(platform.ground.home, 'clusters', ref, 'archive')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  await query('create table written (id int)')
  await backups.lookAtWindow(ref)
  expect(await found()).toEqual(fails)
  await rm(folder)
  await rename(`${folder}-away`, folder)
  await gaveUp((await clusters.machine.volume()).free + 1024 ** 3)
  await retryWithRoom(platform.ctx)
  expect(await found()).toEqual(fails)
  await gaveUp(0)
  await retryWithRoom(platform.ctx)
  await expect.poll(found).toEqual(works)
})

test('nor does an archive wait for the minute whose server was not there when there was room again', async () => {
  const {
    clusters,
    database,
    parts: { reconciler },
  } = platform.ctx
  await database.run(sql`update recovery_windows set state = 'FAILING' where project_ref = ${ref}`)
  await clusters.stop(ref)
  await clusters.start(ref)
  await reconciler.idle(ref)
  await expect.poll(() => database.first(sql`select state from recovery_windows where project_ref = ${ref}`)).toEqual({ state: 'ON' })
})

test('sizes are told as they are', () => {
  expect(
    computes.map(({ id, buffers_mb: sharedBuffersMb, connections: maxConnections, workers: maxWorkerProcesses }) => [
      id,
      { sharedBuffersMb, maxConnections, maxWorkerProcesses },
    ]),
  ).toEqual(
    Object.entries(computeTable).map(([id, { sharedBuffersMb, maxConnections, maxWorkerProcesses }]) => [
      id,
      { sharedBuffersMb, maxConnections, maxWorkerProcesses },
    ]),
  )
})
