import { expect, test } from 'vitest'
import { finish, inSlices, mapItems, orderPlaces, sortItems } from './slices.ts'

test('items of any number are sorted, those that are alike in the order in which they come', () => {
  for (const count of [0, 1, 2, 511, 512, 513, 1_024, 5_000]) {
    const items = Array.from({ length: count }, (_, at) => ({ key: (at * 7_919) % 101, at }))
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
    expect(finish(sortItems(items, byKey))).toEqual(items.toSorted(byKey))
  }
  expect([...finish(orderPlaces(3, (a, b) => b - a))]).toEqual([2, 1, 0])
})

test('work in slices lets other tasks through, and gives what it gives in one go', async () => {
  let others = 0
  const other = setInterval(() => (others += 1), 0)
  const slow = (item: number) => {
    const until = performance.now() + 0.05
    while (performance.now() < until);
    return item * 2
  }
  const items = Array.from({ length: 2_000 }, (_, at) => at)
  expect(await inSlices(mapItems(items, slow), () => false)).toEqual({ value: items.map((item) => item * 2) })
  clearInterval(other)
  expect(others).toBeGreaterThan(0)
})

test('work that is stale is given up', async () => {
  let steps = 0
  function* endless() {
    for (;;) {
      steps += 1
      yield
    }
  }
  expect(await inSlices(endless(), () => steps >= 3)).toBeNull()
  expect(steps).toBe(3)
})
