import { expect, test } from 'vitest'
import { finder, ordered, orderOf, orderText } from './list-order.ts'

const items = [
  { name: 'item10', size: 3 },
  { name: 'item9', size: null },
  { name: 'Album', size: 1 },
]
const names = (words: string, by: 'name' | 'size', isDescending = false) =>
  finder(
    ordered(items, (item) => item[by], isDescending),
    ({ name }) => name,
  )(words).map(({ name }) => name)

test('objects are found by words in any case and order, numbers count as numbers, and what has no value comes last', () => {
  expect(names('', 'name')).toEqual(['Album', 'item9', 'item10'])
  expect(names('10 ITEM', 'name')).toEqual(['item10'])
  expect(names('', 'size')).toEqual(['Album', 'item10', 'item9'])
  expect(names('', 'size', true)).toEqual(['item10', 'Album', 'item9'])
})

test('what is found does not depend on what was searched before', () => {
  const words = ['', 'i', 'it', 'item', 'item 1', 'item 10', 'item 9', 'm', 'M 9', 'um', 'item', 'none', 'none of']
  const find = finder(items, ({ name }) => name)
  for (const text of words) expect(find(text)).toEqual(finder(items, ({ name }) => name)(text))
})

test('an order is written into the address and read from it', () => {
  expect(orderOf(undefined, 'Name')).toEqual({ column: 'Name', isDescending: false })
  for (const text of ['Size', '-Size', '-Name']) expect(orderText(orderOf(text, 'Name'), 'Name')).toBe(text)
  expect(orderText({ column: 'Name', isDescending: false }, 'Name')).toBeUndefined()
  expect(orderOf(undefined, 'Version', true)).toEqual({ column: 'Version', isDescending: true })
  for (const text of ['Size', '-Size', 'Version']) expect(orderText(orderOf(text, 'Version', true), 'Version', true)).toBe(text)
  expect(orderText({ column: 'Version', isDescending: true }, 'Version', true)).toBeUndefined()
})

test('names are in the order of the language, however they are compared', () => {
  const collator = new Intl.Collator('en', { numeric: true })
  const pieces = ['a', 'z', 'ab', '_', '__', '0', '7', '07', '10', '9', '123456789012345678901234567890', '1'.repeat(70), 'É', 'A', '-', ' ', '']
  let seed = 7
  const next = () => pieces[(seed = (seed * 48_271) % 2_147_483_647) % pieces.length]!
  const texts = Array.from({ length: 2_000 }, () => [next(), next(), next(), next()].join(''))
  expect(ordered(texts, (text) => text, false)).toEqual(texts.toSorted((one, other) => collator.compare(one, other)))
})
