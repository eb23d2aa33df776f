import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Fragment, sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { asRole, createTestHome, dieAt, postmasterPid, type TestHome, testRef, untilState } from '../fixtures.ts'

let home: TestHome
let clusters: EmbeddedClusters
let primary: string

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open()
})
beforeEach(async () => {
  primary = testRef()
  await clusters.ensure(primary, { compute: 'nano' })
  await clusters.start(primary)
  await run(sql`create table kept as select generate_series(1, 1000) as id`)
})
afterAll(() => home[Symbol.asyncDispose]())

const run = (statement: Fragment): Promise<number> => asRole(clusters, primary, 'postgres', (client) => client.run(statement))
const ask = (ref: string, expression: Fragment, among = clusters): Promise<unknown> =>
  asRole(
    among,
    ref,
    'supabase_admin',
    async (client) => (await client.first<{ answer: unknown }>(sql`select (${expression})::text as answer`))?.answer,
  )
const rows = sql`select count(*) from public.kept`
const slots = sql`select coalesce(string_agg(slot_name || ' ' || active, ','), 'none') from pg_replication_slots where slot_type = 'physical'`

async function replicate(): Promise<string> {
  const ref = testRef()
  await clusters.replicas.replicate(ref, primary, { compute: 'nano' })
  await clusters.start(ref)
  return ref
}

test('a replica has what its primary has, repeats what that does, and lets nobody write', async () => {
  const ref = testRef()
  const told: string[] = []
  for (let time = 0; time < 2; time += 1) {
    await clusters.replicas.replicate(ref, primary, { compute: 'micro' }, { onStep: async (step) => void told.push(step) })
  }
  expect(told).toEqual(['launched', 'initiated', 'copied', 'launched', 'initiated', 'copied'])
  expect(await clusters.status(ref)).toMatchObject({ state: 'stopped', compute: 'micro', follows: primary })
  await clusters.start(ref)
  await expect.poll(() => ask(ref, rows)).toBe('1000')
  await run(sql`insert into kept values (1001)`)
  await expect.poll(() => ask(ref, rows)).toBe('1001')
  expect(await ask(primary, sql`select application_name || ' ' || state from pg_stat_replication`)).toBe(`${ref} streaming`)
  await expect(asRole(clusters, ref, 'postgres', (client) => client.run(sql`insert into kept values (1)`))).rejects.toMatchObject({
    message: expect.stringContaining('read-only transaction') as string,
  })
  await clusters.machine.restart(ref)
  expect(await ask(ref, sql`select pg_is_in_recovery()`)).toBe('true')
  // the copy leaves nothing behind, and takes nothing of the running server along
  expect(await home.leftovers()).toEqual([])
  await clusters.destroy(ref)
  expect(await ask(primary, slots)).toBe('none')
  expect(await ask(primary, rows)).toBe('1001')
})

test('a replica follows its primary to another port and through a larger size', async () => {
  const ref = await replicate()
  await clusters.stop(primary)
  const { address } = await clusters.status(primary)
  const squatter = createServer().listen(address!.port, address!.host)
  await new Promise((resolve) => squatter.once('listening', resolve))
  try {
    await clusters.start(primary)
    expect((await clusters.status(primary)).address!.port).not.toBe(address!.port)
    await run(sql`insert into kept values (1001)`)
    await expect.poll(() => ask(ref, rows).catch(() => null)).toBe('1001')
  } finally {
    squatter.close()
  }
  await clusters.machine.resize(primary, 'medium')
  await run(sql`insert into kept values (1002)`)
  await expect.poll(() => ask(ref, rows).catch(() => null)).toBe('1002')
  await expect.poll(() => ask(ref, sql`current_setting('max_connections')`).catch(() => null)).toBe('120')
  await clusters.destroy(ref)
})

test('a replica comes back when its primary has become smaller, also when it did not run meanwhile', async () => {
  await clusters.machine.resize(primary, 'medium')
  const ref = await replicate()
  await clusters.machine.resize(primary, 'nano')
  await run(sql`insert into kept values (1001)`)
  await expect.poll(() => ask(ref, rows).catch(() => null)).toBe('1001')
  await clusters.stop(ref)
  await clusters.machine.resize(primary, 'large')
  await run(sql`insert into kept values (1002)`)
  await clusters.machine.resize(primary, 'nano')
  await clusters.start(ref)
  await expect.poll(() => ask(ref, rows).catch(() => null)).toBe('1002')
  await clusters.destroy(ref)
})

test('a primary that starts with more senders and slots than before is followed by replicas that ran with fewer', async () => {
  await using own = await createTestHome()
  let isEarlier = true
  const first = await own.open({
    async failpoint(name) {
      if (name !== 'clusters.start.settings.after' || !isEarlier) return
      for (const ref of await readdir(own.paths.clusters)) {
        const { settings } = own.paths.cluster(ref)
        const text = await readFile(settings, 'utf8').catch(() => '')
        await writeFile(settings, text.replace(/^(max_wal_senders|max_replication_slots) = 8$/gm, '$1 = 5'))
      }
    },
  })
  const [main, ref] = [testRef(), testRef()]
  const senders = sql`current_setting('max_wal_senders')`
  await first.ensure(main, { compute: 'nano' })
  await first.start(main)
  await first.replicas.replicate(ref, main, { compute: 'nano' })
  await first.start(ref)
  await expect.poll(() => Promise.all([ask(main, senders, first), ask(ref, senders, first)])).toEqual(['5', '5'])
  isEarlier = false
  await first.machine.restart(main)
  await asRole(first, main, 'postgres', (client) => client.run(sql`create table late ()`))
  await expect.poll(() => ask(ref, sql`to_regclass('public.late') is not null`, first).catch(() => null)).toBe('true')
  expect(await Promise.all([ask(main, senders, first), ask(ref, senders, first)])).toEqual(['8', '8'])
})

test('a primary that comes up keeps nothing for a replica that went meanwhile', async () => {
  const ref = await replicate()
  await clusters.stop(primary)
  await clusters.destroy(ref)
  await clusters.start(primary)
  await expect.poll(() => ask(primary, slots)).toBe('none')
})

test('a platform that comes up finds each replica with what its primary keeps for it, however many folders there are', async () => {
  await using own = await createTestHome()
  const { paths } = own
  // folders are found in the order of the file system, the same ones in the same order: the primary before all others, its replica after
  const refs = Array.from({ length: 2_000 }, testRef)
  const first = await own.open()
  for (const ref of refs) await mkdir(paths.cluster(ref).folder)
  const found = await readdir(paths.clusters)
  const [main, ref] = [found[0]!, found.at(-1)!]
  for (const folder of [main, ref]) await rmdir(paths.cluster(folder).folder)
  await first.ensure(main, { compute: 'nano' })
  await first.start(main)
  await first.replicas.replicate(ref, main, { compute: 'nano' })
  await first.close({ stopClusters: false })
  const next = await own.open()
  await untilState(next, main, 'running')
  expect(await ask(main, slots, next)).toBe(`colonnade_replica_${ref} false`)
  await next.start(ref)
  await expect.poll(() => ask(main, slots, next)).toBe(`colonnade_replica_${ref} true`)
})

test('a copy that is given up leaves nothing behind', async () => {
  const ref = testRef()
  const giving = new AbortController()
  const onStep = async (step: string) => void (step === 'initiated' && giving.abort())
  await expect(clusters.replicas.replicate(ref, primary, { compute: 'nano' }, { onStep, signal: giving.signal })).rejects.toMatchObject({
    cause: { name: 'AbortError' },
  })
  expect((await clusters.status(ref)).state).toBe('absent')
  expect(await home.leftovers()).toEqual([])
  expect(await ask(primary, slots)).toBe('none')
})

test('one that waits for its primary is stopped and destroyed at once, and a start that is given up leaves it stopped', async () => {
  const ref = testRef()
  await clusters.replicas.replicate(ref, primary, { compute: 'nano' })
  await clusters.stop(primary)
  const begin = async (signal?: AbortSignal): Promise<unknown> => {
    const start = clusters.start(ref, signal && { signal }).catch((error: unknown) => error)
    await untilState(clusters, ref, 'starting')
    // it has a server that waits, which would do so for minutes
    await expect.poll(() => postmasterPid(home, ref)).toBeDefined()
    return start
  }
  const wish = new AbortController()
  const givenUp = begin(wish.signal)
  await expect.poll(() => postmasterPid(home, ref)).toBeDefined()
  wish.abort(new Error('dropped'))
  expect(await givenUp).toMatchObject({ message: 'dropped' })
  expect(await clusters.status(ref)).toMatchObject({ state: 'stopped' })

  for (const end of ['stop', 'destroy'] as const) {
    const begun = begin()
    await expect.poll(() => postmasterPid(home, ref)).toBeDefined()
    await clusters[end](ref)
    expect(await begun).toMatchObject({ code: 'cluster_start_failed' })
  }
  expect(await clusters.status(ref)).toMatchObject({ state: 'absent' })
  // who is stopped before it is started is started then
  await clusters.start(primary)
  await Promise.all([clusters.stop(primary), clusters.start(primary)])
  await expect.poll(() => ask(primary, slots)).toBe('none')
})

test('what can not be followed is refused, and nothing stays behind', async () => {
  const ref = await replicate()
  const another = testRef()
  const make = (of: string) => clusters.replicas.replicate(another, of, { compute: 'nano' })
  await expect(make(testRef())).rejects.toMatchObject({ code: 'cluster_not_found' })
  await expect(make(ref)).rejects.toMatchObject({ code: 'cluster_is_replica' })
  await clusters.stop(primary)
  await expect(make(primary)).rejects.toMatchObject({ code: 'cluster_not_running' })
  expect((await clusters.status(another)).state).toBe('absent')
  expect(await home.leftovers()).toEqual([])
  await clusters.destroy(ref)
})

test('killed servers, replica or primary, come back and go on streaming', async () => {
  const ref = await replicate()
  for (const victim of [ref, primary]) {
    process.kill(await postmasterPid(home, victim), 'SIGKILL')
    await untilState(clusters, victim, 'crashed')
    await untilState(clusters, victim, 'running')
    await run(sql`insert into kept values (0)`)
  }
  await expect.poll(() => ask(ref, rows).catch(() => null)).toBe('1002')
  await clusters.destroy(ref)
})

const copying = [
  'clusters.replicate.slot.before',
  'clusters.replicate.slot.after',
  'clusters.replicate.copy.after',
  'clusters.replicate.claim.before',
  'clusters.replicate.claim.after',
]

test.each(copying)('a platform killed at %s leaves a primary that works, and a replica that the next life completes', async (failpoint) => {
  await using own = await createTestHome()
  const first = await own.open()
  const [main, ref] = [testRef(), testRef()]
  await first.ensure(main, { compute: 'nano' })
  await first.start(main)
  await first.close({ stopClusters: false })
  await dieAt(own, { ref, operations: 'replicate', failpoint, primary: main })
  const next = await own.open()
  await untilState(next, main, 'running')
  expect(await own.leftovers()).toEqual([])
  const isWhole = failpoint === 'clusters.replicate.claim.after'
  expect((await next.status(ref)).state).toBe(isWhole ? 'stopped' : 'absent')
  // nothing is kept for a replica that is not there
  if (!isWhole) await expect.poll(() => ask(main, slots, next)).toBe('none')
  await next.replicas.replicate(ref, main, { compute: 'nano' })
  await next.start(ref)
  await asRole(next, main, 'postgres', (client) => client.run(sql`create table late ()`))
  await expect.poll(() => ask(ref, sql`to_regclass('public.late') is not null`, next)).toBe('true')
})
