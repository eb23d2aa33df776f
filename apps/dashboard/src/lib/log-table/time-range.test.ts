import { expect, test } from 'vitest'
import { bucketsOf, rangeOf } from './time-range.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 27, 18, 30)

test('a period ends now, and without one a range is open', () => {
  const periods = [{ value: '1', label: 'Last hour', ms: hour }]
  expect(rangeOf(periods, '1', now)).toEqual({ since: now - hour })
  expect(rangeOf(periods, undefined, now)).toEqual({})
  expect(rangeOf(periods, '7', now)).toEqual({})
})

test.each([
  ['a minute', hour / 60],
  ['an hour', hour],
  ['a day', 24 * hour],
  ['90 days', 90 * 24 * hour],
  ['10 years', 3_650 * 24 * hour],
])('the buckets of %s are at most 60, of one length, and leave nothing out', (_, ms) => {
  const { times, ms: length } = bucketsOf({ since: now - ms, until: now })
  expect(times.length).toBeGreaterThan(1)
  expect(times.length).toBeLessThanOrEqual(60)
  expect(times[0]).toBeLessThanOrEqual(now - ms)
  expect(times.at(-1)! + length).toBeGreaterThanOrEqual(now)
  for (const time of times) expect(time % length).toBe(0)
})
