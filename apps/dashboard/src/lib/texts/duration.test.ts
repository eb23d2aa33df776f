import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [84, '84 ms'],
  [1_240, '1.2 s'],
  [150_000, '3 min'],
])('%i ms read %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})
