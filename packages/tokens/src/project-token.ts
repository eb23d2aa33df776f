import { AppError } from '@colonnade/core'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Who makes the tokens of all projects. */
export const tokenIssuer = 'colonnade'

/** The one algorithm (RFC 7518, 3.2); a token that names another, or "none", is refused. */
const algorithm = 'HS256'

/** What a token says: which project's it is, and the database role that its bearer acts as. */
export interface ProjectClaims {
  readonly ref: string
  readonly role: string
  /** Seconds since the Unix epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Makes a token (RFC 7519). `secret`: the project's, of which the bytes of its UTF-8 form are the key. */
export function signToken(secret: string, { ref, role, issuedAt, expiresAt }: ProjectClaims): Promise<string> {
  return new SignJWT({ ref, role })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(tokenIssuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keyOf(secret))
}

/**
 * Reads a token. `nowMs`: milliseconds since the Unix epoch.
 *
 * @throws AppError `unauthorized` when it is no token of ours, was signed with another secret, altered, or has expired
 */
export async function verifyToken(secret: string, token: string, nowMs: number): Promise<ProjectClaims> {
  const { payload } = await jwtVerify(token, keyOf(secret), {
    algorithms: [algorithm],
    issuer: tokenIssuer,
    requiredClaims: ['ref', 'role', 'iat', 'exp'],
    currentDate: new Date(nowMs),
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw refused('The token has expired', error)
    throw refused('The token is not valid', error)
  })
  const { ref, role, iat, exp } = payload
  if (typeof ref !== 'string' || typeof role !== 'string') throw refused('The token is not valid')
  return { ref, role, issuedAt: iat!, expiresAt: exp! }
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('unauthorized', {}, { message, cause })
}
