import { describe, expect, test } from 'vitest'
import { nearestIndex, timeMarks, timeTicks, timeTickText, valueTicks } from './scale.ts'

describe('marks of values', () => {
  test.each([
    ['are round', 0, 87, {}, [0, 25, 50, 75, 100]],
    ['end at the highest when it is round', 0, 100, {}, [0, 25, 50, 75, 100]],
    ['are fractions of small values', 0, 0.37, {}, [0, 0.1, 0.2, 0.3, 0.4]],
    ['are whole for what is counted', 0, 3, { isWhole: true }, [0, 1, 2, 3]],
    ['are whole for one', 0, 1, { isWhole: true }, [0, 1]],
    ['exist for nothing but zeros', 0, 0, { isWhole: true }, [0, 1]],
    ['go below zero', -3, 7, {}, [-5, -2.5, 0, 2.5, 5, 7.5]],
    ['are powers of two for bytes', 0, 900 * 1024 ** 2, { base: 1024 as const }, [0, 256, 512, 768, 1024].map((mb) => mb * 1024 ** 2)],
    ['take in huge values', 0, 9.1e15, {}, [0, 2.5e15, 5e15, 7.5e15, 1e16]],
  ])('%s', (_, low, high, scale, ticks) => {
    expect(valueTicks(low, high, scale)).toEqual(ticks)
  })

  test('always take in both ends and stay few', () => {
    for (let exponent = -9; exponent < 15; exponent += 0.37) {
      const ticks = valueTicks(0, 10 ** exponent)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(10 ** exponent * 0.999_999)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('marks of time', () => {
  const at = (text: string): number => Date.parse(text)
  const texts = (ticks: readonly number[]): string[] => ticks.map((tick) => new Date(tick).toISOString().slice(11, 16))

  test('are round minutes of an hour', () => {
    const { ticks } = timeTicks(at('2026-11-21T14:07:30Z'), at('2026-11-21T15:07:30Z'), 6, () => 0)
    expect(texts(ticks)).toEqual(['14:10', '14:20', '14:30', '14:40', '14:50', '15:00'])
  })

  test('are round on a clock that is half an hour off', () => {
    const { ticks } = timeTicks(at('2026-11-21T00:10:00Z'), at('2026-11-21T12:10:00Z'), 6, () => -330)
    expect(texts(ticks)).toEqual(['00:30', '02:30', '04:30', '06:30', '08:30', '10:30'])
  })

  test('stay round when the clock is put back', () => {
    // Berlin, 25 October 2026: UTC+2 until 01:00 UTC, then UTC+1
    const offset = (time: number) => (time < at('2026-10-25T01:00:00Z') ? -120 : -60)
    const { ticks } = timeTicks(at('2026-10-24T18:00:00Z'), at('2026-10-25T18:00:00Z'), 4, offset)
    expect(texts(ticks)).toEqual(['22:00', '05:00', '11:00', '17:00'])
  })

  test('never loop or grow without end', () => {
    expect(timeTicks(0, 0, 4, () => 0).ticks).toEqual([0])
    expect(timeTicks(0, 40 * 365 * 86_400_000, 5, () => 0).ticks.length).toBeLessThan(50)
  })

  test('leave out those whose text would stick out at a side', () => {
    const from = new Date(2026, 0, 1, 8, 49, 12).getTime()
    const textsOf = (seconds: number, leftPx: number) => {
      const { ticks, stepMs } = timeMarks([from, from + seconds * 1_000], { leftPx, plotPx: 1_000, rightPx: 10 })
      return ticks.map((time) => timeTickText(time, stepMs))
    }
    // half of "08:54:00" is more than what is left beside it
    expect(textsOf(289, 18).at(-1)).toBe('08:53:30')
    expect(textsOf(302, 18).at(-1)).toBe('08:54:00')
    expect(textsOf(170, 18)[0]).toBe('08:49:15')
    expect(textsOf(170, 0)[0]).toBe('08:49:30')
  })

  test('midnight is told by its day', () => {
    expect(timeTickText(new Date(2026, 10, 21).getTime(), 3_600_000)).toBe('Nov 21')
    expect(timeTickText(new Date(2026, 10, 21, 14, 5).getTime(), 60_000)).toBe('14:05')
    expect(timeTickText(new Date(2026, 10, 21, 14, 5, 15).getTime(), 15_000)).toBe('14:05:15')
  })
})

test.each([
  [[], 5, -1],
  [[10], 99, 0],
  [[10, 20, 30], 14, 0],
  [[10, 20, 30], 16, 1],
  [[10, 20, 30], 31, 2],
  [[10, 20, 30], -5, 0],
])('of %s, the nearest to %s is number %s', (times, time, index) => {
  expect(nearestIndex(times, time)).toBe(index)
})
