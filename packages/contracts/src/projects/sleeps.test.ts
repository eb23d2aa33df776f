import { describe, expect, test } from 'vitest'
import { isSleepAllowed, SleepAfter, sleepAfterMinutes } from './sleeps.ts'

describe('after how long a project sleeps', () => {
  test.for([
    ['free', 'plan', 15],
    ['free', 5, 5],
    ['free', 600, 60],
    ['free', 'never', 60],
    ['pro', 'plan', null],
    ['pro', 'never', null],
    ['pro', 600, 600],
    ['enterprise', 'plan', null],
  ] as const)('%s, chosen %s: %s minutes', ([plan, chosen, minutes]) => {
    expect(sleepAfterMinutes(plan, chosen)).toBe(minutes)
  })

  test.for([
    ['free', 'plan', true],
    ['free', 60, true],
    ['free', 61, false],
    ['free', 'never', false],
    ['team', 'never', true],
    ['team', 10_080, true],
  ] as const)('%s may choose %s: %s', ([plan, chosen, isAllowed]) => {
    expect(isSleepAllowed(plan, chosen)).toBe(isAllowed)
  })

  test.for([0, -1, 1.5, 10_081, 'always', null])('%s is no choice', (chosen) => {
    expect(SleepAfter.safeParse(chosen).success).toBe(false)
  })
})
