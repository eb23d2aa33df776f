import { noActivity, type RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import { realtimeDefaults } from '@colonnade/contracts/realtime/realtime-settings'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'
import { createProjectDirectory } from '../connections/directory/directory.ts'
import { copyRealtimeSettings, deleteRemoved } from './realtime-settings/store.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

let activity: RealtimeActivity | null = null

beforeAll(async () => {
  platform = await openTestPlatform({ realtimeLive: () => activity })
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Live')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = () => `/v1/projects/${ref}/config/realtime`
const live = () => `/platform/projects/${ref}/realtime/live`
const change = (body: object) => platform.ask('developer', 'PATCH', path(), body)

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no settings', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  { promise: 'a reader changes no settings', as: 'read-only', method: 'PATCH', path, body: {}, expect: 403, code: 'forbidden' },
  { promise: 'a reader disconnects nobody', as: 'read-only', method: 'POST', path: () => `${path()}/shutdown`, expect: 403, code: 'forbidden' },
  { promise: 'a reader doesn’t see who is connected', as: 'read-only', method: 'GET', path: () => live(), expect: 403, code: 'forbidden' },
  { promise: 'nobody is shown before the service runs', as: 'developer', method: 'GET', path: () => live(), expect: 503, code: 'unavailable' },
  ...[{ max_concurrent_users: 0 }, { max_channels_per_client: 1_001 }, { max_events_per_second: 1.5 }, { suspend: 'yes' }].map(
    (body): Scenario<Person> => ({
      promise: `${JSON.stringify(body)} is refused`,
      as: 'developer',
      method: 'PATCH',
      path,
      body,
      expect: 400,
      code: 'invalid_input',
    }),
  ),
]
describe.each(scenarios)('realtime settings', ({ promise, as, method, path: at, body, expect: status, code }) => {
  test(promise, async () => {
    expect(await platform.ask(as, method, typeof at === 'string' ? at : at(), body)).toMatchObject({ status, json: { code } })
  })
})

test('settings are what the plan has until they are changed, and again after null', async () => {
  expect((await platform.ask('read-only', 'GET', path())).json).toEqual(realtimeDefaults('free', false))
  const news = directory.news(ref)
  expect((await change({ private_only: true, max_events_per_second: 7 })).json).toMatchObject({ private_only: true, max_events_per_second: 7 })
  expect(await news.next(10_000)).toBe(true)
  news.close()
  expect(await directory.realtime(ref)).toMatchObject({ isPrivateOnly: true, maxEventsPerSecond: 7, maxPayloadBytes: 256_000, disconnectedAt: 0 })
  await platform.ctx.database.run(sql`update organizations set plan = 'pro' where id = (select organization_id from projects where ref = ${ref})`)
  expect(await directory.realtime(ref)).toMatchObject({ maxEventsPerSecond: 7, maxConcurrentUsers: expect.any(Number), maxPayloadBytes: 3_000_000 })
  expect((await change({ max_events_per_second: null })).json).not.toMatchObject({ max_events_per_second: 7 })
  await platform.ctx.database.run(sql`update organizations set plan = 'free' where id = (select organization_id from projects where ref = ${ref})`)
  expect((await change({ max_events_per_second: null })).json).toEqual({ ...realtimeDefaults('free', false), private_only: true })
  const lines = await platform.ctx.database.rows(
    sql`select details from audit_log where event = 'project.realtime_settings_changed' and project_ref = ${ref} order by id`,
  )
  expect(lines).toHaveLength(2)
  expect(await directory.realtime('abcdefghijklmnopqrst')).toBeNull()
})

test('who is connected is shown as the service says it, also while the project sleeps', async () => {
  activity = { ...noActivity, connections: 3 }
  await platform.ctx.database.run(sql`update projects set sleep = 'asleep' where ref = ${ref}`)
  expect(await platform.ask('developer', 'GET', live())).toEqual(expect.objectContaining({ status: 200, json: activity }))
  await platform.ctx.database.run(sql`update projects set sleep = 'awake' where ref = ${ref}`)
})

test('disconnecting all clients is told to the service', async () => {
  const before = Date.now()
  expect(await platform.ask('developer', 'POST', `${path()}/shutdown`)).toMatchObject({ status: 204 })
  expect((await directory.realtime(ref))!.disconnectedAt).toBeGreaterThan(before - 60_000)
})

test('a copy has the settings of its source, and a removed project none', async () => {
  const { database } = platform.ctx
  const copy = await platform.project('Copy')
  await copyRealtimeSettings(database, { from: ref, to: copy })
  expect(await directory.realtime(copy)).toMatchObject({ isPrivateOnly: true, disconnectedAt: 0 })
  await database.run(sql`update projects set status = 'REMOVED' where ref = ${copy}`)
  await deleteRemoved(database)
  expect(await database.rows(sql`select ref from realtime_settings`)).toEqual([{ ref }])
  await database.run(sql`update projects set status = 'ACTIVE_HEALTHY' where ref = ${copy}`)
})

test.each([
  ['free', false, 200, 256],
  ['pro', false, 500, 3_000],
  ['pro', true, 10_000, 3_000],
  ['team', false, 10_000, 3_000],
] as const)('the plan %s, billed beyond it: %s, allows %s clients and %s KB', (plan, isBilled, clients, kilobytes) => {
  expect(realtimeDefaults(plan, isBilled)).toMatchObject({ max_concurrent_users: clients, max_payload_size_in_kb: kilobytes })
})
