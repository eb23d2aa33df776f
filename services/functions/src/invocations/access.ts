import type { Caller, DeployedFunction, ServiceRequest } from '@colonnade/projects'
import type { FunctionErrorCode } from './errors.ts'

const symmetric = /^HS\d+$/
const asymmetric = /^(?:ES|RS|PS)\d+$|^EdDSA$/

/** Why a caller is not let in; null for one who is. A key of the project suffices, and so does a token that the gateway has proved. */
export function refusalOf(
  { isJwtVerified }: Pick<DeployedFunction, 'isJwtVerified'>,
  { method, headers }: Pick<ServiceRequest, 'method' | 'headers'>,
  { keyPrefix, tokenRefusal }: Pick<Caller, 'keyPrefix' | 'tokenRefusal'>,
): FunctionErrorCode | null {
  if (!isJwtVerified || method === 'OPTIONS') return null
  const { authorization } = headers
  if (tokenRefusal === null && keyPrefix !== null) return null
  if (authorization === undefined || authorization === '') return 'UNAUTHORIZED_NO_AUTH_HEADER'
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  const algorithm = token === undefined ? null : algorithmOf(token)
  if (algorithm === null) return 'UNAUTHORIZED_INVALID_JWT_FORMAT'
  if (tokenRefusal === null) return null
  if (symmetric.test(algorithm)) return 'UNAUTHORIZED_LEGACY_JWT'
  return asymmetric.test(algorithm) ? 'UNAUTHORIZED_ASYMMETRIC_JWT' : 'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM'
}

/** `alg` of a token; null for what is none. */
function algorithmOf(token: string): string | null {
  const parts = token.split('.')
  if (parts.length !== 3) return null
  try {
    const { alg } = JSON.parse(Buffer.from(parts[0]!, 'base64url').toString()) as { alg?: unknown }
    return typeof alg === 'string' ? alg : null
  } catch {
    return null
  }
}
