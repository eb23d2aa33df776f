import { describe, expect, test } from 'vitest'
import { initialsOf, stateOf, titleOf, totalText } from './user-words.ts'

const user = {
  id: '0b0a3b52-4f0e-4d7c-9a53-9a1f6d9f0a11',
  email: 'ada@example.com',
  phone: null,
  name: null,
  avatar_url: null,
  providers: ['email'],
  created_at: null,
  last_sign_in_at: null,
  email_confirmed_at: '2026-01-01T00:00:00+00:00',
  phone_confirmed_at: null,
  banned_until: null,
  deleted_at: null,
  is_anonymous: false,
  is_sso_user: false,
}

describe('a user', () => {
  test.each([
    [{}, 'ada@example.com'],
    [{ email: null, phone: '4915112345' }, '+4915112345'],
    [{ email: null, name: 'Ada' }, 'Ada'],
    [{ email: null }, user.id],
  ])('%o is called %s', (given, title) => {
    expect(titleOf({ ...user, ...given })).toBe(title)
  })

  test.each([
    [{}, 'A'],
    [{ name: 'Ada King Lovelace' }, 'AL'],
    [{ name: '😀 ö' }, '😀Ö'],
    [{ email: null }, ''],
  ])('%o has the initials "%s"', (given, initials) => {
    expect(initialsOf({ ...user, ...given })).toBe(initials)
  })

  test.each([
    [{}, undefined],
    [{ banned_until: '2026-01-02T00:00:00+00:00' }, 'Banned'],
    [{ banned_until: '2025-12-31T00:00:00+00:00' }, undefined],
    [{ email_confirmed_at: null }, 'Not confirmed'],
    [{ email_confirmed_at: null, is_anonymous: true }, 'Anonymous'],
    [{ deleted_at: '2026-01-01T00:00:00+00:00', banned_until: '2027-01-01T00:00:00+00:00' }, 'Deleted'],
  ])('%o is shown as %s', (given, label) => {
    expect(stateOf({ ...user, ...given }, Date.parse('2026-01-01'))?.label).toBe(label)
  })
})

test.each([
  [null, false, null],
  [1, false, '1 user'],
  [1_000_000, true, 'About 1,000,000 users'],
])('%s users, estimated: %s', (total, isEstimate, text) => {
  expect(totalText(total, isEstimate)).toBe(text)
})
