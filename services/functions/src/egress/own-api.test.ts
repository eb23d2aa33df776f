import { expect, test } from 'vitest'
import { chain } from '../limits.ts'
import { createChainCounter } from './own-api.ts'

test('functions of a project that call each other without end wait, and those of no other', () => {
  let now = 1_000
  const count = createChainCounter(() => now)
  for (let calls = 0; calls < chain.calls; calls += 1) expect(count('one')).toBe(0)
  now += 20_000
  expect([count('one'), count('two')]).toEqual([chain.withinMs - 20_000, 0])
  now += chain.withinMs
  expect(count('one')).toBe(0)
})
