import { AppError, isAppError } from '@colonnade/core'
import { createSecretKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { algorithmOf, algorithms, type Jwk, type KeyAlgorithm, readHalves } from './algorithms.ts'

export type KeyState = 'in_use' | 'standby' | 'previously_used' | 'revoked'

/** What a key does in each state. A standby key is published early, so that caches elsewhere know it before the first token it signs. */
export const keyStates: Readonly<Record<KeyState, { readonly signs: boolean; readonly verifies: boolean }>> = {
  in_use: { signs: true, verifies: true },
  standby: { signs: false, verifies: true },
  previously_used: { signs: false, verifies: true },
  revoked: { signs: false, verifies: false },
}

/** A key with its one algorithm: what a token's header says never changes how the key is used (RFC 8725, 3.1). */
export interface TokenKey<A extends KeyAlgorithm = KeyAlgorithm> {
  /** `kid` in the headers of its tokens. */
  readonly id: string
  readonly algorithm: A
  readonly state: KeyState
  /** null where only the public half is known, as of other issuers' keys. */
  readonly signing: KeyObject | null
  readonly verifying: KeyObject
}

/** A JWK as we create it (RFC 7517): always includes `kid`, `alg` and `use`. */
export type TokenJwk = Jwk & { readonly kid: string; readonly alg: KeyAlgorithm; readonly use: 'sig' }

/** A JWKS document (RFC 7517, 5). */
export interface Jwks {
  readonly keys: readonly TokenJwk[]
}

const generatePair = promisify(generateKeyPair)

/** Generates a key. RSA takes about a tenth of a second, in a thread of its own. */
export async function generateTokenKey<A extends KeyAlgorithm>(algorithm: A, id: string, state: KeyState): Promise<TokenKey<A>> {
  if (algorithm === 'HS256') {
    const secret = createSecretKey(randomBytes(32))
    return { id, algorithm, state, signing: secret, verifying: secret }
  }
  const { privateKey, publicKey } = await generateHalves(algorithm)
  return { id, algorithm, state, signing: privateKey, verifying: publicKey }
}

function generateHalves(algorithm: Exclude<KeyAlgorithm, 'HS256'>): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  if (algorithm === 'ES256') return generatePair('ec', { namedCurve: 'P-256' })
  return algorithm === 'RS256' ? generatePair('rsa', { modulusLength: 2_048 }) : generatePair('ed25519')
}

/** A key from a shared secret; the bytes of its UTF-8 form are the key, as the ecosystem's tools use it. */
export function secretKey(secret: string, id: string, state: KeyState): TokenKey<'HS256'> {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  return { id, algorithm: 'HS256', state, signing: key, verifying: key }
}

/**
 * Imports a JWK: a private key, a public one, or a shared secret. `id` replaces its `kid`.
 *
 * @throws AppError `invalid_input` for a kind of key that tokens aren't signed with, one that is too short, has halves that don't belong
 * together, is for encryption, or has no id
 */
export function importTokenKey(jwk: Jwk, { state, id }: { readonly state: KeyState; readonly id?: string }): TokenKey {
  const algorithm = algorithmOf(jwk)
  if (algorithm === null) throw unusable('Use a P-256, RSA or Ed25519 key, or a shared secret')
  if (jwk.alg !== undefined && jwk.alg !== algorithm) throw unusable(`A key of this type signs with ${algorithm}, not ${jwk.alg}`)
  if (jwk.use !== undefined && jwk.use !== 'sig') throw unusable('This key is not for signatures')
  const kid = id ?? jwk.kid
  if (typeof kid !== 'string' || kid === '') throw unusable('This key has no id (kid)')
  const halves = readKey(jwk)
  if (!algorithms[algorithm].fits(halves.verifying)) throw unusable('This key is too short, or too long')
  if (halves.signing !== null && !isPair(algorithm, halves.signing, halves.verifying)) throw unusable('The two halves of this key do not match')
  return { id: kid, algorithm, state, ...halves }
}

function readKey(jwk: Jwk): ReturnType<typeof readHalves> {
  try {
    return readHalves(jwk)
  } catch (error) {
    throw unusable('This key is malformed', error)
  }
}

/** OpenSSL takes a private key with any public half; signatures tell. */
function isPair(algorithm: KeyAlgorithm, signing: KeyObject, verifying: KeyObject): boolean {
  const sample = Buffer.from('sample')
  try {
    return algorithms[algorithm].verify(verifying, sample, algorithms[algorithm].sign(signing, sample))
  } catch {
    return false
  }
}

/** Exports a key with everything it has, private half included: seal it. */
export function exportTokenKey({ id, algorithm, signing, verifying }: TokenKey): TokenJwk {
  return { ...(signing ?? verifying).export({ format: 'jwk' }), kid: id, alg: algorithm, use: 'sig' }
}

/** Returns the JWKS document of the keys that verify: their public halves, and never a shared secret. */
export function publicJwks(keys: Iterable<TokenKey>): Jwks {
  const isPublic = ({ algorithm, state }: TokenKey): boolean => keyStates[state].verifies && !algorithms[algorithm].isShared
  return { keys: [...keys].filter(isPublic).map((key) => exportTokenKey({ ...key, signing: null })) }
}

/**
 * Imports another issuer's JWKS document. Leaves out keys that tokens can't be verified with (RFC 7517, 5), and shared secrets: a
 * published secret proves nothing.
 *
 * @throws AppError `invalid_input` when it is no such document
 */
export function importJwks(document: unknown): TokenKey[] {
  const keys = typeof document === 'object' && document !== null && 'keys' in document ? document.keys : undefined
  if (!Array.isArray(keys)) throw unusable('This is not a JWKS document')
  const byId = new Map<string, TokenKey>()
  for (const jwk of keys) {
    const key = readPublicKey(jwk)
    if (key !== null && !byId.has(key.id)) byId.set(key.id, key)
  }
  return [...byId.values()]
}

function readPublicKey(jwk: unknown): TokenKey | null {
  if (typeof jwk !== 'object' || jwk === null || ('kty' in jwk && jwk.kty === 'oct')) return null
  try {
    return { ...importTokenKey(jwk, { state: 'in_use' }), signing: null }
  } catch (error) {
    if (isAppError(error, 'invalid_input')) return null
    throw error
  }
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', {}, { message, cause })
}
