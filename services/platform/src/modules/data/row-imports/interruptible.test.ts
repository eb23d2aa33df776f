import { expect, test } from 'vitest'
import { interruptible, rejectOnAbort } from './interruptible.ts'

async function* numbers(count: number, then: Promise<void> = Promise.resolve()): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number
  await then
}

test('items pass as they are', async () => {
  expect(await Array.fromAsync(interruptible(numbers(3), new Promise<never>(() => {})))).toEqual([0, 1, 2])
})

test('a failure ends the wait for an item that never comes', async () => {
  const stop = new AbortController()
  const { failure } = rejectOnAbort(stop.signal, () => new Error('stopped'))
  const seen: number[] = []
  const reading = (async () => {
    for await (const number of interruptible(numbers(2, new Promise(() => {})), failure)) seen.push(number)
  })()
  await expect.poll(() => seen).toEqual([0, 1])
  stop.abort()
  await expect(reading).rejects.toThrow('stopped')
})

test('a failure that was there before, or comes between two items, is told too', async () => {
  await expect(Array.fromAsync(interruptible(numbers(3), rejectOnAbort(AbortSignal.abort(), () => new Error('stopped')).failure))).rejects.toThrow(
    'stopped',
  )
  const between = Promise.withResolvers<never>()
  const items = interruptible(numbers(3), between.promise)
  await items.next()
  between.reject(new Error('stopped'))
  await expect(items.next()).rejects.toThrow('stopped')
})

test('the source ends with whoever reads it, and its own errors pass', async () => {
  let isEnded = false
  async function* source(): AsyncGenerator<number> {
    try {
      yield 1
      throw new Error('its own')
    } finally {
      isEnded = true
    }
  }
  for await (const number of interruptible(source(), new Promise<never>(() => {}))) if (number === 1) break
  await expect.poll(() => isEnded).toBe(true)
  await expect(Array.fromAsync(interruptible(source(), new Promise<never>(() => {})))).rejects.toThrow('its own')
})
