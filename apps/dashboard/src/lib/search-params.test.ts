import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each([
  { given: '?id=0123', expected: { id: '0123' } },
  { given: '?id=9007199254740993', expected: { id: '9007199254740993' } },
  { given: '?isOpen=true', expected: { isOpen: 'true' } },
  { given: '?text=null', expected: { text: 'null' } },
  { given: '?text=%5Bnot%20json%5D', expected: { text: '[not json]' } },
  { given: '?list=%5B1%2C%22a%22%5D', expected: { list: [1, 'a'] } },
])('$given is $expected', ({ given, expected }) => {
  expect(parseSearch(given)).toEqual(expected)
})

test.each([
  { returnTo: '/a?b=c&d=e' },
  { text: '[1]' },
  { text: '"quoted"' },
  { page: '2' },
  { sort: ['name:asc', 'id:desc'] },
  { filter: [{ column: 'a', value: '1' }] },
])('what is written is read back: %o', (search) => {
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('text stands in the address as it is', () => {
  expect(stringifySearch({ returnTo: 'home' })).toBe('?returnTo=home')
})
