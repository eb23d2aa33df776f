import { expect, test } from 'vitest'
import { relativeTimeText } from './relative-time-text.ts'

const now = Date.UTC(2026, 5, 15, 12)

test.each([
  [0, 'just now'],
  [-59_000, 'just now'],
  [5_000, 'just now'],
  [40_000, 'in a moment'],
  [-60_000, '1 minute ago'],
  [-3_599_000, '59 minutes ago'],
  [-86_400_000, 'yesterday'],
  [-3 * 86_400_000, '3 days ago'],
  [-400 * 86_400_000, 'last year'],
  [7_200_000, 'in 2 hours'],
])('%i ms from now is %s', (offset, expected) => {
  expect(relativeTimeText(now + offset, now)).toBe(expected)
})
