import { describe, expect, test } from 'vitest'
import { seriesNames } from './daily-series.ts'
import { daysOf, problemOf } from './days.ts'
import { UsageSearch } from './search.ts'
import { dayText, localMidnight, quantityText, unbilledText } from './usage-words.ts'

const series = (project_ref: string | null, name: string | null) => ({ project_ref, name, quantities: [] })

test('series are called by their projects, those that are gone by their refs, and no two alike', () => {
  const found = seriesNames({ series: [series('a', 'Shop'), series('b', 'Shop'), series('c', null), series(null, null)], projects: 12 })
  expect(found).toEqual(['Shop (a)', 'Shop (b)', 'c (removed)', '9 other projects'])
  expect(seriesNames({ series: [series('a', 'Shop'), series(null, null)], projects: 2 })).toEqual(['Shop', '1 other project'])
})

describe('days', () => {
  const now = new Date('2028-03-01T00:30:00Z')
  test.each([
    [{}, '2028-03-01', '2028-03-31'],
    [{ range: 'last-period' }, '2028-02-01', '2028-02-29'],
    [{ range: '30' }, '2028-02-01', '2028-03-01'],
    [{ range: '90' }, '2027-12-03', '2028-03-01'],
    [{ range: 'custom', start: '2028-01-01', end: '2028-01-31' }, '2028-01-01', '2028-01-31'],
    [{ range: 'ever', start: 'x', end: '2028-02-31' }, '2028-03-01', '2028-03-31'],
  ])('of %j are %s to %s', (search, start, end) => {
    expect(daysOf(UsageSearch.parse(search), now)).toEqual({ start, end })
  })

  test('are refused in the wrong order, and when they are too many', () => {
    expect(problemOf({ start: '2028-01-02', end: '2028-01-01' })).toContain('before')
    expect(problemOf({ start: '2027-01-01', end: '2028-01-01' })).toContain('366 days')
    expect(problemOf({ start: '2028-01-01', end: '2028-01-01' })).toBeNull()
  })

  test('are called the same wherever one is, also where midnight is left out', () => {
    const zone = process.env['TZ']
    try {
      for (const name of ['Pacific/Kiritimati', 'America/Los_Angeles', 'America/Sao_Paulo', 'Africa/Cairo']) {
        process.env['TZ'] = name
        expect(dayText('2026-04-24')).toMatch(/24/)
        expect(new Date(localMidnight('2026-04-24')).getDate()).toBe(24)
      }
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })
})

test('what invoices leave out is said where they leave out a part', () => {
  expect(unbilledText({ free_days: 12, paid_days: 18 })).toMatch(/for 12 days .* on those days\.$/)
  expect(unbilledText({ free_days: 1, paid_days: 18 })).toMatch(/for 1 day .* on that day\.$/)
  expect([unbilledText({ free_days: 0, paid_days: 5 }), unbilledText({ free_days: 5, paid_days: 0 })]).toEqual([null, null])
})

test('quantities have their unit', () => {
  expect([quantityText('bytes', 1536), quantityText('hours', 1488.04), quantityText('count', 12_345)]).toEqual(['1.50 kB', '1,488 h', '12,345'])
})
