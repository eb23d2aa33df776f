import { manualClock } from '@colonnade/core'
import { expect, test } from 'vitest'
import { createCallCounter } from './call-counter.ts'

test('a key may make so many calls in a window, and is told when the next begins', () => {
  const clock = manualClock(1_000_000)
  const count = createCallCounter({ calls: 2, windowSeconds: 10 }, clock)
  expect([count('ada'), count('ada'), count('ada'), count('bob')]).toEqual([0, 0, 10, 0])
  clock.advance(9_500)
  expect([count('ada'), count('bob')]).toEqual([1, 0])
  clock.advance(500)
  expect(count('ada')).toBe(0)
})

test('a clock that is set back shuts nobody out for longer than a window', () => {
  const clock = manualClock(1_000_000)
  const count = createCallCounter({ calls: 1, windowSeconds: 10 }, clock)
  count('ada')
  clock.advance(-60_000)
  expect([count('ada'), count('ada')]).toEqual([0, 10])
})
