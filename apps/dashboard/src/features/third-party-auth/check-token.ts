import type { ThirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { checkTokenText } from './messages.ts'

/** What a pasted token is worth: whose it is, and what it acts as; or why it opens nothing. */
export type TokenCheck =
  | { readonly issuer: ThirdPartyAuth; readonly kid: string; readonly role: string; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly problem: string }

type Json = Readonly<Record<string, unknown>>

const algorithms: Readonly<Record<string, RsaHashedImportParams & EcdsaParams & EcKeyImportParams>> = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', namedCurve: '', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519', namedCurve: '', hash: 'SHA-256' },
}

/** Roles that the gateway lets no other issuer give. */
const keptRoles: readonly string[] = ['service_role', 'authenticator', 'none', '']

/** Checks a token in the browser, by the same rules as the gateway; it is sent nowhere. */
export async function checkToken(text: string, issuers: readonly ThirdPartyAuth[], nowMs: number): Promise<TokenCheck> {
  const parts = text.trim().split('.')
  const [header, claims] = parts.slice(0, 2).map(readPart)
  if (parts.length !== 3 || !header || !claims) return { problem: checkTokenText.notToken }
  const { iss, exp, nbf, role } = claims
  const issuer = issuers.find(({ oidc_issuer_url: url }) => typeof iss === 'string' && withoutSlash(url) === withoutSlash(iss))
  if (!issuer) return { problem: typeof iss === 'string' ? checkTokenText.unknownIssuer(iss) : checkTokenText.noIssuer }
  const keys = (issuer.resolved_jwks['keys'] ?? []) as readonly (JsonWebKey & { readonly kid: string })[]
  const key = keys.find(({ kid }) => kid === header['kid'])
  if (!key) return { problem: checkTokenText.unknownKey(issuer.oidc_issuer_url, String(header['kid'] ?? '(none)')) }
  const algorithm = algorithms[key.alg ?? '']
  if (!algorithm || header['alg'] !== key.alg) return { problem: checkTokenText.otherAlgorithm(key.alg ?? 'no algorithm', String(header['alg'])) }
  if (!(await isSigned(parts, key, algorithm))) return { problem: checkTokenText.signatureWrong }
  if (typeof exp !== 'number') return { problem: checkTokenText.noExpiry }
  if (exp * 1000 <= nowMs) return { problem: checkTokenText.expired(new Date(exp * 1000).toISOString()) }
  if (typeof nbf === 'number' && nbf * 1000 > nowMs) return { problem: checkTokenText.notYetValid }
  if (role !== undefined && typeof role !== 'string') return { problem: checkTokenText.roleNotText }
  return { issuer, kid: key.kid, role: role === undefined || keptRoles.includes(role) ? 'anon' : role, claims }
}

async function isSigned([header = '', payload = '', signature = '']: readonly string[], key: JsonWebKey, algorithm: (typeof algorithms)[string]) {
  const { alg: _alg, use: _use, ...bare } = key
  const imported = await crypto.subtle.importKey('jwk', bare, algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm, imported, bytesOf(signature), new TextEncoder().encode(`${header}.${payload}`))
}

function readPart(part: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(part)))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0)!)
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}
