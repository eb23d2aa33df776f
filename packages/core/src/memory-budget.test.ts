import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'

const budget = () => new MemoryBudget({ totalBytes: 100, ownerBytes: 60, floorBytes: 5 })

test('an owner gets no more than its own limit, and all together no more than the total', () => {
  const memory = budget()
  const [a, b] = [memory.open('a'), memory.open('b')]
  expect(a.resize(61)).toBe(false)
  expect(a.resize(60)).toBe(true)
  expect(memory.open('a').resize(1)).toBe(false)
  expect(b.resize(41)).toBe(false)
  expect(b.resize(40)).toBe(true)
  expect([memory.usedBytes, memory.usedBy('a'), memory.usedBy('b')]).toEqual([100, 60, 40])
})

test('an owner keeps a small share when others have used up the total', () => {
  const memory = budget()
  memory.open('a').resize(60)
  memory.open('b').resize(40)
  const late = memory.open('c')
  expect(late.resize(6)).toBe(false)
  expect(late.resize(5)).toBe(true)
})

test('a claim that is disposed of gives all it had back, once, and wakes those that wait', async () => {
  const memory = budget()
  const waiting = memory.open('b')
  const held = memory.open('a')
  held.resize(60)
  const released = waiting.released()
  held[Symbol.dispose]()
  held[Symbol.dispose]()
  await released
  expect(memory.usedBytes).toBe(0)
  expect(waiting.resize(60)).toBe(true)
})
