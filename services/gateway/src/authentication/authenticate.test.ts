import { type ProjectKeys, serviceClaim, type SigningKey } from '@colonnade/projects'
import { exportTokenKey, generateTokenKey, signToken, signWithKey, type TokenKey } from '@colonnade/tokens'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAuthenticator, type Credentials } from './authenticate.ts'
import { apiKey, jwtSecret, legacySigningKey, ref } from '../testing.ts'

const nowMs = Date.UTC(2026, 0, 1)
const now = nowMs / 1000
const publishable = 'sb_publishable_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb'
const secret = 'sb_secret_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb'
const legacy = (role: string, of = ref) => signToken(jwtSecret, { ref: of, role, issuedAt: now, expiresAt: now + 1_000 })
const anonKey = legacy('anon')
const apiKeys = [
  apiKey(publishable),
  apiKey(secret, { kind: 'secret', role: 'service_role' }),
  apiKey('sb_secret_ended', { kind: 'secret', role: 'service_role', expiresAt: nowMs }),
  apiKey(anonKey, { kind: 'legacy', role: 'anon' }),
  apiKey(legacy('service_role'), { kind: 'legacy', role: 'service_role', isEnabled: false }),
]
const keysWith = (...keys: readonly TokenKey[]): ProjectKeys => ({
  jwtSecret,
  apiKeys,
  signingKeys: [legacySigningKey, ...keys.map(plain)],
  issuers: [],
})
const plain = (key: TokenKey): SigningKey => ({
  id: key.id,
  algorithm: key.algorithm,
  state: key.state,
  isLegacy: false,
  jwk: { ...exportTokenKey(key) },
})

const decide = (credentials: Partial<Credentials>, keys = keysWith(), at = nowMs) => {
  const outcome = createAuthenticator(ref, keys).authenticate({ apiKey: publishable, bearer: null, isFromBrowser: false, ...credentials }, at)
  if ('refusal' in outcome) return `${outcome.refusal.code ?? outcome.refusal.status} ${outcome.refusal.message}`
  return { role: outcome.identity.role, userId: outcome.identity.userId, claims: JSON.parse(outcome.identity.claims) as unknown }
}

describe('by an API key alone', () => {
  test.each([
    ['publishable', publishable, 'anon'],
    ['secret', secret, 'service_role'],
  ])('a %s key acts as its role', (_kind, key, role) => {
    expect(decide({ apiKey: key })).toEqual({ role, userId: null, claims: { role } })
  })

  test('a legacy key is a token, and its claims count', () => {
    expect(decide({ apiKey: anonKey })).toMatchObject({ role: 'anon', claims: { iss: 'colonnade', ref, role: 'anon' } })
  })

  test('a key as bearer as well changes nothing', () => {
    expect(decide({ apiKey: secret, bearer: secret })).toMatchObject({ role: 'service_role' })
    expect(decide({ apiKey: anonKey, bearer: anonKey })).toMatchObject({ role: 'anon' })
  })

  test.each([
    ['none', { apiKey: null }, '401 No API key found in request'],
    ['one of another project', { apiKey: 'sb_publishable_other' }, '401 Invalid API key'],
    ['one that has ended', { apiKey: 'sb_secret_ended' }, '401 Invalid API key'],
    ['a legacy one that is off', { apiKey: legacy('service_role') }, '401 Legacy API keys are disabled'],
    ['a legacy one that is off, as bearer', { bearer: legacy('service_role') }, '401 Legacy API keys are disabled'],
    ['a secret one from a page', { apiKey: secret, isFromBrowser: true }, '401 Forbidden use of secret API key in browser'],
  ] as const)('%s is refused', (_what, credentials, refusal) => {
    expect(decide(credentials)).toBe(refusal)
  })
})

describe('by a token', () => {
  test.each(['ES256', 'RS256', 'EdDSA', 'HS256'] as const)('of %s, in use or used before', async (algorithm) => {
    const key = await generateTokenKey(algorithm, 'k1', 'in_use')
    const token = signWithKey(key, { sub: 'user', role: 'authenticated', exp: now + 60, app_metadata: { plan: 'pro' } })
    const expected = { role: 'authenticated', userId: 'user', claims: { sub: 'user', app_metadata: { plan: 'pro' } } }
    expect(decide({ bearer: token }, keysWith(key))).toMatchObject(expected)
    expect(decide({ bearer: token }, keysWith({ ...key, state: 'previously_used' }))).toMatchObject(expected)
    expect(decide({ bearer: token }, keysWith({ ...key, state: 'revoked' }))).toBe('PGRST301 The key that signed the token was revoked')
  })

  test('of the project\u2019s secret, until that is revoked or gone', () => {
    const bearer = legacy('authenticated')
    const keys = keysWith()
    expect(decide({ bearer }, keys)).toMatchObject({ role: 'authenticated' })
    expect(decide({ bearer }, { ...keys, signingKeys: [{ ...legacySigningKey, state: 'revoked' }] })).toMatch(/revoked/)
    expect(decide({ bearer }, { ...keys, signingKeys: [] })).toMatch(/No suitable key/)
  })

  test('it names the key that signed it, for people to see which keys are in use', async () => {
    const key = await generateTokenKey('ES256', 'k1', 'in_use')
    const signerOfCall = (bearer: string | null) => {
      const outcome = createAuthenticator(ref, keysWith(key)).authenticate({ apiKey: publishable, bearer, isFromBrowser: false }, nowMs)
      return 'identity' in outcome ? outcome.identity.signingKeyId : outcome
    }
    expect(signerOfCall(signWithKey(key, { role: 'anon', exp: now + 60 }))).toBe('k1')
    expect(signerOfCall(null)).toBeNull()
  })

  test('lent for one service it opens no other', async () => {
    const key = await generateTokenKey('ES256', 'k1', 'in_use')
    const bearer = signWithKey(key, { role: 'service_role', exp: now + 60, [serviceClaim]: 'storage' })
    const callTo = (service: string) => {
      const demands = { key: 'required', badToken: 'refused', service } as const
      const outcome = createAuthenticator(ref, keysWith(key)).authenticate({ apiKey: publishable, bearer, isFromBrowser: true }, nowMs, demands)
      return 'identity' in outcome ? outcome.identity.role : outcome.refusal.message
    }
    expect(callTo('storage')).toBe('service_role')
    for (const service of ['rest', 'auth', 'realtime', 'functions', 'graphql']) expect(callTo(service)).toBe('The token\u2019s claims are invalid')
  })

  test('without a role it acts as anon', () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${encode({ alg: 'HS256' })}.${encode({ sub: 'someone' })}`
    const bearer = `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`
    expect(decide({ bearer })).toEqual({ role: 'anon', userId: 'someone', claims: { sub: 'someone', role: 'anon' } })
  })

  test('its end is watched at each call, with half a minute for clocks that differ', async () => {
    const key = await generateTokenKey('ES256', 'k1', 'in_use')
    const bearer = signWithKey(key, { role: 'authenticated', exp: now + 10 })
    const authenticator = createAuthenticator(ref, keysWith(key))
    const refusalAt = (seconds: number) => {
      const outcome = authenticator.authenticate({ apiKey: publishable, bearer, isFromBrowser: false }, nowMs + seconds * 1000)
      return 'refusal' in outcome ? outcome.refusal : null
    }
    expect(refusalAt(0)).toBeNull()
    expect(refusalAt(39)).toBeNull()
    expect(refusalAt(41)).toMatchObject({
      code: 'PGRST303',
      message: 'JWT expired',
      headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="JWT expired"' },
    })
  })

  test('what looks like one but is not ours is refused', async () => {
    const pair = await generateTokenKey('RS256', 'k1', 'in_use')
    const pem = pair.verifying.export({ format: 'pem', type: 'spki' })
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge = (header: object, claims: object, key: string | Buffer | null) => {
      const text = `${encode(header)}.${encode(claims)}`
      return `${text}.${key === null ? '' : createHmac('sha256', key).update(text).digest('base64url')}`
    }
    const claims = { role: 'service_role', exp: now + 60 }
    const refused = [
      forge({ alg: 'none' }, claims, null),
      forge({ alg: 'none', kid: 'k1' }, claims, null),
      // the public key taken for a shared secret
      forge({ alg: 'HS256', kid: 'k1' }, claims, pem),
      forge({ alg: 'HS256', kid: 'unknown' }, claims, jwtSecret),
      forge({ alg: 'HS256' }, claims, 'another secret'),
      forge({ alg: 'HS256' }, { ...claims, exp: 'tomorrow' }, jwtSecret),
      legacy('service_role', 'zyxwvutsrqponmlkjihg'),
      'not.a.token',
      'x'.repeat(20_000),
    ]
    for (const bearer of refused) expect(decide({ bearer }, keysWith(pair))).toMatch(/^PGRST30[13] /)
  })
})
