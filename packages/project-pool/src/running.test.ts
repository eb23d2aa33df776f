import { expect, test } from 'vitest'
import { Cancellation } from './cancellation.ts'
import { RunningQueries } from './running.ts'

test('a cancellation is sent until the run is over, and not afterwards', async () => {
  const third = Promise.withResolvers<void>()
  let sent = 0
  const cancellation = new Cancellation(async () => {
    sent += 1
    if (sent === 3) third.resolve()
    return true
  })
  expect(await cancellation.ask()).toBe(true)
  await third.promise
  await cancellation.end()
  expect(cancellation.isAsked).toBe(true)
  expect(await cancellation.ask()).toBe(false)
  expect(sent).toBe(3)
})

test('a query that is cancelled while it waits for a connection is cancelled as soon as it has one', async () => {
  const running = new RunningQueries()
  const free = running.reserve('p u', 'key')
  expect(await running.find('p u', 'key')?.()).toBe(true)
  let cancelled = 0
  const over = running.register('p u', 'key', () => Promise.resolve(++cancelled > 0))
  expect(cancelled).toBe(1)
  over()
  expect(await running.find('p u', 'key')?.()).toBe(false)
  free()
  expect(running.find('p u', 'key')).toBeUndefined()
})
