import { newId } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import type { SigningKey } from '@colonnade/projects'
import { exportTokenKey, generateTokenKey, secretKey, type TokenKey } from '@colonnade/tokens'
import type { PlatformContext } from '../../../kernel/context.ts'
import { retrieveJwtSecret } from './jwt-secret.ts'
import * as store from './store.ts'

export type KeyContext = Pick<PlatformContext, 'database' | 'random' | 'secrets'>

const placeOf = (id: string): string => `signing_keys.sealed_jwk.${id}`

/** Returns a project's signing keys, private halves included. */
export async function openSigningKeys(ctx: KeyContext, ref: string): Promise<SigningKey[]> {
  const keys = await listKeptKeys(ctx, ref)
  return keys.map(({ id, algorithm, status, sealed_jwk, is_legacy }) => ({
    id,
    algorithm,
    state: status,
    isLegacy: is_legacy,
    jwk: JSON.parse(ctx.secrets.open(sealed_jwk, placeOf(id))) as SigningKey['jwk'],
  }))
}

/**
 * Returns a project's signing keys. Creates the first ones on the first call: an ES256 key that signs, and the legacy secret, which only ever signed
 * the legacy API keys.
 */
export async function listKeptKeys(ctx: KeyContext, ref: string): Promise<store.KeptSigningKey[]> {
  const kept = await store.listSigningKeys(ctx.database, ref)
  if (kept.length > 0) return kept
  const { secret } = await retrieveJwtSecret(ctx, ref)
  const first = await generateTokenKey('ES256', newId(ctx.random), 'in_use')
  return ctx.database.transaction(async (tx) => {
    await store.lockKeys(tx, ref)
    const others = await store.listSigningKeys(tx, ref)
    if (others.length > 0) return others
    await keepKey(ctx, tx, ref, first)
    await keepKey(ctx, tx, ref, secretKey(secret, newId(ctx.random), 'previously_used'), true)
    return store.listSigningKeys(tx, ref)
  })
}

/** Stores a key, sealed. */
export async function keepKey({ secrets }: KeyContext, tx: Transaction, ref: string, key: TokenKey, isLegacy = false): Promise<void> {
  const { id, algorithm, state } = key
  const publicJwk = algorithm === 'HS256' ? null : exportTokenKey({ ...key, signing: null })
  const sealedJwk = secrets.seal(JSON.stringify(exportTokenKey(key)), placeOf(id))
  await store.insertSigningKey(tx, { id, ref, algorithm, state, publicJwk, sealedJwk, isLegacy })
}
