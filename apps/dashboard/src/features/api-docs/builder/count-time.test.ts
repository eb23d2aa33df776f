import { expect, test } from 'vitest'
import { countMsOf } from './count-time.ts'

test.for([
  ['count;dur=12', 12],
  ['count;dur=1200.5;desc="Exact counts read every matching row."', 1_200.5],
  ['db;dur=3, count;dur=7', 7],
  ['discount;dur=3', null],
  ['', null],
] as const)('%s is a count of %s ms', ([header, ms]) => {
  expect(countMsOf(header)).toBe(ms)
})
