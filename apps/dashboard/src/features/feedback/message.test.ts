import { expect, test } from 'vitest'
import { messageProblem } from './message.ts'

test.each([
  { message: '', hasPicture: true, isTouched: true, expected: 'Please include a message in your feedback.' },
  { message: ' \n', hasPicture: true, isTouched: true, expected: 'Please include a message in your feedback.' },
  { message: '', hasPicture: true, isTouched: false, expected: undefined },
  { message: '', hasPicture: false, isTouched: true, expected: undefined },
  { message: 'a', hasPicture: true, isTouched: true, expected: undefined },
  { message: 'a'.repeat(10_000), hasPicture: false, isTouched: true, expected: undefined },
  { message: 'a'.repeat(11_234), hasPicture: false, isTouched: false, expected: 'Remove 1,234 characters.' },
])('a message of $message.length characters, with a picture: $hasPicture, touched: $isTouched', ({ message, hasPicture, isTouched, expected }) => {
  expect(messageProblem(message, hasPicture, isTouched)).toBe(expected)
})
