import { expect, test } from 'vitest'
import { found, ordered, orderOf, orderText } from './object-list.ts'

const items = [
  { name: 'item10', size: 3 },
  { name: 'item9', size: null },
  { name: 'Album', size: 1 },
]
const names = (words: string, by: 'name' | 'size', isDescending = false) =>
  found(
    ordered(items, (item) => item[by], isDescending),
    words,
    ({ name }) => name,
  ).map(({ name }) => name)

test('objects are found by words in any case and order, numbers count as numbers, and what has no value comes last', () => {
  expect(names('', 'name')).toEqual(['Album', 'item9', 'item10'])
  expect(names('10 ITEM', 'name')).toEqual(['item10'])
  expect(names('', 'size')).toEqual(['Album', 'item10', 'item9'])
  expect(names('', 'size', true)).toEqual(['item10', 'Album', 'item9'])
})

test('an order is written into the address and read from it', () => {
  expect(orderOf(undefined, 'Name')).toEqual({ column: 'Name', isDescending: false })
  for (const text of ['Size', '-Size', '-Name']) expect(orderText(orderOf(text, 'Name'), 'Name')).toBe(text)
  expect(orderText({ column: 'Name', isDescending: false }, 'Name')).toBeUndefined()
  expect(orderOf(undefined, 'Version', true)).toEqual({ column: 'Version', isDescending: true })
  for (const text of ['Size', '-Size', 'Version']) expect(orderText(orderOf(text, 'Version', true), 'Version', true)).toBe(text)
  expect(orderText({ column: 'Version', isDescending: true }, 'Version', true)).toBeUndefined()
})
