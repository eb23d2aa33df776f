import { addDays, dayOf, lastBillingPeriod } from '@colonnade/contracts/billing/billing-periods'
import type { DailyUsage, UsageReport } from '@colonnade/contracts/organizations/usage'
import { manualClock } from '@colonnade/core'
import { targetOf } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { collectActiveUsers } from './collecting/active-users.ts'
import { collectCounters, collectUsage } from './collecting/collect.ts'
import { daysAskedFor } from './service.ts'

const hourMs = 3_600_000
// the middle of an hour, that journals of the database's own clock are before
const clock = manualClock(Math.ceil(Date.now() / hourMs) * hourMs + hourMs / 2)
const opened = clock.now()
const served = new Map<string, number>()
let poolerSince = new Date(opened)
const poolerCounts = { clients: 0, sessions: 0, servers: 0, waiting: 0, served: 0, waitedMs: 0, refused: 0, bytesFromClients: 0 }

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({
    clock,
    pooler: () => ({
      host: '127.0.0.1',
      sessionPort: 5432,
      transactionPort: 6543,
      statistics: (of) => ({ ...poolerCounts, since: poolerSince, bytesToClients: served.get(of) ?? 0 }),
      served: () => [...served.keys()],
      evict: () => {},
      dedicated: { host: null, open: () => Promise.reject(new Error('not asked')), close: () => Promise.resolve() },
      domains: { serve: () => [] },
      issueCertificate: null,
      certificate: '',
    }),
  })
  ref = await platform.project('Measured')
  await platform.ctx.database.run(sql`
    insert into project_samples (ref, at, connections, max_connections, active_queries, commits, rollbacks, blocks_hit, blocks_read, counting_since, database_bytes)
    values (${ref}, ${new Date(opened)}, 7, 40, 0, 1, 0, 1, 0, '-', 12000000), (${ref}, ${new Date(opened + 60_000)}, 3, 40, 0, 1, 0, 1, 0, '-', 12000000)`)
})
afterAll(() => platform[Symbol.asyncDispose]())

const usage = async (query = '', as: Person = 'read-only') => {
  const reply = await platform.ask(as, 'GET', `/platform/organizations/acme/usage${query}`)
  expect(reply).toMatchObject({ status: 200 })
  return reply.json as UsageReport
}
const used = async (metric: string, query = ''): Promise<number> => (await usage(query)).usages.find((item) => item.metric === metric)!.usage
const daily = async (metric: string, query = '') =>
  (await platform.ask('read-only', 'GET', `/platform/organizations/acme/usage/daily?metric=${metric}${query}`)).json as DailyUsage
const collect = () => collectUsage(platform.ctx)
const today = dayOf(new Date(opened))
const ofToday = `?start=${today}&end=${today}`

describe('counters', () => {
  test('what is read twice is counted once, and a program that starts again at zero takes nothing away', async () => {
    served.set(ref, 1_000)
    await collect()
    await collect()
    expect(await used('egress', ofToday)).toBe(1_000)
    clock.advance(1_000)
    served.set(ref, 1_500)
    await collectCounters(platform.ctx)
    expect(await used('egress', ofToday)).toBe(1_500)
    clock.advance(1_000)
    poolerSince = clock.date()
    served.set(ref, 200)
    await collectCounters(platform.ctx)
    expect(await used('egress', ofToday)).toBe(1_700)
    // in the new run it has come further than in the one before
    clock.advance(1_000)
    served.set(ref, 5_000)
    await collectCounters(platform.ctx)
    await collectCounters(platform.ctx)
    expect(await used('egress', ofToday)).toBe(6_500)
  })

  test('two who read at once count once', async () => {
    clock.advance(1_000)
    served.set(ref, 6_000)
    await Promise.all([collectCounters(platform.ctx), collectCounters(platform.ctx), collectCounters(platform.ctx)])
    expect(await used('egress', ofToday)).toBe(7_500)
  })

  test('calls about a project are counted, and those that run SQL', async () => {
    await collectCounters(platform.ctx)
    const [calls, runs] = [await used('api_calls', ofToday), await used('sql_runs', ofToday)]
    await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1' })
    await platform.ask('owner', 'GET', `/platform/projects/${ref}`)
    await platform.ask('outsider', 'GET', `/platform/projects/${ref}`)
    clock.advance(1_000)
    await collectCounters(platform.ctx)
    expect(await used('api_calls', ofToday)).toBe(calls + 2)
    expect(await used('sql_runs', ofToday)).toBe(runs + 1)
  })
})

/** Users who are active in the month that it is for the platform, or in one before. */
const addActiveUsers = async (users: number, monthsAgo = 0): Promise<void> =>
  withClient(targetOf(await platform.ctx.clusters.endpoint(ref), 'administrator'), async (server) => {
    await server.run(sql`
      insert into _colonnade.auth_active_users
      select date_trunc('month', ${clock.date()}::timestamptz at time zone 'UTC') - make_interval(months => ${monthsAgo}), gen_random_uuid()
      from generate_series(1, ${users})`)
  })

test('users are counted once a month, and those of the last month count for that', async () => {
  const count = async (): Promise<void> => {
    clock.advance(1_000)
    await Promise.all([collectActiveUsers(platform.ctx, ref), collectActiveUsers(platform.ctx, ref)])
  }
  const last = lastBillingPeriod(clock.date())
  const ofLastMonth = `?start=${last.end}&end=${last.end}`
  await addActiveUsers(3)
  await addActiveUsers(4, 1)
  await count()
  await count()
  expect(await used('monthly_active_users')).toBe(3)
  expect(await used('monthly_active_users', ofLastMonth)).toBe(4)
  await addActiveUsers(2)
  await count()
  expect(await used('monthly_active_users')).toBe(5)
  expect(await used('monthly_active_users', ofLastMonth)).toBe(4)
})

test('what storage sends is counted, and each image that it renders once a month, whatever fails in between', async () => {
  const { fileCounts } = platform.ctx.parts
  const [one, other] = [randomUUID(), randomUUID()]
  const collectAgain = async (): Promise<void> => {
    clock.advance(1_000)
    await collectCounters(platform.ctx)
  }
  fileCounts.addSent(ref, 700)
  fileCounts.addSent(ref, 77)
  fileCounts.addTransformed(ref, one)
  fileCounts.addTransformed(ref, one)
  await expect(fileCounts.takeTransformed(() => Promise.reject(new Error('the database is away')))).rejects.toThrow('away')
  await collectAgain()
  fileCounts.addTransformed(ref, one)
  await collectAgain()
  expect([await used('storage_egress'), await used('image_transformations')]).toEqual([777, 1])
  fileCounts.addTransformed(ref, other)
  await collectAgain()
  expect([await used('storage_egress'), await used('image_transformations')]).toEqual([777, 2])
})

test('messages of realtime are counted, and of its clients the most at once on each day, whatever fails in between', async () => {
  const { realtimeCounts } = platform.ctx.parts
  const collectAgain = async (ms = 1_000): Promise<void> => {
    clock.advance(ms)
    await collectCounters(platform.ctx)
  }
  realtimeCounts.addMessages(ref, 30)
  for (const connections of [5, 9, 4]) realtimeCounts.setConnections(ref, connections)
  await expect(realtimeCounts.takePeaks(() => Promise.reject(new Error('the database is away')))).rejects.toThrow('away')
  await collectAgain()
  realtimeCounts.addMessages(ref, 3)
  realtimeCounts.setConnections(ref, 7)
  await collectAgain()
  expect([await used('realtime_message_count'), await used('realtime_peak_connections', ofToday)]).toEqual([33, 9])
  // one event a day, as long as there are no more
  const events = sql`select quantity::int as quantity from usage_events where source_ref = ${ref} and metric = 'realtime_peak_connections'`
  expect(await platform.ctx.database.rows(events)).toEqual([{ quantity: 9 }])
  realtimeCounts.setConnections(ref, 11)
  await collectAgain()
  expect(await used('realtime_peak_connections', ofToday)).toBe(11)
  realtimeCounts.setConnections(ref, 0)
})

describe('hours', () => {
  test('sizes are measured once an hour, and an hour that is over tells its peak and how long the server was active', async () => {
    const sizes = await platform.ctx.database.rows(sql`
      select metric, quantity from usage_events where source_ref = ${ref} and metric like '%size' order by metric`)
    expect(sizes).toMatchObject([
      { metric: 'backup_size' },
      { metric: 'database_size', quantity: 12_000_000 },
      { metric: 'disk_size' },
      { metric: 'storage_size', quantity: 0 },
    ])
    expect(await used('connections', ofToday)).toBe(0)
    // looked at every few minutes until the hour is over
    for (let minutes = 0; minutes < 35; minutes += 5) {
      clock.advance(5 * 60_000)
      await collect()
    }
    expect(await used('connections', ofToday)).toBe(7)
    const hours = await used('compute_hours', ofToday)
    expect(hours).toBeGreaterThan(0.45)
    expect(hours).toBeLessThanOrEqual(0.5)
    expect((await usage(ofToday)).measured_until).toBe(new Date(opened + hourMs / 2).toISOString())
  })

  test('while nobody looked sizes stayed what they were, and nobody says that servers ran', async () => {
    const before = await used('compute_hours', `?start=${today}&end=${addDays(today, 3)}`)
    clock.advance(30 * hourMs)
    await collect()
    await collect()
    const rows = await platform.ctx.database.rows<{ hours: number; bytes: number }>(sql`
      select count(*)::int as hours, min(quantity)::float8 as bytes from usage_events where source_ref = ${ref} and metric = 'database_size'`)
    expect(rows).toEqual([{ hours: 32, bytes: 12_000_000 }])
    expect(await used('compute_hours', `?start=${today}&end=${addDays(today, 3)}`)).toBeCloseTo(before + 5 / 60, 1)
    const sums = await platform.ctx.database.first<{ days: number; totals: number; events: number }>(sql`
      select (select sum(quantity) from usage_days)::float8 as days, (select sum(quantity) from usage_totals)::float8 as totals,
        (select sum(quantity) filter (where metric not like '%connections') + max(quantity) filter (where metric = 'connections')
          + max(quantity) filter (where metric = 'realtime_peak_connections') from usage_events)::float8 as events`)
    expect(sums!.days).toBe(sums!.events)
    expect(sums!.totals).toBe(sums!.events)
  })

  test('what sleeps is not woken, and does not count as active', async () => {
    const days = `?start=${today}&end=${addDays(today, 5)}`
    const users = await used('monthly_active_users', days)
    await addActiveUsers(7)
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await used('monthly_active_users', days)).toBe(users + 7)
    await platform.ctx.database.run(sql`update project_sleeps set slept_at = ${clock.date()} where woken_at is null`)
    const active = await used('compute_hours', `?start=${today}&end=${addDays(today, 5)}`)
    for (let minutes = 0; minutes < 120; minutes += 5) {
      clock.advance(5 * 60_000)
      await collect()
    }
    // the half of an hour before it fell asleep, in which nobody looked, is unknown
    expect(await used('compute_hours', `?start=${today}&end=${addDays(today, 5)}`)).toBeCloseTo(active, 1)
    expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
  })

  test('a read replica and a branch that are dropped within the hour count for the seconds that they were there', async () => {
    const { database } = platform.ctx
    const hour = Math.floor(clock.now() / hourMs) * hourMs
    const [from, to] = [new Date(hour + 600_000), new Date(hour + 900_000)]
    await database.run(sql`
      insert into replicas (identifier, cluster_ref, project_ref, region, compute, inserted_at)
      values (${`${ref}-rr-local-gone`}, ${'r'.repeat(20)}, ${ref}, 'local', 'nano', ${from})`)
    await database.run(sql`delete from replicas where identifier = ${`${ref}-rr-local-gone`}`)
    await database.run(sql`update dropped_replicas set removed_at = ${to}`)
    await database.run(sql`
      insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired, parent_ref, source_ref, branch_id, inserted_at, removed_at)
      select ${'b'.repeat(20)}, organization_id, 'gone', region, compute, '', 'REMOVED', 'removed', ref, ref, gen_random_uuid(), ${from}, ${to}
      from projects where ref = ${ref}`)
    for (let minutes = 0; minutes < 60; minutes += 5) {
      clock.advance(5 * 60_000)
      await collect()
    }
    const counted = await database.rows<{ metric: string; quantity: number }>(sql`
      select metric, quantity::int as quantity from usage_events where metric in ('branches', 'read_replicas') and project_ref = ${ref} order by metric`)
    expect(counted).toEqual([
      { metric: 'branches', quantity: 300 },
      { metric: 'read_replicas', quantity: 300 },
    ])
  })

  test('a row that is there is neither changed nor deleted', async () => {
    const { database } = platform.ctx
    for (const statement of [
      sql`update usage_events set quantity = 0`,
      sql`delete from usage_events`,
      sql`truncate usage_events`,
      sql`update usage_days set quantity = 0`,
      sql`delete from usage_days`,
      sql`update usage_totals set quantity = 0`,
      sql`truncate usage_totals`,
      sql`insert into usage_days select gen_random_uuid(), 'egress', current_date, 'x', 1`,
    ]) {
      await expect(database.run(statement)).rejects.toThrow('What was measured can not be altered')
    }
  })
})

describe('an answer', () => {
  const insert = (metric: string, days: readonly (readonly [string, number])[], project = ref) =>
    platform.ctx.database.run(sql`
      insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
      select ${project}, ${metric}, (d ->> 0)::timestamptz, (d ->> 0)::timestamptz + interval '1 hour', ${project}, o.id, (d ->> 1)::bigint
      from organizations o, jsonb_array_elements(${JSON.stringify(days)}::jsonb) d where o.slug = 'acme'`)

  test('is of the days of UTC that are asked for, the last one included', async () => {
    await insert('egress', [
      ['2024-02-28T23:00:00Z', 1],
      ['2024-02-29T23:00:00Z', 10],
      ['2024-03-01T00:00:00Z', 100],
    ])
    expect(await used('egress', '?start=2024-02-01&end=2024-02-29')).toBe(11)
    expect(await used('egress', '?start=2024-02-15')).toBe(11)
    expect(await used('egress', '?start=2024-03-01&end=2024-03-01')).toBe(100)
  })

  test('has those with the most by themselves and the others together', async () => {
    const day = addDays(today, 1)
    for (let number = 1; number <= 6; number += 1) await insert('sql_runs', [[`${day}T05:00:00Z`, number]], `gone-${number}`)
    const { series, projects, days } = await daily('sql_runs', `&start=${day}&end=${day}`)
    expect(days).toEqual([day])
    expect(projects).toBe(6)
    expect(series.map(({ project_ref: one, quantities }) => [one, quantities[0]])).toEqual([
      ['gone-6', 6],
      ['gone-5', 5],
      ['gone-4', 4],
      ['gone-3', 3],
      [null, 3],
    ])
    const own = await daily('sql_runs', `&start=${day}&end=${addDays(day, 60)}&project_ref=${ref}`)
    expect(own.series.every(({ quantities }) => quantities.at(-1) === null)).toBe(true)
  })

  test('as a file has every metric, project and day', async () => {
    const reply = await platform.ask('read-only', 'GET', '/platform/organizations/acme/usage/file?start=2024-02-28&end=2024-03-01')
    expect(Buffer.from(reply.bytes).toString().split('\r\n')).toEqual([
      'day,project_ref,project_name,metric,quantity,unit',
      `2024-02-28,${ref},Measured,egress,1,bytes`,
      `2024-02-29,${ref},Measured,egress,10,bytes`,
      `2024-03-01,${ref},Measured,egress,100,bytes`,
      '',
    ])
  })

  test('tells what the plan includes, and caps nothing with usage billing', async () => {
    const free = (await usage()).usages.find(({ metric }) => metric === 'egress')!
    expect(free).toMatchObject({ capped: true, unlimited: false, pricing_free_units: 5 * 1024 ** 3 })
    expect((await usage()).usages.find(({ metric }) => metric === 'sql_runs')).toMatchObject({
      capped: false,
      unlimited: true,
      pricing_free_units: null,
    })
    await platform.ctx.database.run(sql`update organizations set usage_billing_enabled = true where slug = 'acme'`)
    expect((await usage()).usages.filter(({ capped }) => capped)).toEqual([])
  })

  test('tells how many of the days were on the Free plan, of which invoices leave out what was used', async () => {
    const days = `?start=${addDays(today, -10)}&end=${addDays(today, -5)}`
    const plan = (at: string, name: string) =>
      platform.ctx.database.run(sql`
        insert into plan_changes (organization_id, plan, usage_billing_enabled, at)
        select id, ${name}, false, ${at}::timestamptz from organizations where slug = 'acme'`)
    expect(await usage(days)).toMatchObject({ free_days: 0, paid_days: 0 })
    await plan(`${addDays(today, -8)}T10:00:00Z`, 'free')
    expect(await usage(days)).toMatchObject({ free_days: 4, paid_days: 0 })
    await plan(`${addDays(today, -6)}T23:59:00Z`, 'pro')
    expect(await usage(days)).toMatchObject({ free_days: 2, paid_days: 2 })
  })

  test('is refused for another organization’s project and for times that are none', async () => {
    for (const path of ['usage', 'usage/daily', 'usage/file']) {
      const ask = (query: string) => platform.ask('owner', 'GET', `/platform/organizations/acme/${path}?${query}`)
      expect(await ask('project_ref=abcdefghijklmnopqrst')).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
      expect(await ask('start=yesterday')).toMatchObject({ status: 400 })
      expect(await ask('start=2026-02-30')).toMatchObject({ status: 400 })
      expect(await ask('start=2026-02-02&end=2026-02-01')).toMatchObject({ status: 400 })
    }
  })
})

describe('a member of some projects only', () => {
  const limit = (...refs: readonly string[]) =>
    platform.ask('owner', 'PUT', `/platform/organizations/acme/members/${platform.userId('developer')}/projects`, {
      is_limited: true,
      project_roles: refs.map((each) => ({ project_ref: each, role: 'read-only' })),
    })
  const day = '2023-05-01'
  const range = `start=${day}&end=${day}`
  const ask = (path: string, query: string) => platform.ask('developer', 'GET', `/platform/organizations/acme/usage${path}?${range}&${query}`)

  test('sees what those use, in sum, by day and as a file, and is told that it is not all', async () => {
    const other = await platform.project('Hidden')
    const hours = '2023-05-01T10:00Z'
    for (const [of, quantity] of [
      [ref, 5],
      [other, 70],
    ] as const) {
      await platform.ctx.database.run(sql`
        insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
        select ${of}, 'egress', ${hours}::timestamptz, ${hours}::timestamptz + interval '1 hour', ${of}, id, ${quantity} from organizations where slug = 'acme'`)
    }
    const egress = (reply: { json: unknown }) => (reply.json as UsageReport).usages.find(({ metric }) => metric === 'egress')!.usage
    expect(await usage(`?${range}`)).toMatchObject({ is_partial: false })
    expect(await used('egress', `?${range}`)).toBe(75)
    await limit(ref)
    expect(await ask('', '')).toMatchObject({ status: 200, json: { is_partial: true } })
    expect(egress(await ask('', ''))).toBe(5)
    expect(egress(await ask('', `project_ref=${ref}`))).toBe(5)
    expect((await ask('/daily', 'metric=egress')).json).toMatchObject({ projects: 1, series: [{ project_ref: ref }] })
    expect(Buffer.from((await ask('/file', '')).bytes).toString()).not.toContain(other)
    for (const path of ['', '/daily', '/file']) {
      expect(await ask(path, `project_ref=${other}`)).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
    }
    await limit(ref, other)
    expect(egress(await ask('', ''))).toBe(75)
    expect((await ask('/daily', 'metric=egress')).json).toMatchObject({ projects: 2 })
  })

  test('with none sees nothing of any', async () => {
    await limit()
    expect((await ask('', '')).json).toMatchObject({ is_partial: true })
    expect(((await ask('', '')).json as UsageReport).usages.every(({ usage: sum }) => sum === 0)).toBe(true)
    expect((await ask('/daily', 'metric=egress')).json).toMatchObject({ projects: 0, series: [] })
  })
})

test.each([
  [{}, '2026-02-01', '2026-02-28'],
  [{ start: '2025-12-31' }, '2025-12-31', '2025-12-31'],
  [{ end: '2028-02-10' }, '2028-02-01', '2028-02-10'],
  [{ start: '2026-01-05', end: '2026-03-02' }, '2026-01-05', '2026-03-02'],
])('%j is from %s to %s', (query, start, end) => {
  expect(daysAskedFor(query, new Date('2026-02-28T23:59:00Z'))).toEqual({ start, end })
})
