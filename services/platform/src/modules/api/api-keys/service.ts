import {
  type ApiKey,
  type ApiKeyChanges,
  type ApiKeyInput,
  apiKeysMax,
  type LegacyKeyName,
  legacyKeyNames,
  type LegacyKeys,
  publishableRole,
  secretRole,
} from '@colonnade/contracts/api/api-keys'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError, isAppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { requireRecentSignIn } from '../../../kernel/people/recent-sign-in.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'
import { listKeptKeys as ensureSigningKeys } from '../signing-keys/project-keys.ts'
import { listSigningKeys as listKeptSigningKeys, lockKeys } from '../signing-keys/store.ts'
import { requireAssumable } from './assumable-roles.ts'
import { hashKey, masked } from './key-text.ts'
import { makeLegacyKeys } from './legacy-keys.ts'
import { listKeptKeys, makeKey, placeOf } from './project-keys.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

type Audit = AuditRecorder<Transaction>

/** The caller, and whether to reveal secret keys. */
export interface Asking {
  readonly scope: Pick<ProjectScope, 'ref' | 'organizationId' | 'permissions'>
  readonly actor: Actor
  readonly isRevealing: boolean
}

/** Lists publishable keys, secret ones, and the two legacy ones. @throws AppError `sign_in_again` */
export async function listApiKeys(ctx: PlatformContext, asking: Asking): Promise<ApiKey[]> {
  await requireMayReveal(ctx, asking)
  const { ref } = asking.scope
  const kept = await listKeptKeys(ctx, ref)
  const legacy = await makeLegacyKeys(ctx, ref)
  const uses = new Map((await store.listUses(ctx.database, ref)).map((each) => [each.key_id, each]))
  const usesOf = (id: string) => {
    const { calls = 0, clients = [] } = uses.get(id) ?? {}
    const [latest] = clients
    return { calls, clients, last_used: latest === undefined ? null : { at: latest.at, address: latest.address, client: latest.client } }
  }
  return [
    ...kept.map(({ sealed_key, ...key }) => ({
      ...key,
      api_key: key.type === 'publishable' || asking.isRevealing ? ctx.secrets.open(sealed_key, placeOf(key.id)) : masked(key.prefix),
      secret_jwt_template: key.type === 'secret' ? { role: key.role } : null,
      is_enabled: true,
      ...usesOf(key.id),
    })),
    ...legacy.map(({ name, text, createdAt, expiresAt, isEnabled }) => ({
      id: name,
      type: 'legacy' as const,
      name,
      description: null,
      api_key: name === publishableRole || asking.isRevealing ? text : masked(text.slice(0, text.indexOf('.') + 1)),
      prefix: name,
      hash: hashKey(text),
      secret_jwt_template: null,
      inserted_at: new Date(createdAt * 1000).toISOString(),
      updated_at: new Date(createdAt * 1000).toISOString(),
      role: name,
      expires_at: new Date(expiresAt * 1000).toISOString(),
      is_enabled: isEnabled,
      ...usesOf(name),
    })),
  ]
}

/** @throws AppError `api_key_not_found`, `sign_in_again` */
export async function retrieveApiKey(ctx: PlatformContext, asking: Asking, id: string): Promise<ApiKey> {
  const key = (await listApiKeys(ctx, asking)).find((each) => each.id === id)
  if (!key) throw new AppError('api_key_not_found', { id })
  return key
}

/**
 * Creates a key and returns its text, even without `reveal`.
 *
 * @throws AppError `forbidden` for a role that can't read keys, `invalid_input` for a database role that the key can't have or an end in the past,
 * `api_key_name_taken`, `too_many_api_keys`, `project_not_active`, `project_wake_failed`
 */
export async function createApiKey(ctx: PlatformContext<HasSleeper>, { scope, actor }: Asking, input: ApiKeyInput, audit: Audit): Promise<ApiKey> {
  const { ref, organizationId } = scope
  requireMayRead(scope)
  const { type, name, description = null, expires_at: expiresAt = null } = input
  const role = roleOf(type, input.secret_jwt_template)
  requireFuture(ctx, expiresAt)
  await requireAssumable(ctx, ref, role, actor)
  await listKeptKeys(ctx, ref)
  const { id, text } = await ctx.database.transaction(async (tx) => {
    await lockKeys(tx, ref)
    if ((await store.listApiKeys(tx, ref)).length >= apiKeysMax) {
      const message = messages.tooManyKeys(apiKeysMax)
      throw new AppError('too_many_api_keys', { max: apiKeysMax }, { message })
    }
    const made = await makeKey(ctx, tx, ref, { type, name, description, role, expiresAt }).catch(nameTaken(name))
    await audit(tx, { organizationId, projectRef: ref, details: { id: made.id, type, name, role, expires_at: expiresAt } })
    return made
  })
  return { ...(await retrieveApiKey(ctx, { scope, actor, isRevealing: false }, id)), api_key: text }
}

/** @throws AppError `api_key_not_found`, `api_key_name_taken`, `invalid_input`, `sign_in_again`, `project_not_active`, `project_wake_failed` */
export async function updateApiKey(
  ctx: PlatformContext<HasSleeper>,
  asking: Asking,
  id: string,
  changes: ApiKeyChanges,
  audit: Audit,
): Promise<ApiKey> {
  const { ref, organizationId } = asking.scope
  await requireMayReveal(ctx, asking)
  const before = await findKept(ctx, ref, id)
  const { name = before.name, description = before.description, expires_at: expiresAt = before.expires_at } = changes
  const role = changes.secret_jwt_template === undefined ? before.role : roleOf(before.type, changes.secret_jwt_template)
  if (expiresAt !== before.expires_at) requireFuture(ctx, expiresAt)
  if (role !== before.role) await requireAssumable(ctx, ref, role, asking.actor)
  await ctx.database.transaction(async (tx) => {
    await store.updateApiKey(tx, id, { name, description, role, expiresAt }).catch(nameTaken(name))
    const told = { name: before.name, role: before.role, expires_at: before.expires_at }
    await audit(tx, { organizationId, projectRef: ref, details: { id, type: before.type, name, role, expires_at: expiresAt, before: told } })
  })
  return retrieveApiKey(ctx, asking, id)
}

/** @throws AppError `sign_in_again`, `api_key_not_found`, also for a legacy key, which can only be turned off */
export async function removeApiKey(ctx: PlatformContext, asking: Asking, id: string, audit: Audit): Promise<ApiKey> {
  const { ref, organizationId } = asking.scope
  await requireRecentSignIn(ctx.database, asking.actor)
  await requireMayReveal(ctx, asking)
  const { type, name, role } = await findKept(ctx, ref, id)
  const removed = await retrieveApiKey(ctx, asking, id)
  await ctx.database.transaction(async (tx) => {
    await store.deleteApiKey(tx, ref, id)
    await audit(tx, { organizationId, projectRef: ref, details: { id, type, name, role, calls: removed.calls } })
  })
  return removed
}

export async function retrieveLegacyKeys(ctx: PlatformContext, { ref }: Pick<ProjectScope, 'ref'>): Promise<LegacyKeys> {
  const [anon, service_role] = (await makeLegacyKeys(ctx, ref)).map(({ isEnabled }) => isEnabled) as [boolean, boolean]
  return { enabled: anon || service_role, anon, service_role }
}

/** Turns one or both legacy keys on or off. @throws AppError `legacy_key_revoked` if services would refuse them anyway */
export async function updateLegacyKeys(
  ctx: PlatformContext,
  scope: Pick<ProjectScope, 'ref' | 'organizationId'>,
  { enabled, name }: { readonly enabled: boolean; readonly name?: LegacyKeyName | undefined },
  audit: Audit,
): Promise<LegacyKeys> {
  const { ref, organizationId } = scope
  const names = name === undefined ? legacyKeyNames : [name]
  await ensureSigningKeys(ctx, ref)
  await ctx.database.transaction(async (tx) => {
    // the secret could be revoked at the same time
    await lockKeys(tx, ref)
    const secret = (await listKeptSigningKeys(tx, ref)).find(({ is_legacy }) => is_legacy)
    if (enabled && (secret === undefined || secret.status === 'revoked')) {
      const message = messages.legacyOff(secret === undefined)
      throw new AppError('legacy_key_revoked', {}, { message })
    }
    await store.enableLegacyKeys(tx, ref, names, enabled)
    await audit(tx, { organizationId, projectRef: ref, details: { names, enabled } })
  })
  return retrieveLegacyKeys(ctx, scope)
}

async function findKept(ctx: PlatformContext, ref: string, id: string): Promise<store.KeptApiKey> {
  const key = (await listKeptKeys(ctx, ref)).find((each) => each.id === id)
  if (!key) throw new AppError('api_key_not_found', { id })
  return key
}

async function requireMayReveal({ database }: PlatformContext, { scope, actor, isRevealing }: Asking): Promise<void> {
  if (!isRevealing) return
  requireMayRead(scope)
  await requireRecentSignIn(database, actor)
}

function requireMayRead({ permissions }: Pick<ProjectScope, 'permissions'>): void {
  if (isAllowed(permissions, 'service_keys:read')) return
  throw new AppError('forbidden', { permission: 'service_keys:read' }, { message: messages.keysHidden })
}

/** @throws AppError `invalid_input` for a publishable key with another role than its own */
function roleOf(type: ApiKeyInput['type'], template: ApiKeyInput['secret_jwt_template']): string {
  if (type === 'secret') return template?.role ?? secretRole
  if (template != null && template.role !== publishableRole) throw invalid(['secret_jwt_template', 'role'], messages.onlySecretKeys)
  return publishableRole
}

function requireFuture({ clock }: PlatformContext, end: string | null): void {
  if (end !== null && Date.parse(end) <= clock.now()) throw invalid(['expires_at'], messages.past)
}

function invalid(path: readonly string[], message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', ...path], message }] }, { message: `${path.join('.')}: ${message}` })
}

const nameTaken =
  (name: string) =>
  (error: unknown): never => {
    if (isAppError(error, 'unique_violation')) {
      const message = messages.keyNameTaken(name)
      throw new AppError('api_key_name_taken', { name }, { message, cause: error })
    }
    throw error
  }
