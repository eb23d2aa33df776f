import type { DiskCounters } from '@colonnade/contracts/projects/disk'
import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import { expect, test } from 'vitest'
import { growthText, partsOf, rateText, ratesOf, thinned } from './disk-words.ts'

const counters = (rest: Partial<DiskCounters>): DiskCounters => ({
  at: '2026-01-01T00:00:00.000Z',
  counting_since: '2025-12-01T00:00:00.000Z',
  reads: 100,
  writes: 50,
  syncs: 5,
  read_bytes: 8_192,
  written_bytes: 4_096,
  ...rest,
})
const sample = (minute: number, bytes: number): ActivitySample => ({
  at: new Date(minute * 60_000).toISOString(),
  connections: 1,
  max_connections: 40,
  active_queries: 0,
  transactions_per_second: null,
  cache_hit_ratio: null,
  database_bytes: bytes,
})

test('what is not a database and not WAL is the rest', () => {
  const server = {
    databases: [
      { name: 'postgres', bytes: 60 },
      { name: 'other', bytes: 10 },
    ],
    wal_bytes: 20,
    memory_bytes: null,
    counters: counters({}),
  }
  expect(partsOf({ total_bytes: 100, server }).map(({ bytes }) => bytes)).toEqual([70, 20, 10])
  expect(partsOf({ total_bytes: 80, server }).map(({ bytes }) => bytes)).toEqual([70, 20, 0])
  expect(partsOf({ total_bytes: 80, server: null })).toEqual([{ id: 'rest', label: 'Databases, WAL and logs', bytes: 80 }])
})

test('rates are of the time between two counts, unless they began anew', () => {
  const after = counters({ at: '2026-01-01T00:00:02.000Z', reads: 120, written_bytes: 8_096 })
  expect(ratesOf(counters({}), after)).toEqual({ reads: 10, writes: 0, syncs: 0, readBytes: 0, writtenBytes: 2_000 })
  expect(ratesOf(undefined, after)).toBeNull()
  expect(ratesOf(counters({}), counters({}))).toBeNull()
  expect(ratesOf(counters({}), { ...after, counting_since: after.at })).toBeNull()
  expect([0, 0.25, 3.44, 12.4, 1_234].map(rateText)).toEqual(['0', '0.3', '3.4', '12', '1,234'])
})

test('growth is told with its time', () => {
  expect(growthText([])).toBeNull()
  expect(growthText([sample(0, 100)])).toBeNull()
  expect(growthText([sample(0, 1_024), sample(30, 3_072)])).toBe('2.00 kB more than 30 minutes ago')
  expect(growthText([sample(0, 3_072), sample(1, 2_048)])).toBe('1.00 kB less than 1 minute ago')
  expect(growthText([sample(0, 5), sample(180, 5)])).toBe('No change in the last 3 hours')
})

test('a day has as many points as can be drawn, the last of each span', () => {
  const day = Array.from({ length: 1_440 }, (_, minute) => sample(minute, minute))
  const kept = thinned(day, 120)
  expect(kept).toHaveLength(120)
  expect(kept.at(-1)).toBe(day.at(-1))
  expect(thinned(day.slice(0, 5), 120)).toEqual(day.slice(0, 5))
})
