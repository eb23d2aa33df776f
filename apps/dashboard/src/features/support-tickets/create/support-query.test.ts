import { expect, test } from 'vitest'
import { SupportQuery } from './support-query.ts'

test.each([
  { promise: 'nothing is nothing', given: {}, expected: {} },
  {
    promise: 'what Contact support sends is taken',
    given: { ref: 'abc', category: 'dashboard_bug', subject: 'Failed to load branches', error: 'Not found' },
    expected: { ref: 'abc', category: 'dashboard_bug', subject: 'Failed to load branches', error: 'Not found' },
  },
  { promise: 'an unknown category is none', given: { category: 'nonsense' }, expected: {} },
  {
    promise: 'what looked like JSON is text again',
    given: { error: { code: 1 }, subject: [1, 'a'] },
    expected: { error: '{"code":1}', subject: '[1,"a"]' },
  },
  { promise: 'a subject is one line', given: { subject: ' a\r\nBcc: b\u0000 ' }, expected: { subject: 'a Bcc: b' } },
  { promise: 'empty is nothing', given: { ref: '', subject: ' ', error: '\u0000' }, expected: {} },
  { promise: 'markup stays text', given: { error: '<img src=x onerror=alert(1)>' }, expected: { error: '<img src=x onerror=alert(1)>' } },
  { promise: 'names of another kind are left out', given: { __proto__: { x: 1 }, other: '1', ref: 'a' }, expected: { ref: 'a' } },
])('$promise', ({ given, expected }) => {
  expect(JSON.parse(JSON.stringify(SupportQuery.parse(given)))).toEqual(expected)
})

test('long values are cut; an error says so, and stays the same when it is read again', () => {
  const query = SupportQuery.parse({ ref: 'r'.repeat(1_000), subject: 's'.repeat(1_000), error: 'e'.repeat(100_000) })
  expect(query.ref).toHaveLength(100)
  expect(query.subject).toHaveLength(200)
  expect(query.error).toHaveLength(10_000)
  expect(query.error).toMatch(/e\n… \(truncated\)$/)
  expect(SupportQuery.parse(query)).toEqual(query)
})

test('a cut does not leave half a character', () => {
  expect(SupportQuery.parse({ error: '😀'.repeat(50_000) }).error?.isWellFormed()).toBe(true)
})
