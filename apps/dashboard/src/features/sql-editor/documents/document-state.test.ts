import { expect, test } from 'vitest'
import { compareSaved } from './document-state.ts'

const saved = (content: string, version = 2) => ({ version, content })

test('a text that only one side changed follows that side', () => {
  expect(compareSaved('a', { base: saved('a', 1), sent: null }, saved('b'))).toBe('theirs')
  expect(compareSaved('mine', { base: saved('a', 1), sent: null }, saved('a'))).toBe('ours')
})

test('both sides changed it: a conflict, unless they wrote the same', () => {
  expect(compareSaved('mine', { base: saved('a', 1), sent: null }, saved('b'))).toBe('conflict')
  expect(compareSaved('b', { base: saved('a', 1), sent: null }, saved('b'))).toBe('same')
})

test('what was sent from here and whose answer was lost is no change of somebody else', () => {
  expect(compareSaved('mine, longer', { base: null, sent: 'mine' }, saved('mine', 1))).toBe('ours')
  expect(compareSaved('mine, longer', { base: saved('a', 1), sent: 'mine' }, saved('mine'))).toBe('ours')
  expect(compareSaved('mine, longer', { base: saved('a', 1), sent: 'mine' }, saved('theirs', 3))).toBe('conflict')
})
