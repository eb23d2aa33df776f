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

test('is given up after a minute', async () => {
  const part = loaded(async () => Promise.reject<{ Panel: string }>(new Error('gone')), 'Panel')()
  const failure = expect(part).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(60_000)
  await failure
})
