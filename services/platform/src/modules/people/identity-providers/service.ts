import {
  callbackPath,
  type IdentityProvider,
  type IdentityProviderChanges,
  type IdentityProviderInput,
  type ProviderTest,
} from '@colonnade/contracts/people/identity-providers'
import { AppError, toAppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { z } from 'zod'
import type { PlatformContext } from '../../../kernel/context.ts'
import { openProtocol, secretPlace } from './protocol.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

/** The configured address of the installation, or the one that the caller used. */
export function callbackUrl({ config }: Pick<PlatformContext, 'config'>, request: Pick<RequestFacts, 'origin'>, key: string): string {
  return new URL(callbackPath(key), config.publicUrl ?? request.origin).href
}

export async function listProviders(ctx: PlatformContext, request: RequestFacts): Promise<{ items: IdentityProvider[]; callback_base: string }> {
  const rows = await store.listProviders(ctx.database)
  return { items: rows.map((row) => withCallback(ctx, request, row)), callback_base: callbackUrl(ctx, request, '') }
}

/** @throws AppError `identity_provider_exists` */
export function createProvider(
  ctx: PlatformContext,
  { client_secret: secret, ...input }: z.output<typeof IdentityProviderInput>,
  request: RequestFacts,
  audit: Audit,
): Promise<IdentityProvider> {
  const sealedSecret = ctx.secrets.seal(secret, secretPlace(input.key))
  return ctx.database.transaction(async (tx) => {
    if (!(await store.insertProvider(tx, { ...input, sealed_secret: sealedSecret }))) throw new AppError('identity_provider_exists')
    await audit(tx, { details: input })
    return retrieve(ctx, tx, request, input.key)
  })
}

/** @throws AppError `identity_provider_not_found` */
export function updateProvider(
  ctx: PlatformContext,
  key: string,
  { client_secret: secret, ...changes }: z.output<typeof IdentityProviderChanges>,
  request: RequestFacts,
  audit: Audit,
): Promise<IdentityProvider> {
  return ctx.database.transaction(async (tx) => {
    const isThere = await store.updateProvider(tx, key, {
      name: changes.name ?? null,
      client_id: changes.client_id ?? null,
      is_enabled: changes.is_enabled ?? null,
      sealed_secret: secret === undefined ? null : ctx.secrets.seal(secret, secretPlace(key)),
    })
    if (!isThere) throw new AppError('identity_provider_not_found', { key })
    await audit(tx, { details: { key, ...changes, ...(secret !== undefined && { client_secret: 'changed' }) } })
    return retrieve(ctx, tx, request, key)
  })
}

/** Tests the provider now, even if it is off. Describes faults, with all details for its owner. @throws AppError `identity_provider_not_found` */
export async function testProvider(ctx: PlatformContext, key: string, request: RequestFacts): Promise<ProviderTest> {
  const row = await store.findProvider(ctx.database, key)
  if (!row) throw new AppError('identity_provider_not_found', { key })
  let authorizationEndpoint: string | null = null
  try {
    const protocol = await openProtocol(ctx, row)
    authorizationEndpoint = protocol.authorizationEndpoint
    return { problem: await protocol.probeClient(callbackUrl(ctx, request, key)), authorization_endpoint: authorizationEndpoint }
  } catch (thrown) {
    const error = toAppError(thrown)
    return {
      problem: `${error.message}.${error.internal === undefined ? '' : ` (${error.internal})`}`,
      authorization_endpoint: authorizationEndpoint,
    }
  }
}

/** @throws AppError `identity_provider_not_found` */
export async function removeProvider(ctx: PlatformContext, key: string, audit: Audit): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    const gone = await store.deleteProvider(tx, key)
    if (!gone) throw new AppError('identity_provider_not_found', { key })
    await audit(tx, { details: { key, ...gone } })
  })
}

async function retrieve(ctx: PlatformContext, tx: Transaction, request: RequestFacts, key: string): Promise<IdentityProvider> {
  const rows = await store.listProviders(tx)
  return withCallback(
    ctx,
    request,
    rows.find((row) => row.key === key)!,
  )
}

function withCallback(ctx: PlatformContext, request: RequestFacts, row: Omit<IdentityProvider, 'callback_url'>): IdentityProvider {
  return { ...row, callback_url: callbackUrl(ctx, request, row.key) }
}
