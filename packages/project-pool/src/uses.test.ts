import { manualClock } from '@colonnade/core'
import { expect, test } from 'vitest'
import { createUses } from './uses.ts'

test('uses are counted, and the last end of one is when the project was used', () => {
  const clock = manualClock(1_000)
  const uses = createUses(clock)
  const end = uses.begin('a')
  uses.begin('b')
  clock.advance(500)
  end()
  end()
  expect([uses.count('a'), uses.count('b')]).toEqual([0, 1])
  expect([uses.lastAt('a'), uses.lastAt('b')]).toEqual([1_500, 1_000])
})

test('what was never used was so when the platform started, and a touch counts', () => {
  const clock = manualClock(1_000)
  const uses = createUses(clock)
  clock.advance(500)
  expect(uses.lastAt('a')).toBe(1_000)
  uses.touch('a')
  expect(uses.lastAt('a')).toBe(1_500)
})
