import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RestTimer } from './rest-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it is done once it is not asked for any more, and at the latest after its longest time', () => {
  const done: number[] = []
  const begun = Date.now()
  const timer = new RestTimer(() => done.push(Date.now() - begun), { restMs: 300, longestMs: 1_000 })
  timer.ask()
  vi.advanceTimersByTime(299)
  expect([done, timer.isDue]).toEqual([[], true])
  vi.advanceTimersByTime(1)
  expect([done, timer.isDue]).toEqual([[300], false])
  for (let keys = 0; keys < 12; keys += 1) {
    timer.ask()
    vi.advanceTimersByTime(100)
  }
  expect(done).toEqual([300, 1_300])
  vi.advanceTimersByTime(200)
  expect(done).toEqual([300, 1_300, 1_700])
  timer.ask()
  timer.cancel()
  vi.advanceTimersByTime(2_000)
  expect([done.length, timer.isDue]).toEqual([3, false])
})
