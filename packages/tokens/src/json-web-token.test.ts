import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose'
import { sign as signBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createKeySet,
  exportTokenKey,
  generateTokenKey,
  type KeyAlgorithm,
  type KeyState,
  publicJwks,
  requireCurrent,
  secretKey,
  signWithKey,
  signWithoutId,
  type TokenClaims,
  type TokenKey,
  tokenLengthMost,
  type TokenRefusal,
  type Verification,
  verifyWithKeys,
} from './index.ts'

const algorithms = ['ES256', 'RS256', 'EdDSA', 'HS256'] as const satisfies readonly KeyAlgorithm[]
const keys = Object.fromEntries(
  await Promise.all(algorithms.map(async (algorithm) => [algorithm, await generateTokenKey(algorithm, `key-${algorithm}`, 'in_use')])),
) as { [A in KeyAlgorithm]: TokenKey<A> }
const legacy = secretKey('s'.repeat(43), 'legacy', 'in_use')

const now = 1_800_000_000
const during: Verification = { nowMs: now * 1000 }
const claims = {
  iss: 'https://api.example/auth/v1',
  sub: '3f1c2d9e-0000-4000-8000-000000000001',
  aud: 'authenticated',
  exp: now + 3600,
  iat: now,
  role: 'authenticated',
  aal: 'aal1',
  session_id: '3f1c2d9e-0000-4000-8000-000000000002',
  app_metadata: { plan: ['a', 1] },
} satisfies TokenClaims

const inState = (key: TokenKey, state: KeyState): TokenKey => ({ ...key, state })
const encode = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const headerOf = (token: string): unknown => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())

function expectRefusal(reason: TokenRefusal, token: string, verification = during, set = createKeySet([keys.ES256], legacy)): void {
  expect(() => verifyWithKeys(set, token, verification)).toThrow(expect.objectContaining({ code: 'unauthorized', details: { reason } }))
}

describe.for(algorithms)('a token signed with %s', (algorithm) => {
  const key = keys[algorithm]
  const token = signWithKey(key, claims)

  test('names its key, and every claim comes back', () => {
    expect(headerOf(token)).toEqual({ alg: algorithm, typ: 'JWT', kid: key.id })
    expect(verifyWithKeys(createKeySet([key]), token, during)).toEqual(claims)
  })

  test('is read by other libraries, and theirs by us', async () => {
    const secretOrPrivate = await importJWK(exportTokenKey(key) as JWK, algorithm)
    const reader = createLocalJWKSet(structuredClone(publicJwks([key])) as JSONWebKeySet)
    const asked = { algorithms: [algorithm], currentDate: new Date(now * 1000) }
    const read = algorithm === 'HS256' ? await jwtVerify(token, secretOrPrivate, asked) : await jwtVerify(token, reader, asked)
    expect(read.payload).toEqual(claims)
    const theirs = await new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: key.id }).sign(secretOrPrivate)
    expect(verifyWithKeys(createKeySet([key]), theirs, during)).toEqual(claims)
  })

  test('is refused after any change to it', async () => {
    const set = createKeySet([key])
    const [header, payload, signature] = token.split('.') as [string, string, string]
    expectRefusal('bad_signature', `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`, during, set)
    const flipped = Buffer.from(signature, 'base64url')
    flipped[0]! ^= 1
    for (const other of [flipped.toString('base64url'), '', encode(flipped.subarray(1).toString('latin1'))]) {
      expectRefusal('bad_signature', `${header}.${payload}.${other}`, during, set)
    }
    const stranger = await generateTokenKey(algorithm, key.id, 'in_use')
    expectRefusal('bad_signature', signWithKey(stranger, claims), during, set)
  })
})

describe('the algorithm belongs to the key', () => {
  test('HS256 signed with a public key in any form is refused', () => {
    for (const key of [keys.ES256, keys.RS256, keys.EdDSA]) {
      const [jwk] = publicJwks([key]).keys
      for (const secret of [
        JSON.stringify(jwk),
        key.verifying.export({ format: 'pem', type: 'spki' }),
        key.verifying.export({ format: 'der', type: 'spki' }).toString(),
      ]) {
        expectRefusal('bad_signature', signWithKey(secretKey(secret, key.id, 'in_use'), claims), during, createKeySet([key]))
      }
    }
  })

  test('a header with another algorithm, or none, is refused', async () => {
    const signing = await importJWK(exportTokenKey(keys.HS256) as JWK, 'HS512')
    const stronger = await new SignJWT(claims).setProtectedHeader({ alg: 'HS512', kid: keys.HS256.id }).sign(signing)
    expectRefusal('bad_signature', stronger, during, createKeySet([keys.HS256]))
    for (const alg of ['none', 'None', 'NONE', '', null, 1, undefined, 'ES384', 'HS256', 'es256']) {
      for (const kid of [keys.ES256.id, undefined]) expectRefusal('bad_signature', `${encode({ alg, kid })}.${encode(claims)}.`)
    }
  })
})

describe('a key', () => {
  test('is found by its id, never by trying several', () => {
    expectRefusal('unknown_key', signWithKey({ ...keys.ES256, id: 'elsewhere' }, claims))
    expectRefusal('unknown_key', signWithKey({ ...legacy, id: 'elsewhere' }, claims))
    expectRefusal('bad_signature', signWithKey({ ...keys.EdDSA, id: keys.ES256.id }, claims))
  })

  test('is the legacy secret for a token without an id', async () => {
    const token = signWithoutId(legacy, claims)
    expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(verifyWithKeys(createKeySet([keys.ES256], legacy), token, during)).toEqual(claims)
    expectRefusal('unknown_key', token, during, createKeySet([keys.ES256, { ...legacy, state: 'previously_used' }]))
    expectRefusal('bad_signature', signWithoutId(secretKey('x'.repeat(43), 'legacy', 'in_use'), claims))
    expectRefusal('revoked_key', token, during, createKeySet([], { ...legacy, state: 'revoked' }))
    expectRefusal('bad_signature', await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(keys.ES256.signing!))
  })

  test.for(['in_use', 'standby', 'previously_used', 'revoked'] as const)('does what its state %s allows', (state) => {
    const key = inState(keys.ES256, state)
    const token = signWithKey(keys.ES256, claims)
    if (state === 'in_use') expect(signWithKey(key, claims)).toContain('.')
    else expect(() => signWithKey(key, claims)).toThrow("doesn't sign")
    if (state === 'revoked') expectRefusal('revoked_key', token, during, createKeySet([key]))
    else expect(verifyWithKeys(createKeySet([key]), token, during)).toEqual(claims)
    expect(publicJwks([key]).keys).toHaveLength(state === 'revoked' ? 0 : 1)
  })

  test('has a unique id in its set, and only one is in use', () => {
    const set = createKeySet([inState(keys.ES256, 'previously_used'), keys.RS256, inState(keys.EdDSA, 'standby')])
    expect(set.inUse).toBe(keys.RS256)
    expect(createKeySet([]).inUse).toBeNull()
    expect(() => createKeySet([keys.ES256, keys.RS256])).toThrow('two keys are in use')
    expect(() => createKeySet([keys.ES256, { ...inState(keys.RS256, 'standby'), id: keys.ES256.id }])).toThrow('same id')
  })

  test('needs its private half to sign', () => {
    expect(() => signWithKey({ ...keys.ES256, signing: null }, claims)).toThrow("doesn't sign")
  })
})

describe('claims', () => {
  const sign = (changed: Readonly<Record<string, unknown>>) => signWithKey(keys.ES256, { ...claims, ...changed })
  const at = (seconds: number, toleranceSeconds?: number): Verification => ({
    nowMs: seconds * 1000,
    ...(toleranceSeconds !== undefined && { toleranceSeconds }),
  })

  test('are valid from nbf until exp, to the second, give or take the tolerance', () => {
    const set = createKeySet([keys.ES256])
    const token = sign({ nbf: now })
    for (const good of [at(now), at(now + 3599), at(now - 30, 30), at(now + 3629, 30)]) expect(verifyWithKeys(set, token, good).sub).toBe(claims.sub)
    for (const late of [at(now + 3600), at(now + 3630, 30)]) expectRefusal('expired', token, late)
    for (const early of [at(now - 1), at(now - 31, 30)]) expectRefusal('not_yet_valid', token, early)
    const seen = verifyWithKeys(set, token, at(now))
    expect(() => requireCurrent(seen, at(now + 3599))).not.toThrow()
    expect(() => requireCurrent(seen, at(now + 3600))).toThrow(expect.objectContaining({ details: { reason: 'expired' } }))
  })

  test('of the wrong type are refused', () => {
    for (const exp of [String(now + 3600), '', null, true, [now + 3600], {}]) expectRefusal('wrong_claims', sign({ exp }))
    expectRefusal('wrong_claims', sign({ nbf: 'now' }))
    for (const name of ['iss', 'sub', 'role', 'ref', 'aal', 'session_id', 'jti']) expectRefusal('wrong_claims', sign({ [name]: 7 }))
    for (const aud of [7, [7], {}]) expectRefusal('wrong_claims', sign({ aud }))
  })

  test('must match what the caller requires', () => {
    const set = createKeySet([keys.ES256])
    expect(verifyWithKeys(set, sign({ aud: ['a', 'b'] }), { ...during, audience: 'b', issuer: claims.iss, required: ['sub', 'exp'] })).toMatchObject({
      aud: ['a', 'b'],
    })
    expectRefusal('wrong_claims', sign({ aud: ['a'] }), { ...during, audience: 'b' })
    expectRefusal('wrong_claims', sign({ aud: undefined }), { ...during, audience: 'b' })
    expectRefusal('wrong_claims', sign({ iss: `${claims.iss}/` }), { ...during, issuer: claims.iss })
    expectRefusal('wrong_claims', sign({ exp: undefined }), { ...during, required: ['exp'] })
  })
})

describe('a malformed token', () => {
  const good = signWithKey(keys.ES256, claims)
  const [header, payload, signature] = good.split('.') as [string, string, string]

  test.for([
    ['nothing', ''],
    ['too few parts', `${header}.${payload}`],
    ['too many parts', `${good}.`],
    ['dots', '....'],
    ['another alphabet', `${header}.${payload}.${signature.slice(0, -2)}+/`],
    ['padding', `${good}==`],
    ['spaces', ` ${good}`],
    ['a header that is a list', `${encode([])}.${payload}.${signature}`],
    ['a header that is null', `${encode(null)}.${payload}.${signature}`],
    ['a header that is no JSON', `${encode('{')}.${payload}.${signature}`],
    ['a key id that is a number', `${encode({ alg: 'ES256', kid: 1 })}.${payload}.${signature}`],
    ['extensions', `${encode({ alg: 'ES256', kid: keys.ES256.id, crit: ['b64'], b64: false })}.${payload}.${signature}`],
  ])('with %s is refused', ([, text]) => {
    expectRefusal('malformed', text!)
  })

  test('is refused unread when it is too long, even with a good signature', () => {
    const padded = (length: number) => signWithKey(legacy, { ...claims, filler: 'x'.repeat(length) })
    const set = createKeySet([legacy])
    const room = tokenLengthMost - padded(0).length
    expect(verifyWithKeys(set, padded(Math.floor(room * 0.74)), during).sub).toBe(claims.sub)
    const long = padded(room)
    expect(long.length).toBeGreaterThan(tokenLengthMost)
    const unread = { inUse: null, find: () => expect.unreachable() }
    expectRefusal('malformed', long, during, unread)
    expectRefusal('malformed', '.'.repeat(10_000_000), during, unread)
  })

  test('is refused if its claims are not an object, signed or not', () => {
    for (const body of ['[]', 'null', '"x"', '{', '\u{fffd}{}', '']) {
      const text = `${header}.${encode(body)}`
      const signed = signBytes('sha256', Buffer.from(text), { key: keys.ES256.signing!, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      expectRefusal('malformed', `${text}.${signed}`)
      expectRefusal('bad_signature', `${text}.${signature}`)
    }
  })
})
