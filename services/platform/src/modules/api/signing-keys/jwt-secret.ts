import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import * as store from './store.ts'

const secretBytes = 32

/** The secret that signs a project's legacy keys (HS256), and which of them are turned on. */
export interface JwtSecret {
  /** 32 random bytes in base64url, 43 characters. The bytes of this text are the key, as tools of the ecosystem expect. */
  readonly secret: string
  /** Seconds since the Unix epoch. */
  readonly createdAt: number
  readonly isEnabled: { readonly anon: boolean; readonly service_role: boolean }
  /** Set once its first API keys were created. */
  readonly hasApiKeys: boolean
}

/** Returns the project's secret. Creates it on the first call. */
export async function retrieveJwtSecret(
  { database, random, secrets }: Pick<PlatformContext, 'random' | 'secrets'> & { readonly database: Queryable },
  ref: string,
): Promise<JwtSecret> {
  const place = `project_secrets.jwt_secret.${ref}`
  let kept = await store.findSecret(database, ref)
  if (!kept) {
    const secret = Buffer.from(random.bytes(secretBytes)).toString('base64url')
    await store.insertSecret(database, ref, secrets.seal(secret, place))
    // after a concurrent call, use its secret
    kept = await store.findSecret(database, ref)
  }
  if (!kept) throw new AppError('internal', {}, { internal: `no secret of ${ref}` })
  return {
    secret: secrets.open(kept.jwt_secret, place),
    createdAt: kept.created_at,
    isEnabled: { anon: kept.is_anon_enabled, service_role: kept.is_service_role_enabled },
    hasApiKeys: kept.has_api_keys,
  }
}
