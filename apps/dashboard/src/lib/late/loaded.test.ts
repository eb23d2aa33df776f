import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loaded } from './loaded.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is asked for again until it is there', async () => {
  const load = vi.fn(async () => ({ Panel: 'panel' }))
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'))
  const part = loaded(load, 'Panel')()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await part).toEqual({ default: 'panel' })
  expect(load).toHaveBeenCalledTimes(3)
})

test('is never given up: the page around it stays', async () => {
  const load = vi.fn(async () => ({ Panel: 'panel' }))
  for (let failure = 0; failure < 100; failure += 1) load.mockRejectedValueOnce(new Error('offline'))
  const part = loaded(load, 'Panel')()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await part).toEqual({ default: 'panel' })
})
