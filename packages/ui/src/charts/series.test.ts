import { expect, test } from 'vitest'
import { colorOf, extentOf, topsOf } from './series.ts'

const reads = { label: 'Reads', values: [1, null, 5] }
const writes = { label: 'Writes', values: [2, 3, -4.5] }

test('stacked series stand on those before them, and what is missing adds nothing', () => {
  expect(topsOf([reads, writes], 0, true)).toEqual([1, 3])
  expect(topsOf([reads, writes], 1, true)).toEqual([null, 3])
  expect(topsOf([reads, writes], 0, false)).toEqual([1, 2])
})

test('the axis takes in zero, the highest stack and what is below zero', () => {
  expect(extentOf([reads, writes], 3, false)).toEqual({ low: -4.5, high: 5, isWhole: false })
  expect(extentOf([reads], 3, false)).toEqual({ low: 0, high: 5, isWhole: true })
  expect(extentOf([{ label: 'Nothing', values: [null, null] }], 2, false)).toBeNull()
  expect(extentOf([], 0, true)).toBeNull()
})

test('colours go by place, unless one is asked for, and start again after the last', () => {
  expect(colorOf(reads, 1)).toBe('var(--chart-2)')
  expect(colorOf(reads, 5)).toBe('var(--chart-1)')
  expect(colorOf({ ...reads, color: 4 }, 0)).toBe('var(--chart-4)')
})
