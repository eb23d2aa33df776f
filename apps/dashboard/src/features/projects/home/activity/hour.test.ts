import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import { expect, test } from 'vitest'
import { hourOf } from './hour.ts'

const start = Date.parse('2026-01-01T12:00:00Z')
const sample = (minute: number): ActivitySample => ({
  at: new Date(start + minute * 60_000).toISOString(),
  connections: minute,
  max_connections: 40,
  active_queries: 0,
  transactions_per_second: null,
  cache_hit_ratio: null,
  database_bytes: 1,
})
const minutes = (times: readonly number[]) => times.map((time) => (time - start) / 60_000)

test('readings of every minute stand beside each other', () => {
  const { times, samples } = hourOf([sample(0), sample(1), sample(2)])
  expect(minutes(times)).toEqual([0, 1, 2])
  expect(samples.map((each) => each?.connections)).toEqual([0, 1, 2])
})

test('a pause leaves a hole, and one reading that is late does not', () => {
  const { times, samples } = hourOf([sample(0), sample(2), sample(30), sample(31)])
  expect(minutes(times)).toEqual([0, 2, 3, 29, 30, 31])
  expect(samples.map((each) => each?.connections ?? null)).toEqual([0, 2, null, null, 30, 31])
})

test('a reading that came twice stands once', () => {
  expect(minutes(hourOf([sample(0), sample(0), sample(1)]).times)).toEqual([0, 1])
})

test('without readings there is nothing', () => {
  expect(hourOf([])).toEqual({ times: [], samples: [] })
})
