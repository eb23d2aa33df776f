import { expect, test } from 'vitest'
import { leftOutText, peopleText } from './people-text.ts'

test('counts are written as they are said', () => {
  expect([0, 1, 2].map(peopleText)).toEqual(['nobody signs in with it yet', '1 person signs in with it', '2 people sign in with it'])
})

test('who is left without a way in is said, unless it is nobody', () => {
  expect(leftOutText(0)).toBe('')
  expect(leftOutText(1)).toContain('1 of them has neither')
  expect(leftOutText(3)).toContain('3 of them have neither')
})
