import { describe, expect, test } from 'vitest'
import { sparklinePath, summarize } from './sparkline-path.ts'

describe('the path', () => {
  test.each([
    ['goes from left to right, zero at the bottom', [0, 5, 10], 'M0,20L50,10L100,0'],
    ['starts at zero even if nothing is that low', [5, 10], 'M0,10L100,0'],
    ['goes down to what is below zero', [-5, 5], 'M0,20L100,0'],
    ['has a gap where there is no value', [1, 1, null, 1, 1], 'M0,0L25,0M75,0L100,0'],
    ['makes a lone value a dot', [null, 4, null], 'M50,0L50,0'],
    ['lies at the bottom when all is zero', [0, 0], 'M0,20L100,20'],
    ['is a dot for one value', [7], 'M0,0L0,0'],
    ['is nothing for nothing', [], ''],
    ['is nothing for gaps', [null, null], ''],
  ])('%s', (_, points, path) => {
    expect(sparklinePath(points, 100, 20)).toBe(path)
  })
})

test('words say the extremes and the end, which may be followed by gaps', () => {
  expect(summarize([3, null, 9, 4, null], String)).toBe('lowest 3, highest 9, latest 4')
  expect(summarize([null], String)).toBe('no values')
})
