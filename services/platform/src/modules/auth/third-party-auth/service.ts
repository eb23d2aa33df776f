import { issuersMax, type ThirdPartyAuth, type ThirdPartyAuthInput } from '@colonnade/contracts/auth/third-party-auth'
import { AppError, newId } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { Jwks } from '@colonnade/tokens'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { lockKeys } from '../../api/signing-keys/store.ts'
import { listKeptKeys } from '../../api/signing-keys/project-keys.ts'
import { retrieveSettings } from '../../installation/installation/store.ts'
import { findKeys, readKeys } from './find-keys.ts'
import { typeOfIssuer } from './issuer-type.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

type Audit = AuditRecorder<Transaction>
type Scope = Pick<ProjectScope, 'ref' | 'organizationId'>
type Context = Pick<PlatformContext, 'database' | 'random' | 'secrets'>

export async function listIssuers({ database }: Context, { ref }: Scope): Promise<ThirdPartyAuth[]> {
  return (await store.listIssuers(database, ref)).map(describe)
}

/** @throws AppError `third_party_auth_not_found` */
export async function retrieveIssuer({ database }: Context, { ref }: Scope, id: string): Promise<ThirdPartyAuth> {
  return describe(find(await store.listIssuers(database, ref), id))
}

/**
 * Trusts an issuer from the next request on.
 *
 * @throws AppError `issuer_refused` if it has no usable keys, or for the project itself; `issuer_known`, `too_many_issuers`
 */
export async function createIssuer(
  ctx: Context,
  { ref, organizationId }: Scope,
  { oidc_issuer_url: issuer, jwks_url: url, custom_jwks: given }: ThirdPartyAuthInput,
  audit: Audit,
): Promise<ThirdPartyAuth> {
  requireRoom(await store.listIssuers(ctx.database, ref), issuer)
  const { private_webhooks: arePrivateAllowed } = await retrieveSettings(ctx.database)
  const customJwks = given == null ? null : readKeys(requirePublic(given))
  const jwksUrl = url ?? null
  const resolvedJwks = customJwks ?? (await findKeys({ issuer, jwksUrl, arePrivateAllowed }))
  await requireOther(ctx, ref, resolvedJwks)
  const id = newId(ctx.random)
  return ctx.database.transaction(async (tx) => {
    await lockKeys(tx, ref)
    requireRoom(await store.listIssuers(tx, ref), issuer)
    await store.insertIssuer(tx, { id, ref, issuer, jwksUrl, customJwks, resolvedJwks })
    await audit(tx, { organizationId, projectRef: ref, details: { id, issuer } })
    return describe(find(await store.listIssuers(tx, ref), id))
  })
}

/** @throws AppError `third_party_auth_not_found` */
export async function removeIssuer({ database }: Context, { ref, organizationId }: Scope, id: string, audit: Audit): Promise<ThirdPartyAuth> {
  return database.transaction(async (tx) => {
    await lockKeys(tx, ref)
    const known = find(await store.listIssuers(tx, ref), id)
    await store.deleteIssuer(tx, id)
    await audit(tx, { organizationId, projectRef: ref, details: { id, issuer: known.oidc_issuer_url } })
    return describe(known)
  })
}

function requireRoom(known: readonly store.KeptIssuer[], issuer: string): void {
  const nameOf = (url: string): string => url.replace(/\/$/, '')
  if (known.some((each) => nameOf(each.oidc_issuer_url) === nameOf(issuer))) throw new AppError('issuer_known')
  if (known.length >= issuersMax) {
    throw new AppError('too_many_issuers', { most: issuersMax }, { message: messages.issuer.tooMany(issuersMax) })
  }
}

/** Refuses private keys, which could be pasted by mistake, and must never be stored. */
function requirePublic(jwks: Record<string, unknown>): unknown {
  const keys: unknown[] = Array.isArray(jwks['keys']) ? jwks['keys'] : []
  const isSecret = keys.some((key) => typeof key === 'object' && key !== null && ('d' in key || 'k' in key))
  if (isSecret) throw new AppError('issuer_refused', {}, { message: messages.issuer.privateKey })
  return jwks
}

/** Refuses the project's own issuer, which would break sign-in for its users. */
async function requireOther(ctx: Context, ref: string, { keys }: Jwks): Promise<void> {
  const own = new Set((await listKeptKeys(ctx, ref)).map(({ id }) => id))
  if (!keys.some(({ kid }) => own.has(kid))) return
  throw new AppError('issuer_refused', {}, { message: messages.issuer.own })
}

function find(issuers: readonly store.KeptIssuer[], id: string): store.KeptIssuer {
  const found = issuers.find((issuer) => issuer.id === id)
  if (!found) throw new AppError('third_party_auth_not_found')
  return found
}

function describe(issuer: store.KeptIssuer): ThirdPartyAuth {
  return { ...issuer, type: typeOfIssuer(issuer.oidc_issuer_url) }
}
