import { isAppError } from '@colonnade/core'
import { type Known, type KnownProjects, type ProjectDirectory, type ProjectKeys, type S3Keys, serviceClaim } from '@colonnade/projects'
import { createKeySet, importTokenKey, type Jwk, type KeySet, secretKey, type TokenClaims, verifyWithKeys } from '@colonnade/tokens'
import { S3Error } from '../errors.ts'
import type { S3Credentials } from '../identity.ts'

/** Minimum interval between reports of a key's last use. */
const reportedMs = 60_000
/** Most keys with a remembered last report. */
const reportsMost = 10_000
const toleranceSeconds = 30

export interface CredentialParts {
  readonly known: KnownProjects
  readonly projects: Pick<ProjectDirectory, 's3Keys' | 'reportS3KeyUse'>
  readonly clock: { now(): number }
}

/** Keys of projects, as the platform keeps them. They are asked for once, and again when there is news of the project. */
export function createS3Credentials({ known, projects, clock }: CredentialParts): S3Credentials {
  const keys = new WeakMap<Known, Promise<S3Keys | null>>()
  const reports = new Map<string, number>()
  const keysOf = async (ref: string): Promise<{ readonly found: Known; readonly s3: S3Keys }> => {
    const found = await known.find(ref)
    if (found === null) throw new S3Error('InvalidAccessKeyId')
    if (!found.storage.isS3Enabled)
      throw new S3Error('AccessDenied', 'The S3 protocol is turned off for this project. Turn it on in its storage settings.')
    const asking = keys.get(found) ?? projects.s3Keys(ref)
    keys.set(found, asking)
    try {
      const s3 = await asking
      if (s3 === null) throw new S3Error('InvalidAccessKeyId')
      return { found, s3 }
    } catch (error) {
      keys.delete(found)
      throw error
    }
  }
  const report = (accessKey: string): void => {
    const now = clock.now()
    if (now - (reports.get(accessKey) ?? 0) < reportedMs) return
    reports.delete(accessKey)
    reports.set(accessKey, now)
    if (reports.size > reportsMost) reports.delete(reports.keys().next().value!)
    // a call doesn't fail because nobody could note it
    void projects.reportS3KeyUse(accessKey, now).catch(() => reports.delete(accessKey))
  }
  return {
    async find(ref, keyId) {
      const { s3 } = await keysOf(ref)
      const key = s3.keys.find(({ accessKey }) => accessKey === keyId)
      if (key === undefined) return null
      const { secret, role, userId } = key
      const claims = JSON.stringify({ role, ...(userId !== null && { sub: userId }) })
      return { secret, identity: { role, claims, userId }, used: () => report(keyId) }
    },
    async openSession(ref, keyId, token) {
      const { found, s3 } = await keysOf(ref)
      if (keyId !== ref) throw new S3Error('InvalidAccessKeyId')
      const now = clock.now()
      const claims = verify(ref, found.keys, token, now)
      const role = claims.role ?? 'anon'
      const identity = { role, claims: JSON.stringify({ ...claims, role }), userId: claims.sub ?? null }
      return s3.sessionSecrets
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
        .map(({ text }) => ({ secret: text, identity, used: () => {} }))
    },
  }
}

/** @throws S3Error `ExpiredToken`, `InvalidToken` */
function verify(ref: string, keys: ProjectKeys, token: string, nowMs: number): TokenClaims {
  let claims: TokenClaims
  try {
    claims = verifyWithKeys(keySetOf(keys), token, { nowMs, toleranceSeconds })
  } catch (error) {
    if (!isAppError(error, 'unauthorized')) throw error
    throw new S3Error(error.details['reason'] === 'expired' ? 'ExpiredToken' : 'InvalidToken')
  }
  const service = (claims as Record<string, unknown>)[serviceClaim]
  if ((claims.ref !== undefined && claims.ref !== ref) || (service !== undefined && service !== 'storage')) throw new S3Error('InvalidToken')
  return claims
}

const sets = new WeakMap<ProjectKeys, KeySet>()

function keySetOf(keys: ProjectKeys): KeySet {
  const known = sets.get(keys)
  if (known !== undefined) return known
  const legacy = keys.signingKeys.find(({ isLegacy }) => isLegacy)
  const made = createKeySet(
    keys.signingKeys.map(({ id, state, jwk }) => importTokenKey(jwk as Jwk, { id, state })),
    legacy && secretKey(keys.jwtSecret, legacy.id, legacy.state),
  )
  sets.set(keys, made)
  return made
}
