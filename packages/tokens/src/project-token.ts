import { signWithoutId, verifyWithKeys } from './json-web-token.ts'
import { createKeySet } from './key-set.ts'
import { secretKey, type TokenKey } from './token-key.ts'

/** Issuer of the tokens of all projects. */
export const tokenIssuer = 'colonnade'

/** What a token says: which project it belongs to, and the database role that its bearer acts as. */
export interface ProjectClaims {
  readonly ref: string
  readonly role: string
  /** Seconds since the Unix epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Signs a token with a project's secret (HS256, without `kid`). */
export function signToken(secret: string, { ref, role, issuedAt, expiresAt }: ProjectClaims): string {
  return signWithoutId(keyOf(secret), { iss: tokenIssuer, ref, role, iat: issuedAt, exp: expiresAt })
}

/**
 * Returns the claims of a token that was signed with a project's secret. `nowMs`: milliseconds since the Unix epoch.
 *
 * @throws AppError `unauthorized` when it isn't ours, was signed with another secret, altered, or has expired
 */
export function verifyToken(secret: string, token: string, nowMs: number): ProjectClaims {
  const required = ['ref', 'role', 'iat', 'exp']
  const { ref, role, iat, exp } = verifyWithKeys(createKeySet([], keyOf(secret)), token, { nowMs, issuer: tokenIssuer, required })
  return { ref: ref!, role: role!, issuedAt: iat!, expiresAt: exp! }
}

function keyOf(secret: string): TokenKey<'HS256'> {
  return secretKey(secret, 'legacy', 'in_use')
}
