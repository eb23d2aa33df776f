import { insightClaim, type ProjectKeys, type TrustedIssuer } from '@colonnade/projects'
import { exportTokenKey, generateTokenKey, publicJwks, signWithKey, type TokenClaims, type TokenKey } from '@colonnade/tokens'
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createAuthenticator, type Demands } from './authenticate.ts'
import { apiKey, jwtSecret, legacySigningKey, ref } from '../testing.ts'

const nowMs = Date.UTC(2026, 0, 1)
const now = nowMs / 1000
const publishable = 'sb_publishable_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb'
const firebase = 'https://securetoken.google.com/app'
const other = 'https://example.auth0.com/'

let own: TokenKey
let ofFirebase: TokenKey
let ofOther: TokenKey
let keys: ProjectKeys

beforeAll(async () => {
  own = await generateTokenKey('ES256', 'own', 'in_use')
  ofFirebase = await generateTokenKey('RS256', 'f1', 'in_use')
  ofOther = await generateTokenKey('EdDSA', 'o1', 'in_use')
  const jwk = { ...exportTokenKey(own) }
  const trust = (issuer: string, key: TokenKey): TrustedIssuer => ({ issuer, jwks: publicJwks([key]) })
  keys = {
    jwtSecret,
    apiKeys: [apiKey(publishable)],
    signingKeys: [legacySigningKey, { id: 'own', algorithm: 'ES256', state: 'in_use', isLegacy: false, jwk }],
    issuers: [trust(firebase, ofFirebase), trust('https://example.auth0.com', ofOther)],
  }
})

const authenticate = (bearer: string, demands?: Demands, at = nowMs) =>
  createAuthenticator(ref, keys).authenticate({ apiKey: publishable, bearer, isFromBrowser: false }, at, demands)
const decide = (bearer: string) => {
  const outcome = authenticate(bearer)
  if ('refusal' in outcome) return `${outcome.refusal.code} ${outcome.refusal.message}`
  const { role, userId, signingKeyId, claims } = outcome.identity
  return { role, userId, signingKeyId, claims: JSON.parse(claims) as unknown }
}
const ofUser = (more: TokenClaims = {}): TokenClaims => ({ iss: firebase, sub: 'user', exp: now + 60, ...more })

test('a token of an issuer that the project trusts acts as the role that it names, or else as anon', () => {
  const claims = ofUser({ role: 'authenticated', org: 'a' })
  expect(decide(signWithKey(ofFirebase, claims))).toEqual({ role: 'authenticated', userId: 'user', signingKeyId: null, claims })
  expect(decide(signWithKey(ofFirebase, ofUser()))).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
})

test.each(['service_role', 'authenticator', 'none', ''])('the role "%s" is not for other issuers to give', (role) => {
  expect(decide(signWithKey(ofFirebase, ofUser({ role })))).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
})

test('claims that only keys of the project can make are left out, and a claim of theirs that we use otherwise means nothing', () => {
  const decided = decide(signWithKey(ofFirebase, ofUser({ [insightClaim]: true, ref: 'theirs' })))
  expect(decided).toMatchObject({ claims: ofUser({ ref: 'theirs' }) })
  expect(decided).not.toHaveProperty(['claims', insightClaim])
})

test('a slash at the end of an issuer makes no other one of it', () => {
  expect(decide(signWithKey(ofOther, ofUser({ iss: other })))).toMatchObject({ role: 'anon', userId: 'user' })
})

test('an issuer is verified with its own keys only', () => {
  const forged = [
    signWithKey(own, ofUser()),
    signWithKey(ofOther, ofUser()),
    signWithKey({ ...ofOther, id: 'f1' }, ofUser()),
    signWithKey(ofFirebase, ofUser({ iss: other })),
    // keys of others don't make tokens of ours
    signWithKey(ofFirebase, { sub: 'user', role: 'authenticated', exp: now + 60 }),
    signWithKey(ofFirebase, ofUser({ iss: 'https://example.com/auth/v1' })),
    signWithKey(ofFirebase, ofUser({ iss: `${firebase}2` })),
  ]
  for (const token of forged) expect(decide(token)).toMatch(/^PGRST301 /)
})

test('an algorithm that is not of its key proves nothing', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forge = (header: object, key: string | Buffer | null) => {
    const text = `${encode(header)}.${encode(ofUser({ role: 'authenticated' }))}`
    return `${text}.${key === null ? '' : createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const pem = ofFirebase.verifying.export({ format: 'pem', type: 'spki' })
  const forged = [
    forge({ alg: 'none' }, null),
    forge({ alg: 'none', kid: 'f1' }, null),
    forge({ alg: 'HS256', kid: 'f1' }, pem),
    forge({ alg: 'HS256', kid: 'f1' }, JSON.stringify(publicJwks([ofFirebase]).keys[0])),
    forge({ alg: 'HS256' }, jwtSecret),
    forge({ alg: 'HS256', kid: 'legacy' }, jwtSecret),
  ]
  for (const token of forged) expect(decide(token)).toMatch(/^PGRST301 /)
})

test('it has to end, and ends', () => {
  expect(decide(signWithKey(ofFirebase, ofUser({ exp: now - 60 })))).toBe('PGRST303 JWT expired')
  expect(decide(signWithKey(ofFirebase, { iss: firebase, sub: 'user' }))).toMatch(/^PGRST303 /)
})

test('a service that has users of its own is told that it proves nothing', () => {
  const told = { key: 'required', badToken: 'told', service: 'auth' } as const
  const refusalOf = (bearer: string) => {
    const outcome = authenticate(bearer, told)
    return 'identity' in outcome ? outcome.identity : outcome
  }
  const shown = { role: 'anon', userId: null, claims: '{"role":"anon"}', tokenRefusal: 'of_another_issuer' }
  expect(refusalOf(signWithKey(ofFirebase, ofUser({ role: 'authenticated' })))).toMatchObject(shown)
  expect(refusalOf(signWithKey(ofOther, ofUser()))).toMatchObject({ ...shown, tokenRefusal: 'unknown_key' })
  expect(refusalOf(signWithKey(own, { sub: 'user', role: 'authenticated', exp: now + 60 }))).toMatchObject({ userId: 'user', tokenRefusal: null })
})

test('an issuer whose name ends like ours is still another one', () => {
  const issuer = 'https://example.com/auth/v1'
  const theirs = { ...keys, issuers: [{ issuer, jwks: publicJwks([ofFirebase]) }] }
  const bearer = signWithKey(ofFirebase, ofUser({ iss: issuer, sub: 'a3bb189e-8bf9-3888-9912-ace4e6543002', role: 'authenticated' }))
  const told = { key: 'required', badToken: 'told', service: 'auth' } as const
  expect(createAuthenticator(ref, theirs).authenticate({ apiKey: publishable, bearer, isFromBrowser: false }, nowMs, told)).toMatchObject({
    identity: { role: 'anon', userId: null, tokenRefusal: 'of_another_issuer' },
  })
})
