import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { asRole, createTestHome, type TestHome, testRef } from '../fixtures.ts'
import { copyBase } from './base-copy.ts'
import { createMeasurer } from './copy-files.ts'

let home: TestHome
let clusters: EmbeddedClusters
const ref = testRef()

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open()
  await clusters.ensure(ref, { compute: 'nano' })
  await clusters.start(ref)
})
afterAll(() => home[Symbol.asyncDispose]())

test('a copy with its WAL says what it is, and each of its files can be checked', async () => {
  const target = join(home.paths.making, 'copied')
  const copy = await copyBase({
    endpoint: await clusters.endpoint(ref),
    source: home.paths.cluster(ref).data,
    target,
    label: 'colonnade test',
    withWal: true,
    isMeasured: true,
    // a server that is busy meanwhile, and switches to further segments
    began: () =>
      asRole(clusters, ref, 'supabase_admin', async (client) => {
        for (let time = 0; time < 3; time += 1) {
          await client.run(sql`create table if not exists public.written (number int)`)
          await client.run(sql`insert into public.written values (1)`)
          await client.run(sql`select pg_switch_wal()`)
          await client.run(sql`checkpoint`)
        }
      }),
  })
  expect(copy.label).toContain('LABEL: colonnade test')
  expect(copy.label).toContain(`(file ${copy.segments[0]})`)
  expect(copy.timeline).toBe(1)
  expect(copy.segments.length).toBeGreaterThanOrEqual(4)
  expect(copy.stop).toBeGreaterThan(copy.start)
  const paths = copy.files.map(({ path }) => path)
  for (const path of ['PG_VERSION', 'global/pg_control', 'backup_label', ...copy.segments.map((name) => `pg_wal/${name}`)])
    expect(paths).toContain(path)
  expect(paths).not.toContain('postmaster.pid')
  await using measurer = createMeasurer()
  expect(await Promise.all(paths.map((path) => measurer.measure(target, path)))).toEqual(copy.files)
  expect(await readFile(join(target, 'backup_label'), 'utf8')).toBe(copy.label)
  const slots = sql`select slot_name from pg_replication_slots`
  await expect.poll(() => asRole(clusters, ref, 'supabase_admin', (client) => client.rows(slots))).toEqual([])
})
