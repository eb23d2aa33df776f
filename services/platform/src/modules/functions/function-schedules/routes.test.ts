import type { FunctionSchedule } from '@colonnade/contracts/functions/function-schedules'
import type { Caller, ServiceRequest } from '@colonnade/projects'
import { systemClock } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { messages } from '../messages.ts'
import { createFunctionSchedules } from './firing.ts'
import { nextOf } from './cron.ts'

let platform: TestPlatform
let ref: string
let now = Date.parse('2026-05-01T12:34:56Z')
const clock = { ...systemClock, now: () => now, date: () => new Date(now) }
const calls: { readonly request: ServiceRequest; readonly caller: Caller; readonly body: string }[] = []
let schedules: ReturnType<typeof createFunctionSchedules>

beforeAll(async () => {
  platform = await openTestPlatform({ clock })
  ref = await platform.project('Edge')
  schedules = createFunctionSchedules({
    ...platform.ctx,
    functionsService: () => async (request, caller) => {
      calls.push({ request, caller, body: await text(request.body) })
      if (request.path.endsWith('/broken')) throw new Error('broken')
      return { status: 204, headers: {}, body: null }
    },
  })
  await platform.ctx.database.transaction(async (tx) => {
    await tx.run(sql`
      with f as (insert into functions (ref, slug, name, live_version, last_version) values (${ref}, 'hello', 'hello', 1, 1) returning id)
      insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, sha256) select id, 1, 'b', 'e', '[]', 'e', '' from f`)
  })
})
afterAll(async () => {
  await schedules.close()
  await platform[Symbol.asyncDispose]()
})

const path = (rest = '') => `/platform/function-schedules/${ref}${rest}`
const create = (more: object) => platform.ask('developer', 'POST', path(), { function_slug: 'hello', cron: '*/5 * * * *', ...more })
const list = async () => (await platform.ask('read-only', 'GET', path())).json as FunctionSchedule[]
const round = async (): Promise<void> => {
  await schedules.round()
  await schedules.settled()
}

test('a function is called once per due time, with the service key, and once for all times that were missed', async () => {
  const { json } = await create({ path: '/jobs?kind=daily', body: '{"a":1}' })
  const { id } = json as FunctionSchedule
  expect(json).toMatchObject({ next_at: '2026-05-01T12:35:00.000Z', last_at: null, last_status: null })
  await round()
  expect(calls).toEqual([])
  now = Date.parse('2026-05-01T12:35:00Z')
  await round()
  await round()
  expect(calls).toHaveLength(1)
  const [{ request, caller, body }] = calls as [(typeof calls)[0]]
  expect(request).toMatchObject({ method: 'POST', path: '/hello/jobs', search: 'kind=daily' })
  expect(request.headers.authorization).toMatch(/^Bearer eyJ/)
  expect([caller.ref, caller.role, body]).toEqual([ref, 'service_role', '{"a":1}'])
  expect(await list()).toMatchObject([
    { id, next_at: '2026-05-01T12:40:00.000Z', last_at: '2026-05-01T12:35:00.000Z', last_status: 204, last_problem: null },
  ])
  now = Date.parse('2026-05-01T15:02:00Z')
  await round()
  await round()
  expect(calls).toHaveLength(2)
  expect(await list()).toMatchObject([{ next_at: '2026-05-01T15:05:00.000Z' }])
  expect((await platform.ask('developer', 'PATCH', path(`/${id}`), { is_enabled: false, path: '/broken' })).json).toMatchObject({ next_at: null })
  now = Date.parse('2026-05-01T16:00:00Z')
  await round()
  expect(calls).toHaveLength(2)
  await platform.ask('developer', 'PATCH', path(`/${id}`), { is_enabled: true, cron: '0 0 1 1 *' })
  expect(await list()).toMatchObject([{ next_at: '2027-01-01T00:00:00.000Z' }])
  now = Date.parse('2027-01-01T00:00:01Z')
  await round()
  expect(await list()).toMatchObject([{ last_status: null, last_problem: messages.schedule.notCalled, next_at: '2028-01-01T00:00:00.000Z' }])
  expect((await platform.ask('developer', 'DELETE', path(`/${id}`))).status).toBe(200)
  expect(await platform.ask('developer', 'DELETE', path(`/${id}`))).toMatchObject({ status: 404, json: { code: 'function_schedule_not_found' } })
})

test.each([
  [{ cron: '* * * * * *' }, 400, 'invalid_input'],
  [{ cron: 'soon' }, 400, 'invalid_input'],
  [{ cron: '0 0 31 2 *' }, 400, 'invalid_input'],
  [{ path: 'jobs' }, 400, 'invalid_input'],
  [{ body: '{' }, 400, 'invalid_input'],
  [{ function_slug: 'none' }, 404, 'function_not_found'],
])('%j is refused', async (input, status, code) => {
  expect(await create(input)).toMatchObject({ status, json: { code } })
})

test('times are in UTC, whatever the machine has', () => {
  expect(nextOf('30 6 * * 1', Date.parse('2026-05-01T12:00:00Z')).toISOString()).toBe('2026-05-04T06:30:00.000Z')
})
