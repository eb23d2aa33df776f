import { expect, test } from 'vitest'
import { expectColumn, takeExpectedColumn } from './added-column.ts'

test('the column that was added is scrolled to once, in its own table, as soon as it is there', () => {
  expectColumn(7, 'price')
  expect(takeExpectedColumn(7, ['id'])).toBe(-1)
  expect(takeExpectedColumn(8, ['id', 'price'])).toBe(-1)
  expect(takeExpectedColumn(7, ['id', 'price'])).toBe(1)
  expect(takeExpectedColumn(7, ['id', 'price'])).toBe(-1)
})
