import type { ProjectKeys } from '@colonnade/projects'
import { createKeySet, secretKey, signWithoutId, verifyWithKeys } from '@colonnade/tokens'
import { createHmac } from 'node:crypto'
import { isAppError } from '@colonnade/core'
import { StorageError } from '../errors.ts'

/** What a signed URL allows. */
export interface UrlClaims {
  /** `bucket/path`, as the object is called. */
  readonly url: string
  readonly scope: 'download' | 'upload'
  readonly transformations?: string
  readonly owner?: string
  readonly upsert?: boolean
}

/**
 * The key of a project's signed URLs follows from its secret, and is another: so that no URL is good as a token of the data API, nor any
 * token, whatever its claims, as a URL.
 */
function keyOf({ jwtSecret }: ProjectKeys): string {
  return createHmac('sha256', jwtSecret).update('signed URLs of storage').digest('base64url')
}

/** @param seconds that it holds from now on */
export function signUrl(keys: ProjectKeys, claims: UrlClaims, nowMs: number, seconds: number): string {
  const iat = Math.floor(nowMs / 1000)
  return signWithoutId(secretKey(keyOf(keys), 'storage', 'in_use'), { ...claims, iat, exp: iat + seconds })
}

const faults: Readonly<Record<string, string>> = {
  expired: '"exp" claim timestamp check failed',
  bad_signature: 'signature verification failed',
}

/**
 * @param url `bucket/path` that is called
 * @throws StorageError `InvalidJWT` for a token that proves nothing, `InvalidSignature` for one of another object or use
 */
export function verifyUrl(
  keys: ProjectKeys,
  token: string | null,
  wanted: Pick<UrlClaims, 'url' | 'scope'>,
  nowMs: number,
): UrlClaims & { readonly exp: number } {
  if (token === null || token === '') throw new StorageError('InvalidJWT', 'The URL has no token')
  const claims = verify(keys, token, nowMs)
  const { url, scope = claims['upsert'] === undefined ? 'download' : 'upload', exp } = claims
  if (url !== wanted.url || scope !== wanted.scope || exp === undefined) throw new StorageError('InvalidSignature')
  const { transformations, owner, upsert } = claims
  return {
    url: wanted.url,
    scope: wanted.scope,
    exp,
    ...(typeof transformations === 'string' && { transformations }),
    ...(typeof owner === 'string' && { owner }),
    ...(typeof upsert === 'boolean' && { upsert }),
  }
}

function verify(keys: ProjectKeys, token: string, nowMs: number): ReturnType<typeof verifyWithKeys> {
  try {
    const key = secretKey(keyOf(keys), 'storage', 'in_use')
    return verifyWithKeys(createKeySet([key], key), token, { nowMs, required: ['exp', 'url'] })
  } catch (error) {
    if (!isAppError(error, 'unauthorized')) throw error
    throw new StorageError('InvalidJWT', faults[String(error.details['reason'])] ?? 'Invalid JWT', { cause: error })
  }
}
