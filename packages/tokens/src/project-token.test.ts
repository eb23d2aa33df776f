import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { type ProjectClaims, signToken, verifyToken } from './index.ts'

const secret = 'k'.repeat(43)
const claims: ProjectClaims = { ref: 'abcdefghijklmnopqrst', role: 'anon', issuedAt: 1_800_000_000, expiresAt: 1_800_003_600 }
const duringMs = 1_800_000_060_000

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))

function expectRefusal(key: string, token: string, nowMs = duringMs, error = { code: 'unauthorized', message: 'The token is not valid' }): void {
  expect(() => verifyToken(key, token, nowMs)).toThrow(expect.objectContaining(error))
}

describe('a token', () => {
  test('says what it was made for, in the names that others read', () => {
    const token = signToken(secret, claims)
    expect(verifyToken(secret, token, duringMs)).toEqual(claims)
    const [header, payload] = token.split('.').map((part, index) => (index < 2 ? decode(part) : part))
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(payload).toEqual({ iss: 'colonnade', ref: claims.ref, role: 'anon', iat: claims.issuedAt, exp: claims.expiresAt })
  })

  test('is good until it expires, and not a second longer', () => {
    const token = signToken(secret, claims)
    expect(verifyToken(secret, token, (claims.expiresAt - 1) * 1000)).toEqual(claims)
    expectRefusal(secret, token, claims.expiresAt * 1000, { code: 'unauthorized', message: 'The token has expired' })
  })

  test('of another secret is refused', () => {
    expectRefusal('x'.repeat(43), signToken(secret, claims))
  })

  test('that was altered is refused, whichever part it was', () => {
    const [header, payload, signature] = signToken(secret, claims).split('.')
    const risen = encode({ ...(decode(payload) as object), role: 'service_role' })
    const swapped = signature!.startsWith('A') ? `B${signature!.slice(1)}` : `A${signature!.slice(1)}`
    for (const altered of [`${header}.${risen}.${signature}`, `${header}.${payload}.${swapped}`, `${header}.${payload}.`, `${header}.${payload}`]) {
      expectRefusal(secret, altered)
    }
  })

  test('that is not signed, or signed in another way, is refused', async () => {
    const payload = encode({ iss: 'colonnade', ref: claims.ref, role: 'service_role', iat: claims.issuedAt, exp: claims.expiresAt })
    for (const alg of ['none', 'None', 'HS384', 'RS256', '']) {
      expectRefusal(secret, `${encode({ alg, typ: 'JWT' })}.${payload}.`)
    }
    const stronger = await new SignJWT({ ref: claims.ref, role: 'anon' })
      .setProtectedHeader({ alg: 'HS512' })
      .setIssuer('colonnade')
      .setIssuedAt(claims.issuedAt)
      .setExpirationTime(claims.expiresAt)
      .sign(new TextEncoder().encode(secret.repeat(2)))
    expectRefusal(secret.repeat(2), stronger)
  })

  test('of another issuer, or without a claim, is refused', async () => {
    const made = (payload: object) => new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
    const whole = { iss: 'colonnade', ref: claims.ref, role: 'anon', iat: claims.issuedAt, exp: claims.expiresAt }
    expect(verifyToken(secret, await made(whole), duringMs)).toEqual(claims)
    for (const name of ['iss', 'ref', 'role', 'iat', 'exp']) {
      const { [name as 'iss']: _, ...rest } = whole
      expectRefusal(secret, await made(rest))
    }
    expectRefusal(secret, await made({ ...whole, iss: 'elsewhere' }))
    expectRefusal(secret, await made({ ...whole, ref: 1 }))
  })

  test.for(['', 'x', 'a.b.c', '....', '{}', 'é.é.é'])('%j is none', (text) => {
    expectRefusal(secret, text)
  })
})
