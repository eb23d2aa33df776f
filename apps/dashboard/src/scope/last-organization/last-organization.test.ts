import { expect, test } from 'vitest'
import { homeOrganization } from './last-organization.ts'

const mine = [{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }]

test.each([
  { promise: 'the last visited', current: 'b', last: 'c', expected: 'c' },
  { promise: 'the current, when the last is not mine any more', current: 'b', last: 'gone', expected: 'b' },
  { promise: 'the current, when nothing was visited', current: 'b', last: null, expected: 'b' },
  { promise: 'the first', current: undefined, last: null, expected: 'a' },
])('the logo leads to $promise (spec §2)', ({ current, last, expected }) => {
  expect(homeOrganization(mine, current, last)).toBe(expected)
})

test('without organizations it leads to none', () => {
  expect(homeOrganization([], undefined, 'a')).toBeNull()
})
