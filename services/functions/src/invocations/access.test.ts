import { expect, test } from 'vitest'
import { refusalOf } from './access.ts'

const token = (header: object): string => `Bearer ${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.x`
const wrong = { keyPrefix: null, tokenRefusal: 'bad_signature' }

test.each([
  ['nothing', undefined, { keyPrefix: null, tokenRefusal: null }, 'UNAUTHORIZED_NO_AUTH_HEADER'],
  ['a key alone', undefined, { keyPrefix: 'sb_publishable_a', tokenRefusal: null }, null],
  ['a key and a token that is wrong', token({ alg: 'HS256' }), { ...wrong, keyPrefix: 'sb_publishable_a' }, 'UNAUTHORIZED_LEGACY_JWT'],
  ['a good token', token({ alg: 'ES256' }), { keyPrefix: null, tokenRefusal: null }, null],
  ['a wrong token of the secret', token({ alg: 'HS256' }), wrong, 'UNAUTHORIZED_LEGACY_JWT'],
  ['a wrong token of a key', token({ alg: 'RS256' }), wrong, 'UNAUTHORIZED_ASYMMETRIC_JWT'],
  ['a token that is not signed', token({ alg: 'none' }), wrong, 'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM'],
  ['something else', 'Bearer hello', wrong, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
  ['a key as a token', 'Bearer sb_secret_a', { keyPrefix: null, tokenRefusal: null }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
  ['a password', 'Basic YTpi', { keyPrefix: null, tokenRefusal: null }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
])('who shows %s', (_what, authorization, caller, code) => {
  const asked = (method: string) => ({ method, headers: authorization === undefined ? {} : { authorization } })
  expect(refusalOf({ isJwtVerified: true }, asked('POST'), caller)).toBe(code)
  expect(refusalOf({ isJwtVerified: true }, asked('OPTIONS'), caller)).toBeNull()
  expect(refusalOf({ isJwtVerified: false }, asked('POST'), caller)).toBeNull()
})
