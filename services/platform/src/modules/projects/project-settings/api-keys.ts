import type { ProjectSettings } from '@colonnade/contracts/projects/project-settings'
import { AppError } from '@colonnade/core'
import { signToken } from '@colonnade/tokens'
import type { PlatformContext } from '../../../kernel/context.ts'
import * as store from './store.ts'

const secretBytes = 32
const keyYears = 10
const secondsPerYear = 365 * 24 * 60 * 60

/** Database roles that have a key; every other one needs a token of a signed-in user. */
const keyRoles = ['anon', 'service_role'] as const

interface JwtSecret {
  /** 32 random bytes in base64url, 43 characters; the bytes of this text are the key, as tools of the ecosystem take it. */
  readonly secret: string
  /** Seconds since the Unix epoch. */
  readonly createdAt: number
}

/** The project's own secret, made when it is first asked for. */
export async function retrieveJwtSecret(
  { database, random, secrets }: Pick<PlatformContext, 'database' | 'random' | 'secrets'>,
  ref: string,
): Promise<JwtSecret> {
  const place = `project_secrets.jwt_secret.${ref}`
  let kept = await store.retrieveSecret(database, ref)
  if (!kept) {
    const secret = Buffer.from(random.bytes(secretBytes)).toString('base64url')
    await store.insertSecret(database, ref, secrets.seal(secret, place))
    // whoever asked at the same time: the one that is there counts
    kept = await store.retrieveSecret(database, ref)
  }
  if (!kept) throw new AppError('internal', {}, { internal: `no secret of ${ref}` })
  return { secret: secrets.open(kept.jwt_secret, place), createdAt: kept.created_at }
}

/** The keys of a project; the same each time, because they begin when the secret does. */
export async function makeApiKeys(ctx: PlatformContext, ref: string): Promise<ProjectSettings['service_api_keys']> {
  const { secret, createdAt } = await retrieveJwtSecret(ctx, ref)
  const expiresAt = createdAt + keyYears * secondsPerYear
  return keyRoles.map((role) => ({ name: role, api_key: signToken(secret, { ref, role, issuedAt: createdAt, expiresAt }), tags: role }))
}

/** Nothing of a project that is gone can be signed any more. */
export async function forgetRemovedSecrets({ database }: Pick<PlatformContext, 'database'>): Promise<void> {
  await store.deleteRemoved(database)
}
