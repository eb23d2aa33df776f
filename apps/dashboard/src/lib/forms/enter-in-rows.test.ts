import { expect, test } from 'vitest'
import { stepOfEnter } from './enter-in-rows.ts'

test('Enter goes through the fields of a list, adds a row at its end, and never a second empty one', () => {
  const attributes = [
    ['street', 'text'],
    ['zip', ''],
  ]
  expect(stepOfEnter(attributes, 0, 0)).toEqual({ row: 0, field: 1 })
  expect(stepOfEnter(attributes, 0, 1)).toEqual({ row: 1, field: 0 })
  expect(stepOfEnter(attributes, 1, 1)).toBe('add')
  expect(stepOfEnter([['draft']], 0, 0)).toBe('add')
  expect(stepOfEnter([['draft'], [' ']], 1, 0)).toBe('stay')
})
