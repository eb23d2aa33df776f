import { describe, expect, test } from 'vitest'
import { claimsOfAnswer, keyClaims, tokenEvent, tokenUserOf, userClaims } from './claims.ts'

const now = new Date('2026-01-01T00:00:00Z')
const context = { ref: 'abcdefghijklmnopqrst', apiUrl: 'https://api.example.org', now, sessionId: 'a-session', aal: 'aal1' } as const

describe('claims', () => {
  test('of a key are its role’s', () => {
    expect(keyClaims('anon', context)).toMatchObject({ iss: 'colonnade', ref: context.ref, role: 'anon', iat: 1_767_225_600 })
  })

  test('of a user are those that an access token of theirs would bring', () => {
    const row = { id: 'u1', email: 'ada@example.org', phone: null, role: '', raw_app_meta_data: { provider: 'email' }, raw_user_meta_data: null }
    const user = tokenUserOf(row)
    expect(userClaims(user, context)).toEqual({
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: 1_767_225_600 }],
      app_metadata: { provider: 'email' },
      aud: 'authenticated',
      email: 'ada@example.org',
      exp: 1_767_229_200,
      iat: 1_767_225_600,
      is_anonymous: false,
      iss: 'https://api.example.org/auth/v1',
      phone: '',
      role: 'authenticated',
      session_id: 'a-session',
      sub: 'u1',
      user_metadata: {},
    })
    expect(tokenEvent(user, { role: 'authenticated' })).toEqual({
      user_id: 'u1',
      claims: { role: 'authenticated' },
      authentication_method: 'password',
    })
  })

  test('of a customizing function replace the derived ones, and its refusal is told', () => {
    expect(claimsOfAnswer({ claims: { role: 'editor' } })).toEqual({ role: 'editor' })
    expect(() => claimsOfAnswer({ error: { http_code: 403, message: 'no' } })).toThrow('refused the token: no')
    for (const answer of [null, {}, { claims: [] }, 'x']) expect(() => claimsOfAnswer(answer)).toThrow('no claims')
  })
})
