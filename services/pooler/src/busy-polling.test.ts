import { expect, test } from 'vitest'
import { createBusyPolling } from './busy-polling.ts'

/** A loop whose turns take twenty microseconds of a clock that only they and the test move. */
function startLoop(cores: number) {
  let time = 0
  const waiting: (() => void)[] = []
  const polling = createBusyPolling({ cores, now: () => time, turn: (work) => void waiting.push(work) })
  /** Turns until it would sleep: how often that is. */
  const turnsUntilAsleep = (): number => {
    let turns = 0
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift(), turns += 1) {
      time += 0.02
      work()
    }
    return turns
  }
  return {
    polling,
    turnsUntilAsleep,
    pass: (ms: number) => void (time += ms),
  }
}

const [one, two] = [{}, {}]

/** A client that is heard a tenth of a millisecond after it was heard last, which is waited for the next time. */
function settle({ polling, turnsUntilAsleep, pass }: ReturnType<typeof startLoop>, clients: readonly object[] = [one]): void {
  for (const client of clients) polling.heard(client)
  for (let packet = 0; packet < 2; packet += 1) {
    turnsUntilAsleep()
    pass(0.1)
    for (const client of clients) polling.heard(client)
  }
}

test('a packet that comes alone is not waited for', () => {
  const { polling, turnsUntilAsleep, pass } = startLoop(2)
  for (let packet = 0; packet < 10; packet += 1) {
    polling.heard(one)
    expect(turnsUntilAsleep()).toBe(0)
    pass(1)
  }
})

test('the loop stays awake for longer until it meets the next packet, for 200 µs at most', () => {
  const loop = startLoop(2)
  settle(loop)
  expect(loop.turnsUntilAsleep()).toBe(5)
  loop.pass(0.09)
  loop.polling.heard(one)
  // a packet that was met in time changes nothing
  loop.polling.heard(one)
  expect(loop.turnsUntilAsleep()).toBe(10)
})

test('once nothing follows soon, it stays awake for half as long each time, and then not at all', () => {
  const loop = startLoop(2)
  settle(loop)
  loop.turnsUntilAsleep()
  const turns = Array.from({ length: 4 }, () => {
    loop.pass(1)
    loop.polling.heard(one)
    return loop.turnsUntilAsleep()
  })
  expect(turns).toEqual([3, 0, 0, 0])
})

test('packets in a row turn it once, not once each', () => {
  const loop = startLoop(2)
  settle(loop)
  for (let packet = 0; packet < 100; packet += 1) loop.polling.heard(one)
  expect(loop.turnsUntilAsleep()).toBe(5)
})

test('where as many clients are at work as keep the cores busy, it sleeps', () => {
  const loop = startLoop(2)
  settle(loop)
  loop.polling.heard(two)
  expect(loop.turnsUntilAsleep()).toBe(1)
  // also in the moment when only one of them has been heard again
  loop.pass(0.15)
  loop.polling.heard(one)
  expect(loop.turnsUntilAsleep()).toBe(0)
  // until the other one is gone
  for (let packet = 0; packet < 30; packet += 1) {
    loop.pass(0.1)
    loop.polling.heard(one)
  }
  expect(loop.turnsUntilAsleep()).toBeGreaterThan(1)
})

test('more cores stay awake for more clients, and a single one for none', () => {
  const [four, single] = [startLoop(4), startLoop(1)]
  for (const loop of [four, single]) settle(loop, [one, two])
  expect(four.turnsUntilAsleep()).toBe(5)
  expect(single.turnsUntilAsleep()).toBe(0)
})
