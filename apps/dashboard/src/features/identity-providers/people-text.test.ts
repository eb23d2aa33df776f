import { expect, test } from 'vitest'
import { leftOutText, peopleText } from './people-text.ts'

test('counts are written as they are said', () => {
  expect([0, 1, 2].map(peopleText)).toEqual(['No one signs in with it', '1 person signs in with it', '2 people sign in with it'])
})

test('people left without another way to sign in are counted', () => {
  expect(leftOutText(0)).toBe('')
  expect(leftOutText(1)).toContain('1 of them has no password')
  expect(leftOutText(3)).toContain('3 of them have no password')
})
