import { afterEach, describe, expect, test } from 'vitest'
import { addDays, billingPeriod, countDays, hoursBegun, lastBillingPeriod, listDays } from '../billing/billing-periods.ts'
import { exceedingUsage, UsageQuery } from './usage.ts'
import { planLimits } from './usage-metrics.ts'
import { plans } from './organizations.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('a billing period', () => {
  test.each([
    ['2025-02-11T10:00:00Z', '2025-02-01', '2025-02-28', 28],
    ['2028-02-29T23:59:59Z', '2028-02-01', '2028-02-29', 29],
    ['2026-11-30T23:59:59.999Z', '2026-11-01', '2026-11-30', 30],
    ['2026-12-31T23:59:59.999Z', '2026-12-01', '2026-12-31', 31],
    ['2027-01-01T00:00:00Z', '2027-01-01', '2027-01-31', 31],
  ])('of %s is the month of UTC, %s to %s', (moment, start, end, days) => {
    const period = billingPeriod(new Date(moment))
    expect(period).toEqual({ start, end })
    expect(countDays(period)).toBe(days)
    expect(listDays(period)).toHaveLength(days)
    expect(new Set(listDays(period)).size).toBe(days)
  })

  // clocks put forward and back within the month, a day's difference either way
  test.each(['Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Pacific/Kiritimati', 'Australia/Lord_Howe'])('is the same in %s', (name) => {
    process.env['TZ'] = name
    const now = new Date('2026-03-31T23:30:00Z')
    expect(now.getHours() === 23 && now.getMinutes() === 30).toBe(false)
    expect(billingPeriod(now)).toEqual({ start: '2026-03-01', end: '2026-03-31' })
    expect(listDays({ start: '2026-10-24', end: '2026-10-26' })).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
    expect(addDays('2026-03-28', 3)).toBe('2026-03-31')
    expect(lastBillingPeriod(now)).toEqual({ start: '2026-02-01', end: '2026-02-28' })
  })

  test('has hours that have begun, of which there is always one', () => {
    const november = { start: '2026-11-01', end: '2026-11-30' }
    expect(hoursBegun(november, new Date('2026-11-01T00:00:00Z'))).toBe(1)
    expect(hoursBegun(november, new Date('2026-11-02T00:30:00Z'))).toBe(25)
    expect(hoursBegun(november, new Date('2027-05-01T00:00:00Z'))).toBe(720)
  })
})

describe('exceeding usage limits', () => {
  const item = { metric: 'egress', capped: true, available_in_plan: true, unlimited: false, usage: 11, pricing_free_units: 10 }
  test.each([
    ['one more than is included', {}, false, true],
    ['exactly what is included', { usage: 10 }, false, false],
    ['what is not capped', { capped: false }, false, false],
    ['with usage billing', {}, true, false],
    ['disk IOPS', { metric: 'disk_iops' }, false, false],
    ['what includes nothing', { pricing_free_units: null }, false, true],
    ['none of what includes nothing', { pricing_free_units: null, usage: 0 }, false, false],
  ])('%s', (_, change, isBilled, isExceeding) => {
    const found = exceedingUsage({ usage_billing_enabled: isBilled, usages: [{ ...item, ...change }] })
    expect(found.length > 0).toBe(isExceeding)
  })
})

test('a larger plan never includes less', () => {
  for (const limits of Object.values(planLimits)) {
    const units = plans.map(({ id }) => limits[id].freeUnits ?? Infinity)
    expect(units).toEqual(units.toSorted((a, b) => a - b))
  }
})

test.each([
  [{ start: '2026-02-01', end: '2026-01-31' }, false],
  [{ start: '2026-02-30' }, false],
  [{ start: '2026-01-01', end: '2027-01-01' }, false],
  [{ start: '2026-01-01', end: '2026-01-01' }, true],
  [{}, true],
])('%j is a time to ask for: %s', (query, isGood) => {
  expect(UsageQuery.safeParse(query).success).toBe(isGood)
})
