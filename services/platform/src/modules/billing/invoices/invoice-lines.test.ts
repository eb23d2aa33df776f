import { billingPeriod } from '@colonnade/contracts/billing/billing-periods'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { describe, expect, test } from 'vitest'
import { type BilledPeriod, invoiceLines, listPaidDays } from './invoice-lines.ts'
import { messages } from './messages.ts'

const gigabyte = 1024 ** 3
const at = (moment: string, plan: PlanId, isBilled = false) => ({ at: new Date(moment), plan, usage_billing_enabled: isBilled })
const lines = (month: string, change: Partial<BilledPeriod>) =>
  invoiceLines({ period: billingPeriod(new Date(`${month}-15`)), history: [], used: {}, addons: {}, ...change }).map(
    ({ description, quantity, cents }) => `${description}, ${quantity}: ${cents}`,
  )

describe('a plan', () => {
  test.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2026-11', 30],
    ['2026-12', 31],
  ])('costs the same for each whole month: %s', (month, days) => {
    expect(lines(month, { history: [at('2025-01-01T00:00:00Z', 'pro')] })).toEqual([`Pro plan, ${days} of ${days} days: 2500`])
  })

  test('costs for a day what the day ends with', () => {
    const history = [at('2025-01-01T00:00:00Z', 'free'), at('2026-11-10T23:59:59.999Z', 'pro'), at('2026-11-21T00:00:00Z', 'team')]
    expect(lines('2026-11', { history })).toEqual(['Pro plan, 11 of 30 days: 917', 'Team plan, 10 of 30 days: 19967'])
    // there and back within a day
    const back = [at('2025-01-01T00:00:00Z', 'pro'), at('2026-11-10T10:00:00Z', 'enterprise'), at('2026-11-10T11:00:00Z', 'pro')]
    expect(lines('2026-11', { history: back })).toEqual(['Pro plan, 30 of 30 days: 2500'])
  })

  test('costs nothing before there was any, nothing that is agreed elsewhere, and nothing while it is free', () => {
    expect(lines('2026-11', { history: [at('2026-11-30T12:00:00Z', 'pro')] })).toEqual(['Pro plan, 1 of 30 days: 83'])
    expect(lines('2026-11', { history: [at('2025-01-01T00:00:00Z', 'enterprise')] })).toEqual([])
    const free = { history: [at('2025-01-01T00:00:00Z', 'free')], addons: { 'addon.ci_large': 9_999_999 }, used: { egress: 10 ** 12 } }
    expect(lines('2026-11', free)).toEqual([])
    expect(lines('2026-11', {})).toEqual([])
  })
})

test('paid days are those that end on a plan that bills something', () => {
  const history = [
    at('2026-11-02T00:00:00Z', 'free'),
    at('2026-11-03T23:59:59Z', 'pro'),
    at('2026-11-05T00:00:00Z', 'free'),
    at('2026-11-06T08:00:00Z', 'enterprise'),
  ]
  expect(listPaidDays({ start: '2026-11-01', end: '2026-11-07' }, history)).toEqual(['2026-11-03', '2026-11-04', '2026-11-06', '2026-11-07'])
  expect(listPaidDays({ start: '2026-11-01', end: '2026-11-07' }, [])).toEqual([])
})

test('add-ons cost by the second of the month, to the cent', () => {
  const history = [at('2025-01-01T00:00:00Z', 'enterprise')]
  const addons = {
    'addon.ipv4': 30 * 86_400,
    'addon.pitr_7': 86_400,
    'addon.ci_micro': 3_600,
    'addon.pitr_1': 86_400 * 10,
    'addon.gone': 1,
    'addon.custom_domain': 3 * 86_400,
  }
  expect(lines('2026-11', { history, addons })).toEqual([
    'Compute: Micro, 1.0 hours: 1',
    'Custom domain, 72.0 hours: 100',
    'Dedicated pooler, 720.0 hours: 400',
    'Point-in-time recovery: 1 day, 240.0 hours: 500',
    'Point-in-time recovery: 7 days, 24.0 hours: 250',
  ])
})

describe('use beyond the plan', () => {
  const used = { egress: 260 * gigabyte, database_size: 16 * gigabyte, branches: 2_332.5, sql_runs: 10 ** 9, monthly_active_users: 160_000 }
  test('is billed when the spend cap is off as the month ends', () => {
    const history = [at('2025-01-01T00:00:00Z', 'pro'), at('2026-11-30T10:00:00Z', 'pro', true)]
    expect(lines('2026-11', { history, used }).slice(1)).toEqual([
      `${messages.lines.usage('Database egress')}, 10.0 GB: 90`,
      `${messages.lines.usage('Monthly active users')}, 60,000: 19500`,
      `${messages.lines.usage('Branches')}, 100.5 hours: 101`,
    ])
  })

  test.each([
    ['with the spend cap', [at('2025-01-01T00:00:00Z', 'pro')]],
    ['with the spend cap turned on again', [at('2025-01-01T00:00:00Z', 'pro', true), at('2026-11-30T10:00:00Z', 'pro')]],
    ['where there is no limit', [at('2025-01-01T00:00:00Z', 'pro'), at('2026-11-01T00:00:00Z', 'enterprise', true)]],
  ])('is not billed %s', (_, history) => {
    expect(lines('2026-11', { history, used }).filter((line) => line.includes('beyond'))).toEqual([])
  })
})

test('of a month that ends early, the days until then count, as parts of the whole one', () => {
  const period = billingPeriod(new Date('2026-11-15'))
  const found = invoiceLines({ period, until: '2026-11-06', history: [at('2025-01-01T00:00:00Z', 'pro')], used: {}, addons: {} })
  expect(found).toEqual([{ description: 'Pro plan', quantity: '6 of 30 days', cents: 500 }])
})

test('amounts are whole cents', () => {
  for (let seconds = 1; seconds < 3_000_000; seconds += 77_777) {
    const found = invoiceLines({
      period: billingPeriod(new Date('2026-11-15')),
      history: [at('2026-11-07T00:00:00Z', 'team', true)],
      used: { egress: seconds * 1_000_003 },
      addons: { 'addon.ci_small': seconds },
    })
    expect(found.every(({ cents }) => Number.isSafeInteger(cents) && cents > 0)).toBe(true)
  }
})
