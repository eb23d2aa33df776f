import { expect, test } from 'vitest'
import { ratePerSecond, type CounterReading } from './rate.ts'

const reading = (at: number, count: number, epoch = 'a'): CounterReading => ({ at, count, epoch })

test('a rate is what was added per second between two readings', () => {
  expect(ratePerSecond(reading(0, 100), reading(10_000, 150))).toBe(5)
  expect(ratePerSecond(reading(1_000, 7), reading(2_000, 7))).toBe(0)
})

test.each([
  { promise: 'there is no earlier reading', before: null, after: reading(10_000, 150) },
  { promise: 'the statistics were reset', before: reading(0, 100), after: reading(10_000, 3) },
  { promise: 'the server started anew', before: reading(0, 100, 'a'), after: reading(10_000, 150, 'b') },
  { promise: 'no time passed', before: reading(5, 100), after: reading(5, 150) },
])('there is no rate when $promise', ({ before, after }) => {
  expect(ratePerSecond(before, after)).toBeNull()
})
