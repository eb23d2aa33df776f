import { createServer } from 'node:net'
import { mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedClusters } from '../capabilities.ts'
import { asRole, createTestHome, makesDisks, postmasterPid, type TestHome, testRef, untilState } from './fixtures.ts'
import { isAlive } from './process/processes.ts'
import { run } from './process/run.ts'

const canMount = await makesDisks()

let home: TestHome
let clusters: EmbeddedClusters

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ patience: { firstRestartMs: 1, maxRestartMs: 5 } })
})
afterAll(() => home[Symbol.asyncDispose]())

async function running(on = clusters): Promise<string> {
  const ref = testRef()
  await on.ensure(ref, { compute: 'nano' })
  await on.start(ref)
  return ref
}

test('a killed server comes back by itself, with its data, although its children outlive it for a moment', async () => {
  const ref = await running()
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table kept ()`))
  // holds on to the server's shared memory until somebody ends it
  const busy = asRole(clusters, ref, 'postgres', (client) => client.run(sql`do $$ begin loop perform 1; end loop; end $$`)).catch(() => 'ended')
  const pid = await postmasterPid(home, ref)
  const crashed = untilState(clusters, ref, 'crashed')
  process.kill(pid, 'SIGKILL')
  expect((await crashed).problem?.message).toMatch(/SIGKILL/)
  await untilState(clusters, ref, 'running')
  expect(await postmasterPid(home, ref)).not.toBe(pid)
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(sql`select to_regclass('kept') is not null as kept`))).toEqual({
    kept: true,
  })
  expect(await busy).toBe('ended')
  await clusters.destroy(ref)
})

test('one of whose sessions is killed is started anew by us, however often that happens to one that comes up', async () => {
  await using other = await createTestHome()
  const on = await other.open({ patience: { firstRestartMs: 1, steadyMs: 0 } })
  const ref = await running(on)
  for (let kills = 0; kills < 8; kills += 1) {
    const before = await postmasterPid(other, ref)
    const crashed = untilState(on, ref, 'crashed')
    const session = asRole(on, ref, 'postgres', async (client) => {
      process.kill((await client.first<{ pid: number }>(sql`select pg_backend_pid() as pid`))!.pid, 'SIGKILL')
      await client.run(sql`select pg_sleep(60)`)
    })
    await expect(session).rejects.toMatchObject({ code: 'connection_lost' })
    await crashed
    await untilState(on, ref, 'running')
    expect(await postmasterPid(other, ref)).not.toBe(before)
  }
})

test('one that crashes again and again is given up, with its log, until it is started anew', async () => {
  const ref = await running()
  const { data } = home.paths.cluster(ref)
  await rename(join(data, 'PG_VERSION'), join(data, 'hidden'))
  process.kill(await postmasterPid(home, ref), 'SIGKILL')
  const { problem } = await untilState(clusters, ref, 'failed')
  expect(problem?.message).toMatch(/6 times/)
  expect(problem?.log.join('\n')).toMatch(/not a valid data directory/)
  expect(problem?.log.length).toBeLessThanOrEqual(20)
  await expect(clusters.start(ref)).rejects.toMatchObject({ code: 'cluster_start_failed', details: { ref, log: expect.any(Array) as string[] } })
  await rename(join(data, 'hidden'), join(data, 'PG_VERSION'))
  await clusters.start(ref)
  expect(await clusters.status(ref)).toMatchObject({ state: 'running', problem: null })
  await clusters.destroy(ref)
})

test('one whose folder is gone says so, and comes up where it is put back', async () => {
  const ref = await running()
  const { folder } = home.paths.cluster(ref)
  const pid = await postmasterPid(home, ref)
  await rename(folder, `${folder}-elsewhere`)
  process.kill(pid, 'SIGKILL')
  const { problem } = await untilState(clusters, ref, 'failed')
  expect(problem?.message).toContain(`Its data folder is missing: clusters/${ref}/data`)
  await expect(clusters.start(ref)).rejects.toMatchObject({
    code: 'cluster_start_failed',
    message: expect.stringContaining('is missing') as string,
  })
  await rename(`${folder}-elsewhere`, folder)
  await clusters.start(ref)
  await clusters.destroy(ref)
})

test.runIf(canMount)('one whose disk is as good as full is not given up, however often it crashes', async () => {
  const ref = await running()
  await asRole(clusters, ref, 'postgres', (client) => client.run(sql`create table kept (id int, text text)`))
  await clusters.stop(ref)
  const { data } = home.paths.cluster(ref)
  const { uid } = await stat(data)
  await rename(data, `${data}-before`)
  await mkdir(data)
  await run('mount', ['-t', 'tmpfs', '-o', `size=64m,mode=700,uid=${uid}`, 'tmpfs', data])
  try {
    await run('cp', ['-a', `${data}-before/.`, data])
    await clusters.start(ref)
    await asRole(clusters, ref, 'postgres', (client) => client.run(sql`insert into kept select n, repeat('x', 1000) from generate_series(1, 1000) n`))
    // for what a server needs to come up, there is hardly any room
    const { bavail, bsize } = await statfs(data)
    await writeFile(join(data, 'filler'), Buffer.alloc(bavail * bsize - 12_000_000))
    for (let crashes = 0; crashes < 8; crashes += 1) {
      const crashed = untilState(clusters, ref, 'crashed')
      process.kill(await postmasterPid(home, ref), 'SIGKILL')
      expect((await crashed).problem?.message).toBe('The disk is full')
      await untilState(clusters, ref, 'running')
    }
    await rm(join(data, 'filler'))
    const found = await asRole(clusters, ref, 'postgres', (client) => client.first<{ count: number }>(sql`select count(*)::int as count from kept`))
    expect(found).toEqual({ count: 1_000 })
  } finally {
    await clusters.stop(ref)
    await run('umount', [data])
  }
  await clusters.destroy(ref)
})

test('a cluster stopped or destroyed while it is being restarted stays so', async () => {
  const ref = await running()
  const crashed = untilState(clusters, ref, 'crashed')
  process.kill(await postmasterPid(home, ref), 'SIGKILL')
  await crashed
  await clusters.stop(ref)
  expect((await clusters.status(ref)).state).toBe('stopped')
  await clusters.destroy(ref)
  expect((await home.processes()).filter((line) => line.includes(ref))).toEqual([])
})

test('running clusters survive the platform and are taken over, and watched like our own', async () => {
  await using other = await createTestHome()
  const first = await other.open()
  const ref = await running(first)
  const pid = await postmasterPid(other, ref)
  await first.close({ stopClusters: false })
  const second = await other.open({ patience: { firstRestartMs: 1 } })
  await untilState(second, ref, 'running')
  expect(await postmasterPid(other, ref)).toBe(pid)
  await second.start(ref)
  expect(await postmasterPid(other, ref)).toBe(pid)
  const crashed = untilState(second, ref, 'crashed')
  process.kill(pid, 'SIGKILL')
  await crashed
  await untilState(second, ref, 'running')
  await second.close({ stopClusters: false })

  const third = await other.open()
  await third.start(ref)
  await third.stop(ref)
  expect((await third.status(ref)).state).toBe('stopped')
  expect(await other.processes()).toEqual([])
})

test('closing with the clusters stops all of them cleanly; they are there, stopped, the next time', async () => {
  await using other = await createTestHome()
  const first = await other.open()
  const refs = await Promise.all([running(first), running(first)])
  await first.close({ stopClusters: true })
  expect(await other.processes()).toEqual([])
  const second = await other.open()
  expect(await second.machine.list()).toEqual([...refs].sort())
  for (const ref of refs) expect((await second.status(ref)).state).toBe('stopped')
})

test('a server that does not stop is ended by force', async () => {
  await using other = await createTestHome()
  const impatient = await other.open({ patience: { stopMs: 50, immediateStopMs: 50 } })
  const ref = await running(impatient)
  const pid = await postmasterPid(other, ref)
  process.kill(pid, 'SIGSTOP')
  await impatient.stop(ref)
  expect(isAlive(pid)).toBe(false)
  expect(await other.processes()).toEqual([])
  await impatient.start(ref)
  await impatient.destroy(ref)
})

test('when its port is taken a cluster moves to another, and stays there', async () => {
  const ref = await running()
  const before = (await clusters.status(ref)).address!
  await clusters.stop(ref)
  const squatter = createServer().listen(before.port, before.host)
  await new Promise((resolve) => squatter.once('listening', resolve))
  await clusters.start(ref)
  const after = (await clusters.status(ref)).address!
  expect(after.port).not.toBe(before.port)
  expect(await asRole(clusters, ref, 'postgres', (client) => client.first(sql`select current_setting('port') as port`))).toEqual({
    port: String(after.port),
  })
  squatter.close()
  await clusters.machine.restart(ref)
  expect((await clusters.status(ref)).address).toEqual(after)
  await clusters.destroy(ref)
})
