import { logins } from '@colonnade/clusters'
import type { Lint } from '@colonnade/contracts/data/lints'
import type { Notification } from '@colonnade/contracts/installation/notifications'
import { manualClock } from '@colonnade/core'
import { clientConfig, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { lintText } from '../../data/lints/messages.ts'
import { pruneIncidents, settleIncidents } from './incidents.ts'
import { createMonitor } from './monitor.ts'
import type { WatchedProject } from '../projects/store.ts'
import { watchAdvice } from './watch-over.ts'
import { noticeText } from './messages.ts'

const name = `Tom's "main" 50% $1`
const clock = manualClock(Date.UTC(2026, 0, 1))
let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project(name)
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from notifications`)
})

const monitor = () => createMonitor({ ...platform.ctx, clock })
const sample = async (): Promise<void> => {
  clock.advance(60_000)
  await monitor().sampleAll()
}
const run = async (text: string, login: 'owner' | 'administrator' = 'owner') =>
  withClient({ ...(await platform.ctx.clusters.endpoint(ref)), ...logins[login] }, ({ client }) => client.query(text))
/** What a person has been told, newest first. */
const told = async (as: Person = 'developer'): Promise<Pick<Notification, 'priority' | 'data'>[]> => {
  const reply = await platform.ask(as, 'GET', '/platform/notifications', undefined, { version: '2' })
  return (reply.json as { items: Notification[] }).items.map(({ priority, data }) => ({ priority, data }))
}
const titles = async (as: Person = 'developer') => (await told(as)).map(({ data }) => data.title)

describe('connections', () => {
  const occupy = async (count: number) => {
    const target = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins.owner }
    // the slot of whoever has just left is free a moment later
    const open = async (): Promise<pg.Client> => {
      const client = new pg.Client(clientConfig(target))
      client.on('error', () => {})
      return client.connect().then(() => client, open)
    }
    const clients = await Promise.all(Array.from({ length: count }, open))
    return { [Symbol.asyncDispose]: async () => void (await Promise.all(clients.map((client) => client.end()))) }
  }
  const left = (count: number) =>
    expect
      .poll(async () => (await run(`select count(*)::int as left from pg_stat_activity where usename = 'postgres'`, 'administrator')).rows)
      .toEqual([{ left: count }])

  test('that are almost all in use at two samples are told once, and again when it happens again', async () => {
    await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`, 'administrator')
    await left(0)
    {
      await using _most = await occupy(36)
      await sample()
      expect(await titles()).toEqual([])
      await sample()
      await sample()
      expect(await told()).toEqual([
        {
          priority: 'Warning',
          data: {
            title: `${name} is running out of connections`,
            message: '36 of 40 connections are in use. Close idle ones, or choose a larger compute size.',
            project_ref: ref,
            org_slug: 'acme',
            actions: [{ label: 'Open project', action_type: 'open_project' }],
          },
        },
      ])
    }
    {
      // fewer, and still no reason to say that it is over
      await using _many = await occupy(33)
      await left(33)
      await sample()
    }
    {
      await using _most = await occupy(36)
      await sample()
      await sample()
      expect(await titles()).toHaveLength(1)
    }
    await left(0)
    await sample()
    await using _most = await occupy(36)
    await sample()
    await sample()
    expect(await titles()).toHaveLength(2)
    expect(await titles('outsider')).toEqual([])
  })
})

describe('archiving', () => {
  const archiveBy = (command: string) =>
    run(`alter system set archive_command = '${command}'`, 'administrator')
      .then(() => run('select pg_reload_conf()', 'administrator'))
      .then(() => run(`select pg_logical_emit_message(true, 'test', 'something'); select pg_switch_wal()`, 'administrator'))

  test('that fails is critical and told once, and so is that it works again', async () => {
    await archiveBy('exit 1')
    const sampledTitles = async () => {
      await sample()
      return titles()
    }
    await expect.poll(sampledTitles).toEqual([`WAL archiving for ${name} is failing`])
    await sample()
    expect(await told()).toMatchObject([
      {
        priority: 'Critical',
        data: { message: expect.stringMatching(/^The last attempt failed; (nothing has been|the last segment was) archived/) },
      },
    ])
    await archiveBy('true')
    await expect.poll(sampledTitles).toEqual([`WAL archiving for ${name} works again`, `WAL archiving for ${name} is failing`])
    await sample()
    expect((await told()).map(({ priority }) => priority)).toEqual(['Info', 'Critical'])
  })

  test('of which a server has forgotten all is neither failing nor well', async () => {
    await archiveBy('exit 1')
    await expect
      .poll(async () => {
        await sample()
        return titles()
      })
      .toHaveLength(1)
    // no attempt is made any more, and none is known
    await run(`alter system set archive_command = ''`, 'administrator')
    await run(`select pg_reload_conf()`, 'administrator')
    await expect
      .poll(async () => {
        await run(`select pg_stat_reset_shared('archiver')`, 'administrator')
        return (await run('select last_failed_time from pg_stat_archiver', 'administrator')).rows
      })
      .toEqual([{ last_failed_time: null }])
    await sample()
    expect(await titles()).toEqual([`WAL archiving for ${name} is failing`])
    await archiveBy('true')
    await expect
      .poll(async () => {
        await sample()
        return titles()
      })
      .toHaveLength(2)
  })
})

describe('advice', () => {
  const advise = () => monitor().adviseAll()

  test('that is grave and new is told once, by whomever it is found', async () => {
    await advise()
    expect(await titles()).toEqual([])
    await run('create table public.open (id int primary key); create table public.quiet (id int); alter table quiet enable row level security')
    await Promise.all([advise(), advise(), advise(), advise()])
    expect(await told()).toEqual([
      {
        priority: 'Warning',
        data: {
          title: `1 new security finding in ${name}`,
          message: lintText.rlsDisabled.detail('public.open'),
          project_ref: ref,
          org_slug: 'acme',
          actions: [{ label: 'Open advisors', action_type: 'open_advice' }],
        },
      },
    ])
    for (const person of ['owner', 'administrator', 'read-only'] as const) expect(await titles(person)).toHaveLength(1)
    expect(await titles('outsider')).toEqual([])
    await advise()
    expect(await titles()).toHaveLength(1)
  })

  test('is told again only when it went away and came back', async () => {
    await run('alter table open enable row level security')
    await advise()
    expect(await titles()).toEqual([])
    await run('alter table open disable row level security')
    await advise()
    expect(await titles()).toEqual([`1 new security finding in ${name}`])
  })

  test('of several things is one notification with their number', async () => {
    await run(
      'create table a (id int primary key); create table b (id int primary key); create table c (id int primary key); create table d (id int primary key)',
    )
    await advise()
    const [first] = await told()
    expect(first!.data.title).toBe(`4 new security findings in ${name}`)
    expect(first!.data.message).toMatch(/public\.a .*public\.b .*public\.c .*And 1 more\.$/)
  })

  test('of a branch is what its project does not have', async () => {
    const lint = (key: string) => ({ level: 'ERROR', cache_key: key, detail: `${key}.` }) as Lint
    const { database } = platform.ctx
    const organization = await database.first<{ id: string }>(sql`select organization_id as id from projects where ref = ${ref}`)
    const branch = await platform.project('branch')
    const watched: WatchedProject = {
      ref: branch,
      name: 'branch',
      organization_id: organization!.id,
      age: 0,
      has_pitr: false,
      is_run_here: true,
      origins: [ref],
    }
    await database.run(sql`delete from notifications`)
    const inherited = await database.rows<{ key: string }>(
      sql`select key from project_incidents where ref = ${ref} and kind = 'advice' and closed_at is null`,
    )
    expect(inherited.length).toBeGreaterThan(0)
    const lints = inherited.map(({ key }) => lint(key))
    await watchAdvice(database, watched, lints)
    expect(await titles()).toEqual([])
    await watchAdvice(database, watched, [...lints, lint('own')])
    expect((await told()).map(({ data }) => [data.title, data.message])).toEqual([['1 new security finding in branch', 'own.']])
    await watchAdvice(database, watched, [])
    await platform.ask('owner', 'DELETE', `/platform/projects/${branch}`)
    await platform.ctx.parts.reconciler.idle(branch)
  })

  test('that nobody could be told of is told the next time', async () => {
    const { database } = platform.ctx
    const project: WatchedProject = {
      ref,
      name,
      organization_id: '00000000-0000-4000-8000-000000000000',
      age: 0,
      has_pitr: false,
      is_run_here: true,
      origins: [],
    }
    await run('drop table open, a, b, c, d')
    await advise()
    const found = { ref, kind: 'advice', keys: ['x'] } as const
    const killed = settleIncidents(database, found, () => Promise.reject(new Error('killed')))
    await expect(killed).rejects.toMatchObject({ code: 'internal' })
    const changes: unknown[] = []
    await settleIncidents(database, found, async (_tx, change) => void changes.push(change))
    await settleIncidents(database, found, async (_tx, change) => void changes.push(change))
    await watchAdvice(database, project, [])
    expect(changes).toEqual([{ opened: ['x'], closed: [] }])
    expect(await titles()).toEqual([])
  })
})

describe('the disk', () => {
  test('that is almost full is told to the owner of the installation, once', async () => {
    let free = 9 * 1024 ** 3
    const { clusters: fleet } = platform.ctx
    const clusters = { ...fleet, machine: { ...fleet.machine, volume: async () => ({ free, total: 100 * 1024 ** 3 }) } }
    const watching = createMonitor({ ...platform.ctx, clock, clusters })
    for (let round = 0; round < 2; round += 1) await watching.sampleAll()
    expect(await told('owner')).toEqual([
      {
        priority: 'Warning',
        data: {
          title: noticeText.disk.title,
          message: noticeText.disk.message('9.00 GB of 100 GB free (9.0%)'),
          project_ref: null,
          org_slug: null,
          actions: [],
        },
      },
    ])
    expect(await titles('administrator')).toEqual([])
    free = 50e9
    await watching.sampleAll()
    free = 1e9
    await watching.sampleAll()
    expect(await titles('owner')).toHaveLength(2)
  })
})

test('what was over long ago is forgotten, and what is still wrong is not', async () => {
  const { database } = platform.ctx
  await database.run(sql`
    insert into project_incidents (ref, kind, key, closed_at) values (${ref}, 'advice', 'open', null), (${ref}, 'advice', 'lately', now() - interval '29 days'),
      (${ref}, 'advice', 'long ago', now() - interval '31 days')`)
  await pruneIncidents(platform.ctx)
  const keys = await database.rows<{ key: string }>(
    sql`select key from project_incidents where ref = ${ref} and key in ('open', 'lately', 'long ago')`,
  )
  expect(keys.map(({ key }) => key).toSorted()).toEqual(['lately', 'open'])
})
