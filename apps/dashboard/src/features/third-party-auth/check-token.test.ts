import type { ThirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { expect, test } from 'vitest'
import { checkToken } from './check-token.ts'

const now = 1_800_000_000
const iss = 'https://example.auth0.com/'
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ways = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const
const makePair = async (alg: keyof typeof ways) => {
  const pair = (await crypto.subtle.generateKey(ways[alg], true, ['sign', 'verify'])) as CryptoKeyPair
  const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: 'k1', alg, use: 'sig' }
  const issuer = { oidc_issuer_url: 'https://example.auth0.com', resolved_jwks: { keys: [jwk] } } as unknown as ThirdPartyAuth
  const sign = async (claims: object, header: object = { alg, kid: 'k1' }) => {
    const text = `${encode(header)}.${encode(claims)}`
    return `${text}.${Buffer.from(await crypto.subtle.sign(ways[alg], pair.privateKey, Buffer.from(text))).toString('base64url')}`
  }
  return { issuer, sign }
}

test.each(['ES256', 'RS256', 'EdDSA'] as const)('a token of %s is found to be of its issuer', async (alg) => {
  const { issuer, sign } = await makePair(alg)
  const claims = { iss, sub: 'user', role: 'authenticated', exp: now + 60 }
  expect(await checkToken(await sign(claims), [issuer], now * 1000)).toEqual({ issuer, kid: 'k1', role: 'authenticated', claims })
})

test('roles that the gateway does not let it act as are shown as anon', async () => {
  const { issuer, sign } = await makePair('ES256')
  for (const role of [undefined, 'service_role', 'none']) {
    expect(await checkToken(await sign({ iss, role, exp: now + 60 }), [issuer], now * 1000)).toMatchObject({ role: 'anon' })
  }
})

test('a refused token shows the reason', async () => {
  const { issuer, sign } = await makePair('ES256')
  const good = { iss, exp: now + 60 }
  const other = await makePair('ES256')
  const problems: readonly (readonly [token: string, problem: RegExp])[] = [
    ['nonsense', /isn’t a token/],
    ['ä.ö.ü', /isn’t a token/],
    [await sign({ exp: now + 60 }), /doesn’t name its issuer/],
    [await sign({ ...good, iss: 'https://example.com' }), /No issuer matches/],
    [await sign(good, { alg: 'ES256', kid: 'k2' }), /no key with the ID k2/],
    [await sign(good, { alg: 'HS256', kid: 'k1' }), /token uses HS256/],
    [await sign(good, { alg: 'none', kid: 'k1' }), /token uses none/],
    [await other.sign(good), /signature is wrong/],
    [await sign({ iss }), /has no expiry/],
    [await sign({ ...good, exp: now }), /expired on/],
    [await sign({ ...good, nbf: now + 60 }), /isn’t valid yet/],
    [await sign({ ...good, role: ['admin'] }), /isn’t a string/],
  ]
  for (const [token, problem] of problems)
    expect(await checkToken(token, [issuer], now * 1000)).toMatchObject({ problem: expect.stringMatching(problem) as string })
})
