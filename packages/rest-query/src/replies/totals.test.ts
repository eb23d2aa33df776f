import { expect, test } from 'vitest'
import { readTotal } from './totals.ts'

test.for([
  ['12', { rows: 12, ms: null }],
  ['1800000000.000000 12 1800000000.812345', { rows: 12, ms: 812.35 }],
  // a clock that was set back
  ['1800000001.000000 0 1800000000.000000', { rows: 0, ms: 0 }],
] as const)('%s is read', ([text, total]) => {
  expect(readTotal(text)).toEqual(total)
})
