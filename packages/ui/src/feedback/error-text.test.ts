import { expect, test } from 'vitest'
import { errorTitle } from './error-text.ts'

test('an error is named with its message', () => {
  expect(errorTitle('The disk is full')).toBe('Error: The disk is full')
})

test('a message that contains 503 is replaced (spec §8)', () => {
  expect(errorTitle('upstream said 503')).toBe('Error: 503 Service Temporarily Unavailable')
})
