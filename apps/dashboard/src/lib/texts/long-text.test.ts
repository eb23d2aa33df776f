import { expect, test } from 'vitest'
import { fits, fitted } from './long-text.ts'

test('a megabyte is cut to twice of what can be sent, without half characters', () => {
  expect(fitted('x'.repeat(1_000_000), 10_000)).toHaveLength(20_000)
  expect(fitted(`x${'😀'.repeat(500_000)}`, 10_000).isWellFormed()).toBe(true)
})

test('what can be sent, and somewhat more, stays as it is', () => {
  expect(fitted('short', 10)).toBe('short')
  expect(fitted('a'.repeat(20), 10)).toHaveLength(20)
  expect([fits(20, 10), fits(21, 10)]).toEqual([true, false])
})
