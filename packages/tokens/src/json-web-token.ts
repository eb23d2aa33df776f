import { AppError, isAppError } from '@colonnade/core'
import { algorithms } from './algorithms.ts'
import type { KeySet } from './key-set.ts'
import { keyStates, type TokenKey } from './token-key.ts'

/**
 * What a token says. Claims named here have been checked to be of their type; all others are passed through as they came. Times are
 * seconds since the Unix epoch.
 */
export interface TokenClaims {
  readonly iss?: string
  readonly sub?: string
  readonly aud?: string | readonly string[]
  readonly exp?: number
  readonly nbf?: number
  readonly iat?: number
  readonly jti?: string
  /** The database role that the bearer acts as. */
  readonly role?: string
  /** The project. */
  readonly ref?: string
  /** Authenticator assurance level: `aal1`, `aal2`. */
  readonly aal?: string
  readonly session_id?: string
  readonly [name: string]: unknown
}

/** Why a token was refused: `details.reason` of the error. */
export type TokenRefusal = 'malformed' | 'unknown_key' | 'revoked_key' | 'bad_signature' | 'wrong_claims' | 'expired' | 'not_yet_valid'

export interface Verification {
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number
  /** How far the issuer's clock may be off; 0 unless given. */
  readonly toleranceSeconds?: number
  readonly issuer?: string
  /** Must be among the token's audiences. */
  readonly audience?: string
  /** Claims that the token must have. */
  readonly required?: readonly string[]
}

/** Longer tokens are rejected unread. A token with large metadata has a few thousand characters; headers are limited to 64 KB. */
export const tokenLengthMost = 16_384

const isText = (value: unknown): boolean => typeof value === 'string'
const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isAudience = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.every(isText))
const checkedClaims: Readonly<Record<string, (value: unknown) => boolean>> = {
  iss: isText,
  sub: isText,
  aud: isAudience,
  exp: isTime,
  nbf: isTime,
  iat: isTime,
  jti: isText,
  role: isText,
  ref: isText,
  aal: isText,
  session_id: isText,
}

/**
 * Signs a token (RFC 7519) with a key, whose id becomes its `kid`.
 *
 * @throws Error unless the key is in use and has its private half
 */
export function signWithKey(key: TokenKey, claims: TokenClaims): string {
  return write(key, claims, { kid: key.id })
}

/** Signs a legacy token, which has no `kid`. */
export function signWithoutId(key: TokenKey<'HS256'>, claims: TokenClaims): string {
  return write(key, claims, {})
}

function write(key: TokenKey, claims: TokenClaims, named: { readonly kid?: string }): string {
  if (key.signing === null || !keyStates[key.state].signs) throw new Error(`the key ${key.id} doesn't sign`)
  const text = `${encode({ alg: key.algorithm, typ: 'JWT', ...named })}.${encode(claims)}`
  return `${text}.${algorithms[key.algorithm].sign(key.signing, Buffer.from(text, 'ascii')).toString('base64url')}`
}

/**
 * Returns the claims of a token that a key of the set signed.
 *
 * @throws AppError `unauthorized` with a `TokenRefusal` in `details.reason`
 */
export function verifyWithKeys(keys: KeySet, token: string, verification: Verification): TokenClaims {
  const { key, text, signature, payload } = open(keys, token)
  if (!algorithms[key.algorithm].verify(key.verifying, text, signature)) throw refused('bad_signature')
  const claims = parseObject(payload)
  for (const [name, isGood] of Object.entries(checkedClaims)) if (claims[name] !== undefined && !isGood(claims[name])) throw refused('wrong_claims')
  const { issuer, audience, required = [] } = verification
  if (issuer !== undefined && claims.iss !== issuer) throw refused('wrong_claims')
  if (audience !== undefined && ![claims.aud].flat().includes(audience)) throw refused('wrong_claims')
  if (required.some((name) => claims[name] === undefined)) throw refused('wrong_claims')
  requireCurrent(claims, verification)
  return claims
}

/** Returns the unverified issuer of a token, to choose the keys that verify it. Undefined if the token is malformed or has no issuer. */
export function claimedIssuer(token: string): string | undefined {
  if (token.length > tokenLengthMost) return undefined
  try {
    const { iss } = parseObject(decode(token.split('.')[1] ?? ''))
    return typeof iss === 'string' ? iss : undefined
  } catch (error) {
    if (isAppError(error, 'unauthorized')) return undefined
    throw error
  }
}

/** Returns the id of the key that signed a token which was verified. */
export function signerOf(keys: KeySet, token: string): string {
  return open(keys, token).key.id
}

/**
 * Checks the times of claims again, for callers that keep the result of `verifyWithKeys`.
 *
 * @throws AppError `unauthorized` with the reason `expired` or `not_yet_valid`
 */
export function requireCurrent({ exp, nbf }: TokenClaims, { nowMs, toleranceSeconds = 0 }: Pick<Verification, 'nowMs' | 'toleranceSeconds'>): void {
  const now = nowMs / 1000
  if (exp !== undefined && now >= exp + toleranceSeconds) throw refused('expired')
  if (nbf !== undefined && now < nbf - toleranceSeconds) throw refused('not_yet_valid')
}

/** Splits a token and finds its key, of which the header only says the id. */
function open(keys: KeySet, token: string): { key: TokenKey; text: Buffer; signature: Buffer; payload: Buffer } {
  if (token.length > tokenLengthMost) throw refused('malformed')
  const parts = token.split('.')
  if (parts.length !== 3) throw refused('malformed')
  const [header, payload, signature] = parts.map(decode) as [Buffer, Buffer, Buffer]
  const { kid, alg, crit } = parseObject(header)
  // extensions that must be understood (RFC 7515, 4.1.11); none is
  if (crit !== undefined || (kid !== undefined && typeof kid !== 'string')) throw refused('malformed')
  const key = keys.find(kid)
  if (key === undefined) throw refused('unknown_key')
  if (!keyStates[key.state].verifies) throw refused('revoked_key')
  if (alg !== key.algorithm) throw refused('bad_signature')
  return { key, text: Buffer.from(token.slice(0, token.lastIndexOf('.')), 'ascii'), signature, payload }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Reads base64url in its one form: Node would skip what doesn't belong, and one token would have many spellings. */
function decode(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw refused('malformed')
  return bytes
}

function parseObject(bytes: Buffer): TokenClaims {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw refused('malformed', error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('malformed')
  return value as TokenClaims
}

const messages: Readonly<Partial<Record<TokenRefusal, string>>> = {
  expired: 'The token has expired',
  not_yet_valid: 'The token is not valid yet',
}

function refused(reason: TokenRefusal, cause?: unknown): AppError {
  return new AppError('unauthorized', { reason }, { message: messages[reason] ?? 'The token is not valid', cause })
}
