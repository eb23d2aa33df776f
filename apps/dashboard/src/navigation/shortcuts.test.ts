import { expect, test } from 'vitest'
import { overlayFor } from './shortcuts.ts'

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey', boolean>> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  ...held,
})

test.each([
  { promise: '⌘K opens the command menu', event: press('k', { metaKey: true }), isTyping: false, expected: 'commands' },
  { promise: 'Ctrl K opens it too', event: press('K', { ctrlKey: true }), isTyping: false, expected: 'commands' },
  { promise: '⌘K works while typing', event: press('k', { metaKey: true }), isTyping: true, expected: 'commands' },
  { promise: 'a plain k does nothing', event: press('k'), isTyping: false, expected: null },
  { promise: '? shows the shortcuts', event: press('?'), isTyping: false, expected: 'shortcuts' },
  { promise: 'a question mark can be typed', event: press('?'), isTyping: true, expected: null },
])('$promise', ({ event, isTyping, expected }) => {
  expect(overlayFor(event, isTyping)).toBe(expected)
})
