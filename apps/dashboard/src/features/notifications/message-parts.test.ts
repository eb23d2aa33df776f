import { expect, test } from 'vitest'
import { messageParts } from './message-parts.ts'

test('moments are told apart from what stands around them', () => {
  expect(messageParts('From 2026-01-31 12:00:05 UTC to 2026-01-31 12:00:06 UTC.')).toEqual([
    { text: 'From ', at: null },
    { text: '2026-01-31 12:00:05 UTC', at: '2026-01-31T12:00:05Z' },
    { text: ' to ', at: null },
    { text: '2026-01-31 12:00:06 UTC', at: '2026-01-31T12:00:06Z' },
    { text: '.', at: null },
  ])
})

test.for(['', 'Nothing of the kind', '2026-01-31 12:00:05', '2026-99-99 12:00:05 UTC'])('%j is one text, as it is', (message) => {
  expect(messageParts(message)).toEqual(message === '' ? [] : [{ text: message, at: null }])
})
