import { readdir } from 'node:fs/promises'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asRole, createTestHome, dieAt, type TestHome, testRef, untilState } from './fixtures.ts'

let home: TestHome

beforeAll(async () => {
  home = await createTestHome()
  await (await home.open()).close({ stopClusters: true }) // so that no child has to make the template
})
afterAll(() => home[Symbol.asyncDispose]())

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => home.processes()).toEqual([])
  expect(await readdir(home.paths.clusters)).toEqual([])
  expect(await home.leftovers()).toEqual([])
}

const creation = [
  'making',
  'clusters.ensure.copy.before',
  'clusters.ensure.copy.after',
  'clusters.ensure.describe.before',
  'clusters.ensure.describe.after',
  'clusters.ensure.claim.before',
  'clusters.ensure.claim.after',
  'clusters.start.settings.before',
  'clusters.start.settings.after',
  'clusters.start.launch.before',
  'clusters.start.launch.after',
  'clusters.start.ready.after',
]

test.each(creation)('killed at %s of a creation, the next life completes it and can take it away', async (failpoint) => {
  const ref = testRef()
  await dieAt(home, { ref, operations: 'ensure,start', failpoint })
  const clusters = await home.open()
  expect(await home.leftovers()).toEqual([])
  await clusters.ensure(ref, { compute: 'nano' })
  await clusters.start(ref)
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(sql`select 1 as one`))).toEqual({ one: 1 })
  // a process that the postmaster has just made looks like it until it has renamed itself
  await expect.poll(async () => (await home.processes()).filter((line) => line.includes(' -D '))).toHaveLength(1)
  await clusters.destroy(ref)
  await clusters.close({ stopClusters: true })
  await expectNothingLeft()
})

/** Whether the next life finds the new cluster in place. */
const upgrading = [
  ['clusters.close.describe.before', false],
  ['clusters.close.describe.after', false],
  ['loading', false],
  ['clusters.upgrade.load.after', false],
  ['clusters.upgrade.keep.after', false],
  ['clusters.place.decide.before', false],
  ['clusters.place.decide.after', true],
  ['clusters.place.claim.before', true],
  ['clusters.place.claim.after', true],
] as const

test.each(upgrading)('killed at %s of an upgrade, the next life has the one cluster or the other, whole', async (failpoint, isPlaced) => {
  const ref = testRef()
  await dieAt(home, { ref, operations: 'ensure,start,upgrade', failpoint })
  const clusters = await home.open()
  expect(await home.leftovers()).toEqual([])
  const { state } = await clusters.status(ref)
  if (state === 'starting') await untilState(clusters, ref, 'running')
  expect(await clusters.backups.place({ ref, restore: 'killed' })).toBe(isPlaced)
  await clusters.upgrades.open(ref)
  await clusters.start(ref)
  // nothing was loaded into the new one
  const role = sql`select count(*)::int as there from pg_roles where rolname = 'postgres'`
  expect(await asRole(clusters, ref, 'supabase_admin', (client) => client.first(role))).toEqual({ there: isPlaced ? 0 : 1 })
  expect(await readdir(home.paths.replaced)).toEqual(isPlaced ? [ref] : [])
  await clusters.destroy(ref)
  await clusters.close({ stopClusters: true })
  expect(await readdir(home.paths.replaced)).toEqual([])
  await expectNothingLeft()
})

const destruction = [
  'clusters.destroy.stop.before',
  'clusters.stop.signal.before',
  'clusters.stop.signal.after',
  'clusters.destroy.stop.after',
  'clusters.destroy.bury.before',
  'clusters.destroy.bury.after',
  'clusters.destroy.remove.after',
]

test.each(destruction)('killed at %s of a destruction, the next life completes it', async (failpoint) => {
  const ref = testRef()
  await dieAt(home, { ref, operations: 'ensure,start,destroy', failpoint })
  const clusters = await home.open()
  const { state } = await clusters.status(ref)
  if (state === 'starting') await untilState(clusters, ref, 'running')
  await clusters.destroy(ref)
  await clusters.close({ stopClusters: true })
  await expectNothingLeft()
})

const backingUp = [
  'clusters.backup.copy.after',
  'clusters.backup.claim.after',
  'clusters.restore.open.after',
  'clusters.restore.keep.after',
  'clusters.place.decide.after',
  'clusters.place.claim.before',
]

test.each(backingUp)('killed at %s of a backup or a restore, the next life has a whole cluster, and can do it again', async (failpoint) => {
  const ref = testRef()
  await dieAt(home, { ref, operations: 'ensure,start,restore', failpoint })
  const clusters = await home.open()
  expect(await home.leftovers()).toEqual([])
  const { state } = await clusters.status(ref)
  if (state === 'starting') await untilState(clusters, ref, 'running')
  await clusters.start(ref)
  const backup = await clusters.backups.take(ref, '00000000-0000-4000-8000-000000000000')
  await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'again' })
  expect(await clusters.backups.place({ ref, restore: 'again' })).toBe(true)
  await clusters.start(ref)
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(sql`select 1 as one`))).toEqual({ one: 1 })
  await clusters.destroy(ref)
  await clusters.backups.removeAll(ref)
  await clusters.close({ stopClusters: true })
  await expectNothingLeft()
})
