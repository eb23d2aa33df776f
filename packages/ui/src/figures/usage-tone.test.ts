import { expect, test } from 'vitest'
import { usageTone } from './usage-tone.ts'

test.each([
  [0, 100, 'accent'],
  [79, 100, 'accent'],
  [80, 100, 'warning'],
  [99, 100, 'warning'],
  [100, 100, 'danger'],
  [300, 100, 'danger'],
  [0, 0, 'accent'],
  [1, 0, 'danger'],
  [1e9, null, 'accent'],
] as const)('%s of %s is %s', (value, max, tone) => {
  expect(usageTone(value, max)).toBe(tone)
})
