import { expect, test } from 'vitest'
import { bytesOf, inLargestUnit } from './file-sizes.ts'

test.each([
  ['50', 'MB', 52_428_800],
  ['1.5', 'kB', 1_536],
  ['1,5', 'kB', 1_536],
  ['0', 'MB', Number.NaN],
  ['-1', 'MB', Number.NaN],
  ['1e9', 'MB', Number.NaN],
] as const)('%s %s are %i bytes', (amount, unit, bytes) => {
  expect(bytesOf(amount, unit)).toBe(bytes)
})

test('shows a limit in the largest unit that it is a whole number of', () => {
  expect([52_428_800, 1_537, 1024 ** 3].map(inLargestUnit)).toEqual([
    { amount: '50', unit: 'MB' },
    { amount: '1537', unit: 'bytes' },
    { amount: '1', unit: 'GB' },
  ])
})
