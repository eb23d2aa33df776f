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

test('the loop stays awake for 50 µs after a packet, and no longer', () => {
  const { polling, turnsUntilAsleep } = startLoop(2)
  polling.heard(one)
  expect(turnsUntilAsleep()).toBe(3)
  expect(turnsUntilAsleep()).toBe(0)
})

test('packets in a row turn it once, not once each', () => {
  const { polling, turnsUntilAsleep } = startLoop(2)
  for (let packet = 0; packet < 100; packet += 1) polling.heard(one)
  expect(turnsUntilAsleep()).toBe(3)
})

test('where as many clients are at work as keep the cores busy, it sleeps', () => {
  const { polling, turnsUntilAsleep, pass } = startLoop(2)
  polling.heard(one)
  polling.heard(two)
  expect(turnsUntilAsleep()).toBe(1)
  // also in the moment when only one of them has been heard again
  pass(1)
  polling.heard(one)
  expect(turnsUntilAsleep()).toBe(0)
  // until the other one is gone
  pass(3)
  polling.heard(one)
  expect(turnsUntilAsleep()).toBe(3)
})

test('more cores stay awake for more clients, and a single one for none', () => {
  const [four, single] = [startLoop(4), startLoop(1)]
  for (const { polling } of [four, single]) {
    polling.heard(one)
    polling.heard(two)
  }
  expect(four.turnsUntilAsleep()).toBe(3)
  expect(single.turnsUntilAsleep()).toBe(0)
})
