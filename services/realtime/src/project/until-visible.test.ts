import { expect, test } from 'vitest'
import { readSnapshot } from './until-visible.ts'

test('a snapshot sees transactions that were over before it, also after ids have begun again', () => {
  const sees = readSnapshot('740:750:740,745')
  expect([739, 740, 741, 745, 749, 750, 751].map(sees)).toEqual([true, false, true, false, true, false, false])
  expect([749, 750].map(readSnapshot('750:750:'))).toEqual([true, false])
  // the first of them is 2^32 + 5 in whole
  const after = readSnapshot(`${2n ** 32n - 3n}:${2n ** 32n + 5n}:${2n ** 32n - 3n},${2n ** 32n + 1n}`)
  expect([2 ** 32 - 4, 2 ** 32 - 3, 2 ** 32 - 1, 0, 1, 4, 5].map(after)).toEqual([true, false, true, true, false, true, false])
})
