import { expect, test } from 'vitest'
import { estimateSeconds, secondsAt } from './estimate.ts'

const mb = 1_000_000

test('one copy tells what one as large takes, and a larger one takes longer in proportion', () => {
  const past = [{ bytes: 100 * mb, ms: 1_250 }]
  expect(estimateSeconds(100 * mb, past)).toBeCloseTo(1.25)
  expect(estimateSeconds(1_000 * mb, past)).toBeCloseTo(10.25)
  // what a server takes, however little there is to copy
  expect(estimateSeconds(0, past)).toBeCloseTo(0.25)
})

test('copies of several sizes tell how much of the time is of the size', () => {
  const past = [
    { bytes: 10 * mb, ms: 600 },
    { bytes: 100 * mb, ms: 1_500 },
    { bytes: 1_000 * mb, ms: 10_500 },
  ]
  expect(estimateSeconds(500 * mb, past)).toBeCloseTo(5.5)
  expect(estimateSeconds(0, past)).toBeCloseTo(0.5)
})

test('a small copy on a busy machine makes no larger one faster', () => {
  const past = [
    { bytes: 10 * mb, ms: 9_000 },
    { bytes: 100 * mb, ms: 1_500 },
  ]
  expect(estimateSeconds(1_000 * mb, past)).toBeGreaterThan(estimateSeconds(100 * mb, past))
  expect(estimateSeconds(0, past)).toBeGreaterThan(0)
})

test('a rate that was measured tells, with what a server takes', () => {
  expect(secondsAt(1_000 * mb, 500 * mb)).toBeCloseTo(2.25)
})
