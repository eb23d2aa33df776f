import { expect, test } from 'vitest'
import { expiryTime } from '../../lib/forms/expiry.ts'
import { expiryText } from './expiry-text.ts'
import { scopesOf, scopesText } from './scope-choice.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

test('a set of scopes shows its preset, or how many there are', () => {
  expect(scopesText(scopesOf('all', []))).toBe('Full access')
  expect(scopesText(scopesOf('read', []))).toBe('Read-only')
  expect(scopesText(scopesOf('some', ['projects:read']))).toBe('1 permission')
  expect(scopesText(scopesOf('some', ['projects:read', 'audit:read']))).toBe('2 permissions')
})

test('an expiry is some days from now, a date, none, or not chosen yet', () => {
  expect(expiryTime('30', null, now)).toBe('2026-12-23T12:00:00.000Z')
  expect(expiryTime('date', '2027-01-01T00:00:00Z', now)).toBe('2027-01-01T00:00:00Z')
  expect([expiryTime('never', null, now), expiryTime('date', null, now)]).toEqual([null, undefined])
  expect(expiryText('never', null, now)).toContain('until you revoke it')
  expect(expiryText('date', null, now)).toBe('Choose a date and time.')
})
