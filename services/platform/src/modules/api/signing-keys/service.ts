import { type ProjectSigningKey, type SigningKeyChange, SigningKeyInput, signingKeysMax, standbyMinutes } from '@colonnade/contracts/api/signing-keys'
import { AppError, isAppError, newId } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { generateTokenKey, importTokenKey, type TokenKey } from '@colonnade/tokens'
import type { z } from 'zod'
import type { PlatformContext } from '../../../kernel/context.ts'
import { requireRecentSignIn } from '../../../kernel/people/recent-sign-in.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { keepKey, listKeptKeys } from './project-keys.ts'
import * as store from './store.ts'
import { keptBecause, refusedBecause } from './transitions.ts'
import { messages } from '../messages.ts'

type Audit = AuditRecorder<Transaction>
type Scope = Pick<ProjectScope, 'ref' | 'organizationId'>

export async function listSigningKeys(ctx: PlatformContext, { ref }: Scope): Promise<{ keys: ProjectSigningKey[] }> {
  return { keys: (await listKeptKeys(ctx, ref)).map(describe) }
}

/** @throws AppError `signing_key_not_found` */
export async function retrieveSigningKey(ctx: PlatformContext, { ref }: Scope, id: string): Promise<ProjectSigningKey> {
  return describe(find(await listKeptKeys(ctx, ref), id))
}

/** @throws AppError `signing_key_not_found` for a deleted key */
export async function retrieveLegacyKey(ctx: PlatformContext, { ref }: Scope): Promise<ProjectSigningKey> {
  const legacy = (await listKeptKeys(ctx, ref)).find(({ is_legacy }) => is_legacy)
  if (!legacy) throw new AppError('signing_key_not_found')
  return describe(legacy)
}

/** @throws AppError `invalid_input` for a key that can't sign, `signing_key_conflict` if there is another standby key, `too_many_signing_keys` */
export async function createSigningKey(
  ctx: PlatformContext,
  { ref, organizationId }: Scope,
  input: z.output<typeof SigningKeyInput>,
  audit: Audit,
): Promise<ProjectSigningKey> {
  const { algorithm, status, private_jwk } = input
  const key = await makeKey(input, newId(ctx.random))
  await listKeptKeys(ctx, ref)
  return change(ctx, ref, key.id, async (tx, keys) => {
    if (keys.length >= signingKeysMax) {
      throw new AppError('too_many_signing_keys', { max: signingKeysMax }, { message: messages.tooManySigningKeys(signingKeysMax) })
    }
    if (status === 'standby' && keys.some((other) => other.status === 'standby')) {
      throw conflict(messages.hasStandby)
    }
    if (status === 'in_use') await retire(tx, keys)
    await keepKey(ctx, tx, ref, key)
    await audit(tx, { organizationId, projectRef: ref, details: { id: key.id, algorithm, status, is_imported: private_jwk != null } })
  })
}

/**
 * Changes a key's status. A standby key replaces the key in use, and tokens of that key stay valid.
 *
 * @throws AppError `signing_key_not_found`, `signing_key_conflict`, `signing_key_not_ready`, `legacy_api_keys_enabled`
 */
export async function updateSigningKey(
  ctx: PlatformContext,
  { ref, organizationId }: Scope,
  id: string,
  { status, immediately = false }: SigningKeyChange,
  audit: Audit,
): Promise<ProjectSigningKey> {
  await listKeptKeys(ctx, ref)
  return change(ctx, ref, id, async (tx, keys) => {
    const key = find(keys, id)
    const reason = refusedBecause(
      key.status,
      status,
      keys.some((other) => other.status === 'standby'),
    )
    if (reason !== null) throw conflict(reason)
    if (status === 'in_use') {
      if (!immediately && key.age_seconds < standbyMinutes * 60) throw notReady(key)
      await retire(tx, keys)
    }
    if (status === 'revoked' && key.is_legacy) {
      const secret = await store.findSecret(tx, ref)
      if (secret?.is_anon_enabled || secret?.is_service_role_enabled) {
        const message = messages.legacyKeysOn
        throw new AppError('legacy_api_keys_enabled', {}, { message })
      }
    }
    await store.changeState(tx, id, status)
    await audit(tx, { organizationId, projectRef: ref, details: { id, algorithm: key.algorithm, status, before: key.status, immediately } })
  })
}

/** @throws AppError `sign_in_again`, `signing_key_not_found`, `signing_key_conflict` while it signs or verifies tokens */
export async function removeSigningKey(
  ctx: PlatformContext,
  { ref, organizationId }: Scope,
  actor: Actor,
  id: string,
  audit: Audit,
): Promise<ProjectSigningKey> {
  await requireRecentSignIn(ctx.database, actor)
  await listKeptKeys(ctx, ref)
  return ctx.database.transaction(async (tx) => {
    await store.lockKeys(tx, ref)
    const key = find(await store.listSigningKeys(tx, ref), id)
    const reason = keptBecause(key.status)
    if (reason !== null) throw conflict(reason)
    await store.deleteSigningKey(tx, id)
    await audit(tx, { organizationId, projectRef: ref, details: { id, algorithm: key.algorithm, status: key.status } })
    return describe(key)
  })
}

/** Changes the keys of a project, one change at a time, and returns the changed key. */
function change(
  ctx: PlatformContext,
  ref: string,
  id: string,
  work: (tx: Transaction, keys: readonly store.KeptSigningKey[]) => Promise<void>,
): Promise<ProjectSigningKey> {
  return ctx.database.transaction(async (tx) => {
    await store.lockKeys(tx, ref)
    await work(tx, await store.listSigningKeys(tx, ref))
    return describe(find(await store.listSigningKeys(tx, ref), id))
  })
}

async function retire(tx: Transaction, keys: readonly store.KeptSigningKey[]): Promise<void> {
  const current = keys.find(({ status }) => status === 'in_use')
  if (current) await store.changeState(tx, current.id, 'previously_used')
}

async function makeKey({ algorithm, status, private_jwk: jwk }: z.output<typeof SigningKeyInput>, id: string): Promise<TokenKey> {
  if (jwk == null) return generateTokenKey(algorithm, id, status)
  try {
    const key = importTokenKey(jwk, { state: status, id })
    if (key.signing === null) throw invalidKey(messages.publicHalf)
    if (key.algorithm !== algorithm) throw invalidKey(messages.otherAlgorithm(key.algorithm, algorithm))
    return key
  } catch (error) {
    throw isAppError(error, 'invalid_input') ? invalidKey(error.message) : error
  }
}

function find(keys: readonly store.KeptSigningKey[], id: string): store.KeptSigningKey {
  const key = keys.find((each) => each.id === id)
  if (!key) throw new AppError('signing_key_not_found', { id })
  return key
}

function describe({ sealed_jwk: _sealed, age_seconds: _age, ...key }: store.KeptSigningKey): ProjectSigningKey {
  return { ...key, ready_at: key.status === 'standby' ? readyAt(key.updated_at) : null }
}

const readyAt = (since: string): string => new Date(Date.parse(since) + standbyMinutes * 60_000).toISOString()

function notReady({ updated_at }: { readonly updated_at: string }): AppError {
  const ready_at = readyAt(updated_at)
  const message = messages.standbyTooShort(standbyMinutes, ready_at)
  return new AppError('signing_key_not_ready', { ready_at }, { message })
}

const conflict = (message: string): AppError => new AppError('signing_key_conflict', {}, { message })

function invalidKey(message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', 'private_jwk'], message }] }, { message: `private_jwk: ${message}` })
}
