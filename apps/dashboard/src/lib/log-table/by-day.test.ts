import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

test('entries are grouped by day, and keep their order', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const entries = [at(27, 18), at(27, 1), at(26, 23), at(24, 12)]
  expect(byDay(entries, (entry) => entry).map(([, ofDay]) => ofDay)).toEqual([[entries[0], entries[1]], [entries[2]], [entries[3]]])
})
