import { copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backup } from '../../backups.ts'
import { logins } from '../../logins.ts'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { asRole, createTestHome, type TestHome, testRef } from '../fixtures.ts'
import { run } from '../process/run.ts'

let home: TestHome
let clusters: EmbeddedClusters
let backup: Backup
const ref = testRef()
const count = sql`select count(*)::int as rows from public.orders`
const rowsOf = (of: string) => asRole(clusters, of, 'postgres', (client) => client.first(count))

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open()
  await clusters.ensure(ref, { compute: 'nano' })
  await clusters.start(ref)
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table public.orders as select generate_series(1, 1000) as id`))
  const steps: string[] = []
  backup = await clusters.backups.take(ref, randomUUID(), { onStep: async (step) => void steps.push(step) })
  expect(steps).toEqual(['began', 'copied'])
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`drop table public.orders`))
})
afterAll(() => home[Symbol.asyncDispose]())

describe('a backup', () => {
  test('says what it is, and is listed', async () => {
    expect(backup).toMatchObject({ ref, version: '18.4', compute: 'nano', timeline: 1 })
    expect(backup.bytes).toBeGreaterThan(20_000_000)
    expect(await clusters.backups.list(ref)).toEqual([backup.id])
    expect(await clusters.backups.list(testRef())).toEqual([])
  })

  test('is rehearsed on a server of its own, of which nothing is left', async () => {
    const found = await clusters.backups.rehearse(backup, (server) =>
      withClient({ ...server, ...logins.administrator }, (client) => client.first(count)),
    )
    expect(found).toEqual({ rows: 1000 })
    expect(await home.leftovers()).toEqual([])
    expect((await home.processes()).filter((line) => line.includes('making'))).toEqual([])
  })

  test('becomes a cluster with an identity of its own', async () => {
    const other = testRef()
    const steps: string[] = []
    await clusters.backups.prepare(backup, { ref: other, compute: 'micro', restore: 'first' }, { onStep: async (step) => void steps.push(step) })
    expect(steps).toEqual(['checked', 'recovered'])
    expect((await clusters.status(other)).state).toBe('absent')
    expect(await clusters.backups.place({ ref: other, restore: 'another' })).toBe(false)
    for (let time = 0; time < 2; time += 1) expect(await clusters.backups.place({ ref: other, restore: 'first' })).toBe(true)
    expect(await clusters.status(other)).toMatchObject({ state: 'stopped', compute: 'micro', version: '18.4' })
    await clusters.start(other)
    expect(await rowsOf(other)).toEqual({ rows: 1000 })
    const identity = sql`select system_identifier::text as id from pg_control_system()`
    const ids = await Promise.all(
      [ref, other].map((of) => asRole(clusters, of, 'supabase_admin', (client) => client.first<{ id: string }>(identity))),
    )
    expect(new Set(ids.map((row) => row?.id)).size).toBe(2)
    await clusters.destroy(other)
    expect(await clusters.backups.place({ ref: other, restore: 'first' })).toBe(false)
  })

  test('takes the place of the cluster that it is of, which answers until then', async () => {
    await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'second' })
    expect((await clusters.status(ref)).state).toBe('running')
    expect(await clusters.backups.place({ ref, restore: 'second' })).toBe(true)
    expect((await clusters.status(ref)).state).toBe('stopped')
    await clusters.start(ref)
    expect(await rowsOf(ref)).toEqual({ rows: 1000 })
    // and can itself be backed up and restored: on another timeline
    const next = await clusters.backups.take(ref, randomUUID())
    expect(next.timeline).toBe(2)
    expect(await clusters.backups.rehearse(next, async () => 'read')).toBe('read')
    await clusters.backups.remove(ref, next.id)
    expect(await clusters.backups.list(ref)).toEqual([backup.id])
  })

  test('is downloaded as an archive of all its files', async () => {
    const file = join(home.paths.making, 'backup.tar')
    await pipeline(await clusters.backups.read(backup), createWriteStream(file))
    const listed = await run('tar', ['-tf', file])
    expect(listed.split('\n').filter((name) => name !== '' && !name.endsWith('/'))).toHaveLength(backup.files + 1)
    await rm(file)
  })

  const faults = [
    { fault: 'a file that is missing', damage: (file: string) => rm(file), says: 'is missing' },
    { fault: 'a file that was cut off', damage: (file: string) => truncate(file, 4096), says: 'instead of' },
    {
      fault: 'one flipped bit',
      damage: async (file: string) => {
        const content = await readFile(file)
        content[content.length >> 1]! ^= 1
        await writeFile(file, content)
      },
      says: 'SHA-256',
    },
  ]
  const places = ['global/pg_control', 'pg_wal', 'PG_VERSION', 'manifest.json']
  for (const { fault, damage, says } of faults)
    test.each(places)(`${fault} (%s) is told, and nothing is restored`, async (place) => {
      const folder = home.paths.backup(ref, backup.id)
      const segment = async () => (await run('ls', [join(folder, 'data/pg_wal')])).split('\n').find((name) => /^[0-9A-F]{24}$/.test(name))!
      const file =
        place === 'manifest.json'
          ? join(folder, place)
          : place === 'pg_wal'
            ? join(folder, 'data/pg_wal', await segment())
            : join(folder, 'data', place)
      await copyFile(file, `${file}.kept`)
      await (place === 'PG_VERSION' && says === 'instead of' ? truncate(file, 1) : damage(file))
      const refusal = expect.objectContaining({
        code: place === 'manifest.json' && says === 'is missing' ? 'backup_not_found' : 'backup_damaged',
      }) as Error
      await expect(clusters.backups.rehearse(backup, async () => {})).rejects.toEqual(refusal)
      await expect(clusters.backups.prepare(backup, { ref: testRef(), compute: 'nano', restore: 'none' })).rejects.toEqual(refusal)
      expect(await home.leftovers()).toEqual([])
      await copyFile(`${file}.kept`, file)
      await rm(`${file}.kept`)
    })

  test('of a cluster with replicas takes nobody’s place; names that are no names are refused', async () => {
    const replica = testRef()
    await clusters.replicas.replicate(replica, ref, { compute: 'nano' })
    await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'third' })
    await expect(clusters.backups.place({ ref, restore: 'third' })).rejects.toMatchObject({ code: 'cluster_has_replicas' })
    await clusters.destroy(replica)
    await expect(clusters.backups.take(ref, '../../escape')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(clusters.backups.remove(ref, '..')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(clusters.backups.removeAll('../..')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('goes with all others of its cluster', async () => {
    for (let time = 0; time < 2; time += 1) await clusters.backups.removeAll(ref)
    expect(await clusters.backups.list(ref)).toEqual([])
    await expect(clusters.backups.rehearse(backup, async () => {})).rejects.toMatchObject({ code: 'backup_not_found' })
  })
})
