import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedClusters } from '../capabilities.ts'
import type { ClusterState } from '../clusters.ts'
import { createEmbeddedClusters } from './driver.ts'
import { asRole, createTestHome, type TestHome, testRef } from './fixtures.ts'

const isRoot = process.getuid?.() === 0
let home: TestHome
let clusters: EmbeddedClusters

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ poolTarget: 2 })
  await clusters.pool.fill()
})
afterAll(() => home[Symbol.asyncDispose]())

test('the pool fills to its target with whole copies', async () => {
  expect(clusters.pool.target).toBe(2)
  expect(clusters.pool.ready()).toBe(2)
  expect(await home.leftovers()).toEqual([])
})

test('the volume of the clusters has no more free than it has', async () => {
  const { free, total } = await clusters.machine.volume()
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(free)
})

test('a cluster lives: made, started, stopped, started, destroyed, each of them as often as one likes', async () => {
  const ref = testRef()
  const states: ClusterState[] = []
  const unwatch = clusters.watch((status) => void (status.ref === ref && states.push(status.state)))
  expect(await clusters.status(ref)).toMatchObject({ state: 'absent', compute: null, version: null, address: null, problem: null })
  for (let time = 0; time < 2; time += 1) await clusters.ensure(ref, { compute: 'nano' })
  expect(await clusters.status(ref)).toMatchObject({ state: 'stopped', compute: 'nano', version: '18.4', problem: null })
  expect(await clusters.machine.list()).toContain(ref)
  await Promise.all([clusters.start(ref), clusters.start(ref)])
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table kept as select 42 as answer`))
  for (let time = 0; time < 2; time += 1) await clusters.stop(ref)
  await clusters.machine.restart(ref)
  expect(await asRole(clusters, ref, 'anon', (client) => client.first(sql`select 1`)).catch((error: unknown) => error)).toMatchObject({
    message: expect.stringContaining('not permitted to log in') as string,
  })
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(sql`select answer from kept`))).toEqual({ answer: 42 })
  expect(await clusters.machine.size(ref)).toBeGreaterThan(20_000_000)
  for (let time = 0; time < 2; time += 1) await clusters.destroy(ref)
  unwatch()
  expect(states).toEqual(['stopped', 'starting', 'running', 'stopping', 'stopped', 'starting', 'running', 'stopping', 'stopped', 'absent'])
  expect((await clusters.status(ref)).state).toBe('absent')
  expect(await readdir(home.paths.clusters)).not.toContain(ref)
  expect((await home.processes()).filter((line) => line.includes(ref))).toEqual([])
  // the copy that takes the claimed one's place is no leftover, and is whole by then
  await clusters.pool.fill()
  expect(await home.leftovers()).toEqual([])
})

test('clusters have identities and users of their own, checksums, and data that nobody else reads', async () => {
  const refs = [testRef(), testRef(), testRef()]
  await Promise.all(refs.map((ref) => clusters.ensure(ref, { compute: 'nano' })))
  await Promise.all(refs.map((ref) => clusters.start(ref)))
  const facts = await Promise.all(
    refs.map((ref) =>
      asRole(clusters, ref, 'supabase_admin', (client) =>
        client.first<{ id: string; checksums: string; archiving: string; level: string }>(
          sql`select system_identifier::text as id, current_setting('data_checksums') as checksums, current_setting('archive_mode') as archiving, current_setting('wal_level') as level from pg_control_system()`,
        ),
      ),
    ),
  )
  expect(new Set(facts.map((fact) => fact?.id)).size).toBe(3)
  for (const fact of facts) expect(fact).toMatchObject({ checksums: 'on', archiving: 'on', level: 'logical' })
  const owners = await Promise.all(refs.map((ref) => stat(home.paths.cluster(ref).data)))
  for (const owner of owners) expect(owner.mode & 0o777).toBe(0o700)
  if (isRoot) expect(new Set([0, ...owners.map(({ uid }) => uid)]).size).toBe(4)
  await Promise.all(refs.map((ref) => clusters.destroy(ref)))
})

test('resize restarts a running cluster with other limits, and leaves a stopped one stopped', async () => {
  const ref = testRef()
  const limits = sql`select current_setting('max_connections') as connections, current_setting('shared_buffers') as buffers`
  await clusters.ensure(ref, { compute: 'nano' })
  await clusters.machine.resize(ref, 'micro')
  expect(await clusters.status(ref)).toMatchObject({ state: 'stopped', compute: 'micro' })
  await clusters.start(ref)
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(limits))).toEqual({ connections: '60', buffers: '128MB' })
  await clusters.machine.resize(ref, 'nano')
  expect(await clusters.status(ref)).toMatchObject({ state: 'running', compute: 'nano' })
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(limits))).toEqual({ connections: '40', buffers: '16MB' })
  await clusters.ensure(ref, { compute: 'small' })
  expect(await clusters.status(ref)).toMatchObject({ state: 'running', compute: 'small' })
  await clusters.destroy(ref)
})

test('what is not there is not found, and what is no ref is refused', async () => {
  const ref = testRef()
  const missing = { code: 'cluster_not_found', details: { ref } }
  await expect(clusters.start(ref)).rejects.toMatchObject(missing)
  await expect(clusters.stop(ref)).rejects.toMatchObject(missing)
  await expect(clusters.machine.resize(ref, 'nano')).rejects.toMatchObject(missing)
  await expect(clusters.endpoint(ref)).rejects.toMatchObject(missing)
  await expect(clusters.machine.size(ref)).rejects.toMatchObject(missing)
  for (const text of ['../escape', '', 'UPPERCASELETTERSONLYY']) {
    await expect(clusters.ensure(text, { compute: 'nano' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(clusters.destroy(text)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(clusters.status(text)).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('a cluster that lost its description keeps its data', async () => {
  const ref = testRef()
  await using second = await createTestHome()
  const first = await second.open()
  await first.ensure(ref, { compute: 'nano' })
  await first.start(ref)
  await asRole(first, ref, 'postgres', (client) => client.run(sql`create table kept ()`))
  await first.close({ stopClusters: true })
  await writeFile(second.paths.cluster(ref).description, '{')
  const later = await second.open()
  expect((await later.status(ref)).state).toBe('absent')
  await later.ensure(ref, { compute: 'micro' })
  await later.start(ref)
  expect(await asRole(later, ref, 'postgres', (client) => client.first(sql`select to_regclass('kept') is not null as kept`))).toEqual({ kept: true })
})

test('destroy ends a server whose description and notes are gone', async () => {
  const ref = testRef()
  await using second = await createTestHome()
  const first = await second.open()
  await first.ensure(ref, { compute: 'nano' })
  await first.start(ref)
  await first.close({ stopClusters: false })
  await rm(second.paths.cluster(ref).description)
  await rm(join(second.paths.cluster(ref).data, 'postmaster.pid'))
  const later = await second.open()
  await later.destroy(ref)
  expect(await second.processes()).toEqual([])
  expect(await readdir(second.paths.clusters)).toEqual([])
})

test('a home that is a file is refused, and a driver that is not open says so', async () => {
  const file = join(home.paths.home, 'file')
  await writeFile(file, '')
  const driver = createEmbeddedClusters({ home: file, logger: silentLogger })
  await expect(driver.open()).rejects.toMatchObject({ code: 'home_unusable' })
  await expect(driver.machine.list()).rejects.toMatchObject({ code: 'unavailable' })
  await driver.close({ stopClusters: true })
})

test('sockets of a home with a long path lie elsewhere, and go with their cluster', async () => {
  const ref = testRef()
  const long = join(home.paths.home, 'x'.repeat(80))
  const driver = await home.open({ home: long })
  await driver.ensure(ref, { compute: 'nano' })
  await driver.start(ref)
  const { host } = await driver.endpoint(ref)
  expect(host.startsWith(join(tmpdir(), 'colonnade-'))).toBe(true)
  expect((await stat(host)).mode & 0o777).toBe(0o700)
  await driver.destroy(ref)
  await expect(stat(join(host, '..'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the extensions listed are those that load', async () => {
  const names = await clusters.machine.loadableExtensions(testRef())
  for (const name of ['pg_stat_statements', 'pgcrypto', 'uuid-ossp', 'pg_trgm', 'postgres_fdw']) expect(names).toContain(name)
  expect(names.length).toBeGreaterThan(40)
})
