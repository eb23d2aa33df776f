import { expect, test } from 'vitest'
import { Rate } from './rate.ts'

test('takes so many a second, and begins again with the next', () => {
  const rate = new Rate()
  expect([rate.take(1_000, 2), rate.take(1_500, 2), rate.take(1_999, 2), rate.take(2_000, 2)]).toEqual([true, true, false, true])
  // a clock that is set back starts again
  expect(rate.take(500, 1)).toBe(true)
})

test('tells of the last whole second and of the busiest of ten', () => {
  const rate = new Rate()
  for (let at = 0; at < 5; at += 1) rate.take(100_000, 100)
  rate.take(103_000, 100, 2)
  rate.take(104_100, 100, 9)
  expect(rate.recent(104_200)).toEqual({ last_second: 2, peak: 5 })
  expect(rate.recent(105_000)).toEqual({ last_second: 9, peak: 9 })
  expect(rate.recent(114_999)).toEqual({ last_second: 0, peak: 9 })
  expect(rate.recent(115_000)).toEqual({ last_second: 0, peak: 0 })
})
