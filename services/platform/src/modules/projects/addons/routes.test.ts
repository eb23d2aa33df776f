import type { AddonReport } from '@colonnade/contracts/projects/addons'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Furnished')
})
afterAll(() => platform[Symbol.asyncDispose]())

const path = (): string => `/platform/projects/${ref}/billing/addons`
const put = (body: unknown, expect: number, code: NonNullable<Scenario<Person>['code']>): Omit<Scenario<Person>, 'promise'> => ({
  as: 'owner',
  method: 'PUT',
  path,
  body,
  expect,
  code,
})

test.for([
  { promise: 'a stranger sees none', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  { promise: 'nor does nobody', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  {
    promise: 'a developer changes none',
    as: 'developer',
    method: 'PUT',
    path,
    body: { type: 'compute_instance', variant: 'ci_micro' },
    expect: 403,
    code: 'forbidden',
  },
  { promise: 'a variant must be one of those that there are', ...put({ type: 'compute_instance', variant: 'ci_huge' }, 400, 'invalid_input') },
  { promise: 'and an add-on too', ...put({ type: 'gold', variant: null }, 400, 'invalid_input') },
  { promise: 'something must be said of it', ...put({ type: 'pitr' }, 400, 'invalid_input') },
  { promise: 'a window is no longer than the plan keeps', ...put({ type: 'pitr', variant: 'pitr_7' }, 409, 'addon_not_available') },
  { promise: 'nor a custom domain', ...put({ type: 'custom_domain', variant: 'cd_default' }, 409, 'addon_not_available') },
  { promise: 'and no dedicated pooler where no pooler runs', ...put({ type: 'ipv4', variant: 'ipv4_default' }, 409, 'addon_not_available') },
] satisfies Scenario<Person>[])('$promise', async (scenario) => {
  await platform.run(scenario)
})

const report = async () => (await platform.ask('read-only', 'GET', path())).json as AddonReport
const choose = async (body: unknown) => (await platform.ask('owner', 'PUT', path(), body)).json as AddonReport

test('at first there are none, and it is said which there may be and what keeps from the others', async () => {
  const { selected_addons, available_addons, currency } = await report()
  expect(selected_addons).toEqual([])
  expect(available_addons.map(({ type, variants }) => [type, variants.map(({ refusal }) => refusal)])).toEqual([
    ['compute_instance', [null, null, null, null, null]],
    ['pitr', [null, null, messages.planPitr(3), messages.planPitr(3), messages.planPitr(3)]],
    ['custom_domain', ['This installation runs no connection pooler']],
    ['ipv4', ['This installation runs no connection pooler']],
  ])
  expect(currency).toBe('USD')
  expect(available_addons.map(({ variants }) => variants.map(({ monthly_cents: cents }) => cents))).toEqual([
    [0, 1_000, 1_500, 6_000, 11_000],
    [1_500, 3_500, 7_500, 14_000, 26_000],
    [1_000],
    [400],
  ])
})

test('a larger size is one: the project restarts with it, and again without', async () => {
  const micro = { type: 'compute_instance', variant: { identifier: 'ci_micro', name: 'Micro' } }
  expect((await choose({ type: 'compute_instance', variant: 'ci_micro' })).selected_addons).toEqual([{ ...micro, state: 'CHANGING', problem: null }])
  await platform.ctx.parts.reconciler.idle(ref)
  expect((await report()).selected_addons).toEqual([{ ...micro, state: 'READY', problem: null }])
  const limit = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'show max_connections' })
  expect(limit.json).toMatchObject({ results: [{ rows: [['60']] }] })
  expect((await choose({ type: 'compute_instance', variant: null })).selected_addons).toMatchObject([
    { variant: { identifier: 'ci_nano' }, state: 'CHANGING' },
  ])
  await platform.ctx.parts.reconciler.idle(ref)
  expect((await report()).selected_addons).toEqual([])
  const details = await platform.ctx.database.rows(
    sql`select details from audit_log where event = 'project.addon_changed' and project_ref = ${ref} order by id`,
  )
  expect(details).toEqual([
    { details: { compute: 'micro', type: 'compute_instance', variant: 'ci_micro' } },
    { details: { compute: 'nano', type: 'compute_instance', variant: null } },
  ])
})

test('a recoverable window is one, from when it is being turned on until all that was kept for it is gone', async () => {
  const state = async () => (await report()).selected_addons.map(({ type, variant, state }) => [type, variant.identifier, state])
  expect((await choose({ type: 'pitr', variant: 'pitr_3' })).selected_addons[0]).toMatchObject({ type: 'pitr', state: 'CHANGING' })
  await expect.poll(state).toEqual([['pitr', 'pitr_3', 'READY']])
  await choose({ type: 'pitr', variant: null })
  await expect.poll(state).toEqual([])
})

test('from when to when each was chosen is known, without a gap where one follows another', async () => {
  const spans = await platform.ctx.database.rows(sql`
    select addon, to_at is null as is_on, from_at = lag(to_at) over (partition by type order by id) as follows
    from addon_spans where project_ref = ${ref} order by id`)
  expect(spans).toEqual([
    { addon: 'ci_nano', is_on: false, follows: null },
    { addon: 'ci_micro', is_on: false, follows: true },
    { addon: 'ci_nano', is_on: true, follows: true },
    { addon: 'pitr_3', is_on: false, follows: null },
  ])
})

test('a branch has no window, and the reason', async () => {
  const made = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'try', with_data: true })
  const { project_ref: branch } = made.json as { project_ref: string }
  await platform.ctx.parts.reconciler.idle(branch)
  const { json } = await platform.ask('owner', 'GET', `/platform/projects/${branch}/billing/addons`)
  const pitr = (json as AddonReport).available_addons.find(({ type }) => type === 'pitr')
  expect(new Set(pitr!.variants.map(({ refusal }) => refusal))).toEqual(new Set([messages.branchPitr]))
})

test('while the project is paused its size stays', async () => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
  await platform.ctx.parts.reconciler.idle(ref)
  await platform.run({ promise: 'a paused project is not resized', ...put({ type: 'compute_instance', variant: 'ci_micro' }, 409, 'project_busy') })
})
