import type { Branch } from '@colonnade/contracts'
import { expect, test } from 'vitest'
import { expiryOf, sourcesOf, untilText } from './branch-words.ts'

const hour = 3_600_000

test.each([
  [7 * 24 * hour, 'in 7 days'],
  [36 * hour, 'in 2 days'],
  [5 * hour, 'in 5 hours'],
  [90_000, 'in 2 minutes'],
  [10_000, 'now'],
  [-hour, 'now'],
])('%d ms from now is told', (ms, text) => {
  expect(untilText(1_000_000 + ms, 1_000_000)).toBe(text)
})

test('a lifetime counts from now', () => {
  expect(expiryOf('never', 0)).toBeNull()
  expect(expiryOf('week', 0)).toBe('1970-01-08T00:00:00.000Z')
})

test('what is not active is not copied, and nothing is copied onto itself', () => {
  const branches = [
    { id: 'a', status: 'ACTIVE_HEALTHY' },
    { id: 'b', status: 'COMING_UP' },
    { id: 'c', status: 'ACTIVE_HEALTHY' },
  ] as Branch[]
  expect(sourcesOf(branches).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(sourcesOf(branches, branches[0]).map(({ id }) => id)).toEqual(['c'])
})
