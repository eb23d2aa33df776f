import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createKeySet,
  exportTokenKey,
  generateTokenKey,
  importJwks,
  importTokenKey,
  type Jwk,
  publicJwks,
  secretKey,
  signWithKey,
  verifyWithKeys,
} from './index.ts'

const keys = await Promise.all((['ES256', 'RS256', 'EdDSA', 'HS256'] as const).map((algorithm) => generateTokenKey(algorithm, algorithm, 'in_use')))
const [es256, rs256, , hs256] = keys
const during = { nowMs: 1_800_000_000_000 }
const jwkOf = (type: 'ec' | 'rsa', options: object): Jwk =>
  generateKeyPairSync(type as 'rsa', options as { modulusLength: number }).privateKey.export({ format: 'jwk' })

describe('a key', () => {
  test.for(keys)('for $algorithm survives export and import', (key) => {
    const jwk = exportTokenKey(key)
    expect(jwk).toMatchObject({ kid: key.id, alg: key.algorithm, use: 'sig' })
    const back = importTokenKey(structuredClone(jwk), { state: 'in_use' })
    expect(verifyWithKeys(createKeySet([key]), signWithKey(back, { sub: 'ada' }), during)).toEqual({ sub: 'ada' })
    expect(importTokenKey(jwk, { state: 'standby', id: 'other' })).toMatchObject({ id: 'other', state: 'standby' })
  })

  test('with only its public half verifies but does not sign', () => {
    const [jwk] = publicJwks([es256!]).keys
    const half = importTokenKey(jwk!, { state: 'in_use' })
    expect(half.signing).toBeNull()
    expect(verifyWithKeys(createKeySet([half]), signWithKey(es256!, { sub: 'ada' }), during)).toEqual({ sub: 'ada' })
  })

  const { alg: _, ...plain } = exportTokenKey(es256!)
  const { kid: _kid, ...unnamed } = plain
  const { d: _d, ...half } = plain
  test.for<[string, Jwk]>([
    ['no type', {}],
    ['another curve', { ...jwkOf('ec', { namedCurve: 'P-384' }), kid: 'k' }],
    ['an algorithm that is not its own', { ...plain, alg: 'HS256' }],
    ['the use of encryption', { ...plain, use: 'enc' }],
    ['no id', unnamed],
    ['an empty id', { ...plain, kid: '' }],
    ['a point off its curve', { ...half, x: plain.y!, y: plain.x! }],
    ['halves of two keys', { ...plain, d: jwkOf('ec', { namedCurve: 'P-256' }).d! }],
    ['1,024 bits', { ...jwkOf('rsa', { modulusLength: 1_024 }), kid: 'k' }],
    ['a secret of 31 bytes', { kty: 'oct', k: Buffer.alloc(31, 7).toString('base64url'), kid: 'k' }],
    ['no secret', { kty: 'oct', kid: 'k' }],
    ['a secret that is a number', { kty: 'oct', kid: 'k', k: 7 as unknown as string }],
  ])('with %s is refused', ([, jwk]) => {
    expect(() => importTokenKey(jwk, { state: 'in_use' })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})

describe('a JWKS document', () => {
  test('lists only the public halves of keys that verify', () => {
    const retired = { ...rs256!, state: 'previously_used' as const }
    const document = publicJwks([es256!, retired, hs256!, secretKey('s'.repeat(43), 'legacy', 'in_use')])
    expect(document.keys.map(({ kid, alg }) => [kid, alg])).toEqual([
      ['ES256', 'ES256'],
      ['RS256', 'RS256'],
    ])
    const [ec, rsa] = document.keys
    expect(Object.keys(ec!).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(Object.keys(rsa!).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  test('of another issuer yields the usable keys, without private halves and shared secrets', () => {
    const document = {
      keys: [
        exportTokenKey(es256!),
        { ...exportTokenKey(rs256!), kid: 'ES256' },
        exportTokenKey(hs256!),
        { kty: 'AKP', kid: 'of-tomorrow' },
        { ...exportTokenKey(es256!), kid: 'enc', use: 'enc' },
        null,
        7,
      ],
    }
    expect(importJwks(document)).toEqual([expect.objectContaining({ id: 'ES256', algorithm: 'ES256', signing: null })])
    expect(importJwks({ keys: [] })).toEqual([])
  })

  test.for([null, 'keys', [], {}, { keys: {} }])('is not %j', (document) => {
    expect(() => importJwks(document)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
