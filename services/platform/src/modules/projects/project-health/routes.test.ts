import { execFileSync } from 'node:child_process'
import { logins } from '@colonnade/clusters'
import type { ActivitySample, ServiceHealth } from '@colonnade/contracts/projects/project-health'
import { manualClock } from '@colonnade/core'
import { clientConfig, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { createMonitor } from './monitor.ts'
import { listSamples } from './service.ts'
import { healthText } from './messages.ts'

let platform: TestPlatform
let ref: string
let other: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Main')
  other = await platform.project('Other')
})
afterAll(() => platform[Symbol.asyncDispose]())

const asAdministrator = async <T>(work: Parameters<typeof withClient<T>>[1], which = ref): Promise<T> =>
  withClient({ ...(await platform.ctx.clusters.endpoint(which)), ...logins.administrator }, work)
const health = async (): Promise<Partial<Record<ServiceHealth['id'], ServiceHealth>>> => {
  const reply = await platform.ask('read-only', 'GET', `/platform/projects/${ref}/health`)
  expect(reply.status).toBe(200)
  return Object.fromEntries((reply.json as ServiceHealth[]).map((each) => [each.id, each]))
}
const post = async (action: string) => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/${action}`)
  await platform.ctx.parts.reconciler.idle(ref)
}
/** The server's first process. */
const postmaster = (which = ref): Promise<number> =>
  asAdministrator(async (client) => {
    const row = await client.first<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(row!.pid)], { encoding: 'utf8' }))
  }, which)
/** Connections of one login, until they are closed. */
const occupy = async (login: 'owner' | 'administrator', count: number) => {
  const target = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins[login] }
  // the slot of whoever has just left is free a moment later
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client(clientConfig(target))
    client.on('error', () => {})
    return client.connect().then(() => client, open)
  }
  const clients = await Promise.all(Array.from({ length: count }, open))
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(clients.map((client) => client.end()))) }
}
/** Nobody but us is connected, so that counts are exact. */
const alone = () =>
  expect
    .poll(() => asAdministrator((client) => client.first(sql`select count(*)::int as left from pg_stat_activity where usename = 'postgres'`)))
    .toEqual({ left: 0 })
const endOthers = async (): Promise<void> => {
  await asAdministrator((client) => client.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`))
  await alone()
}

const at = (end: string) => () => `/platform/projects/${ref}/${end}`
const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger is told nothing', as: null, method: 'GET', path: at('health'), expect: 401, code: 'unauthorized' },
  { promise: 'for others it is not there', as: 'outsider', method: 'GET', path: at('health'), expect: 404, code: 'project_not_found' },
  { promise: 'samples of no time are none', as: 'owner', method: 'GET', path: at('activity/samples?minutes=0'), expect: 400, code: 'invalid_input' },
  {
    promise: 'older than a day there are none',
    as: 'owner',
    method: 'GET',
    path: at('activity/samples?minutes=1441'),
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'an hour is what is not asked for',
    as: 'read-only',
    method: 'GET',
    path: at('activity/samples'),
    expect: 200,
    check: (reply) => expect(reply).toEqual([]),
  },
]

describe('health', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('of a running project is that of each service', async () => {
    await endOthers()
    expect(await health()).toEqual({
      database: { id: 'database', status: 'HEALTHY', message: expect.stringMatching(/^Answered in \d+ ms$/) },
      connections: { id: 'connections', status: 'HEALTHY', message: '0 of 40 connections in use' },
      disk: { id: 'disk', status: expect.any(String), message: expect.stringMatching(/^[\d.]+ [kMGTP]?B of [\d.]+ [MGTP]B free \([\d.]+%\)$/) },
    })
  })

  test('tells how short connections are', async () => {
    await endOthers()
    await using _most = await occupy('owner', 32)
    expect((await health()).connections).toMatchObject({ status: 'WARNING', message: '32 of 40 connections in use' })
    await using _rest = await occupy('owner', 5)
    expect((await health()).connections).toMatchObject({ status: 'UNHEALTHY', message: expect.stringMatching(/^No free connections: 37 of 40/) })
    await using _reserved = await occupy('administrator', 3)
    expect(await health()).toMatchObject({
      database: { status: 'UNHEALTHY', message: healthText.noneForHealth },
      connections: { status: 'UNHEALTHY', message: 'All 40 connections are in use' },
    })
  })

  test('tells whether WAL can be archived', async () => {
    const archiveBy = (command: string) =>
      asAdministrator(async ({ client }) => {
        await client.query(`alter system set archive_command = '${command}'`)
        await client.query(`select pg_reload_conf()`)
      })
    /** Each time with something to archive: what the archiver does before it hears of its command is done by the one of before. */
    const archiving = async () => {
      await asAdministrator(({ client }) =>
        client.query(`select pg_logical_emit_message(true, 'test', 'something to archive'); select pg_switch_wal()`),
      )
      return (await health()).archiving
    }
    await archiveBy('exit 1')
    await expect.poll(archiving).toMatchObject({
      status: 'WARNING',
      message: expect.stringMatching(/^The last attempt failed \d+ seconds? ago; /),
    })
    await archiveBy('true')
    await expect.poll(archiving).toMatchObject({
      status: 'HEALTHY',
      message: expect.stringMatching(/^Last WAL archived \d+ seconds? ago$/),
    })
    await archiveBy('exit 0')
    await expect.poll(archiving).toBeUndefined()
  })

  test('of a server that says nothing is told in time', async () => {
    const pid = await postmaster()
    process.kill(pid, 'SIGSTOP')
    try {
      expect((await health()).database).toMatchObject({ status: 'UNHEALTHY', message: 'The database server didn’t respond within 2 seconds' })
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect((await health()).database).toMatchObject({ status: 'HEALTHY' })
  })

  test('of a killed server is told, and that it came back', async () => {
    const pid = await postmaster()
    process.kill(pid, 'SIGKILL')
    await health()
    await expect.poll(async () => (await health()).database?.status).toBe('HEALTHY')
    await platform.ctx.parts.reconciler.idle(ref)
  })

  test('of a project in any other state says which', async () => {
    await post('pause')
    expect(await health()).toMatchObject({
      database: { status: 'NOT_RUNNING', message: healthText.paused },
      connections: { status: 'NOT_RUNNING', message: healthText.noConnections },
      disk: {},
    })
    await platform.ctx.database.run(sql`update projects set status = 'COMING_UP' where ref = ${ref}`)
    expect(await health()).toMatchObject({ database: { status: 'COMING_UP' }, connections: { status: 'COMING_UP' } })
    await platform.ctx.database.run(sql`update projects set status = 'UNHEALTHY', problem = '{"message": "It broke.", "log": []}' where ref = ${ref}`)
    expect((await health()).database).toEqual({ id: 'database', status: 'UNHEALTHY', message: 'It broke' })
    await post('restore')
    expect((await health()).database).toMatchObject({ status: 'HEALTHY' })
  })
})

describe('samples', () => {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const monitor = () => createMonitor({ ...platform.ctx, clock })
  const samples = (minutes = 60): Promise<ActivitySample[]> =>
    listSamples(
      { ...platform.ctx, clock },
      { ref, organizationId: '', slug: '', role: 'owner', roleName: 'Owner', permissions: [], name: '', isLocked: false },
      { minutes },
    )
  /** A minute passes, and a sample is taken. */
  const sample = async (): Promise<ActivitySample> => {
    clock.advance(60_000)
    await monitor().sampleAll()
    return (await samples()).at(-1)!
  }
  const transactions = (count: number) =>
    asAdministrator(async ({ client }) => {
      for (let each = 0; each < count; each += 1) await client.query('select count(*) from pg_class')
    })

  test('tell what happened since the one before, and of the platform’s own reading nothing', async () => {
    await endOthers()
    const first = await sample()
    expect(first).toEqual({
      at: '2026-01-01T00:01:00.000Z',
      connections: 0,
      max_connections: 40,
      active_queries: 0,
      transactions_per_second: null,
      cache_hit_ratio: null,
      database_bytes: expect.any(Number),
    })
    const busy = await (async () => {
      await transactions(600)
      return sample()
    })()
    expect(busy.transactions_per_second).toBeGreaterThanOrEqual(10)
    expect(busy.cache_hit_ratio).toBeGreaterThan(0.5)
    expect(busy.cache_hit_ratio).toBeLessThanOrEqual(1)
    expect(await sample()).toMatchObject({ transactions_per_second: 0, cache_hit_ratio: null })
  })

  test('count connections and running statements of people', async () => {
    await using _idle = await occupy('owner', 2)
    const target = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins.owner }
    await withClient(target, async ({ client }) => {
      const running = client.query('select pg_sleep(60)').catch(() => {})
      await expect.poll(async () => (await sample()).active_queries).toBe(1)
      expect((await samples()).at(-1)).toMatchObject({ connections: 3 })
      const activity = await platform.ask('owner', 'GET', `/platform/projects/${ref}/activity`)
      expect(activity.json).toMatchObject({ active_connections: 3, active_queries: 1 })
      await endOthers()
      await running
    }).catch(() => {})
  })

  test('begin anew when statistics do, and no rate is negative', async () => {
    await sample()
    await asAdministrator((client) => client.run(sql`select pg_stat_reset()`))
    expect(await sample()).toMatchObject({ transactions_per_second: null, cache_hit_ratio: null })
    await transactions(60)
    expect((await sample()).transactions_per_second).toBeGreaterThanOrEqual(1)
    const lost = Promise.withResolvers<void>()
    const unwatch = platform.ctx.clusters.watch(({ ref: which, state }) => which === ref && state === 'running' && lost.resolve())
    process.kill(await postmaster(), 'SIGKILL')
    await lost.promise
    unwatch()
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await sample()).toMatchObject({ transactions_per_second: null, cache_hit_ratio: null })
  })

  test('of the minutes asked for come oldest first, the first of them with its rate', async () => {
    await sample()
    await sample()
    const last = await samples(1)
    expect(last.map((each) => Date.parse(each.at))).toEqual([clock.now() - 60_000, clock.now()])
    expect(last.every((each) => each.transactions_per_second !== null)).toBe(true)
  })

  test('of a server that hangs are none, and hold up nobody else', async () => {
    const pid = await postmaster(other)
    const before = (await samples()).length
    process.kill(pid, 'SIGSTOP')
    try {
      // the server hangs until this is over
      await sample()
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect(await samples()).toHaveLength(before + 1)
  })

  test('are none while the project is paused', async () => {
    await post('pause')
    const before = await samples()
    await monitor().sampleAll()
    expect(await samples()).toEqual(before)
    await post('restore')
  })

  test('are kept for a day', async () => {
    await sample()
    clock.advance(24 * 60 * 60_000)
    await sample()
    const kept = await platform.ctx.database.rows(sql`select from project_samples where ref = ${ref}`)
    expect(kept).toHaveLength(1)
  })

  test('begin when a project becomes active, and end with the monitor', async () => {
    const count = async (which: string) => (await platform.ctx.database.rows(sql`select from project_samples where ref = ${which}`)).length
    const watching = monitor()
    watching.start()
    const made = await platform.project('Watched')
    await expect.poll(() => count(made)).toBe(1)
    await watching.close()
    await platform.ask('owner', 'POST', `/platform/projects/${made}/restart`)
    await platform.ctx.parts.reconciler.idle(made)
    expect(await count(made)).toBe(1)
  })
})
