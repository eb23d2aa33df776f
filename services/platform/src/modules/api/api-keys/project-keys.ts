import { type ApiKeyType, publishableRole, secretRole } from '@colonnade/contracts/api/api-keys'
import { newId } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import type { ApiKey } from '@colonnade/projects'
import type { PlatformContext } from '../../../kernel/context.ts'
import { retrieveJwtSecret } from '../signing-keys/jwt-secret.ts'
import { lockKeys } from '../signing-keys/store.ts'
import { hashKey, makeKeyText, prefixOf } from './key-text.ts'
import { makeLegacyKeys } from './legacy-keys.ts'
import * as store from './store.ts'

export type KeyContext = Pick<PlatformContext, 'database' | 'random' | 'secrets'>

export const placeOf = (id: string): string => `api_keys.sealed_key.${id}`

/** Name of the initial keys of every project. */
const firstName = 'default'

/** Returns the keys of a project without the legacy ones. Creates the first publishable and secret key on the first call. */
export async function listKeptKeys(ctx: KeyContext, ref: string): Promise<store.KeptApiKey[]> {
  const { hasApiKeys } = await retrieveJwtSecret(ctx, ref)
  if (hasApiKeys) return store.listApiKeys(ctx.database, ref)
  return ctx.database.transaction(async (tx) => {
    await lockKeys(tx, ref)
    const { hasApiKeys: areThere } = await retrieveJwtSecret({ ...ctx, database: tx }, ref)
    if (!areThere) {
      const same = { name: firstName, description: null, expiresAt: null }
      await makeKey(ctx, tx, ref, { ...same, type: 'publishable', role: publishableRole })
      await makeKey(ctx, tx, ref, { ...same, type: 'secret', role: secretRole })
      await store.markFirstKeys(tx, ref)
    }
    return store.listApiKeys(tx, ref)
  })
}

/** Creates a key and returns its ID and its text, which is stored sealed. */
export async function makeKey(
  { random, secrets }: Pick<KeyContext, 'random' | 'secrets'>,
  tx: Queryable,
  ref: string,
  key: store.KeyFields & { readonly type: ApiKeyType },
): Promise<{ readonly id: string; readonly text: string }> {
  const id = newId(random)
  const text = makeKeyText(random, ref, key.type)
  const { type, name, description, role, expiresAt } = key
  const sealedKey = secrets.seal(text, placeOf(id))
  await store.insertApiKey(tx, { id, ref, type, name, description, role, expiresAt, prefix: prefixOf(text), hash: hashKey(text), sealedKey })
  return { id, text }
}

/** Returns all keys that clients of a project can use, including legacy ones, for services to check. */
export async function listCheckedKeys(ctx: KeyContext, ref: string): Promise<ApiKey[]> {
  const legacy = await makeLegacyKeys(ctx, ref)
  const kept = await listKeptKeys(ctx, ref)
  return [
    ...kept.map(({ id, type, hash, prefix, role, expires_at }) => ({
      id,
      kind: type,
      hash,
      prefix,
      role,
      expiresAt: expires_at === null ? null : Date.parse(expires_at),
      isEnabled: true,
    })),
    ...legacy.map(({ name, text, expiresAt, isEnabled }) => ({
      id: name,
      kind: 'legacy' as const,
      hash: hashKey(text),
      prefix: name,
      role: name,
      expiresAt: expiresAt * 1000,
      isEnabled,
    })),
  ]
}

/** Returns the text of a project's oldest publishable key that still works; null if there is none. */
export async function findPublishableKey(ctx: KeyContext & Pick<PlatformContext, 'clock'>, ref: string): Promise<string | null> {
  const now = ctx.clock.now()
  const key = (await listKeptKeys(ctx, ref)).find(
    ({ type, expires_at }) => type === 'publishable' && (expires_at === null || Date.parse(expires_at) > now),
  )
  return key ? ctx.secrets.open(key.sealed_key, placeOf(key.id)) : null
}
