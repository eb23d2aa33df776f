import type { Identities, Identity } from '@colonnade/contracts/people/identities'
import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, Cookie, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { deleteOtherSessions, findPasswordHash } from '../account/store.ts'
import { listEnabled } from '../identity-providers/store.ts'
import { notifyOwner } from '../account/letters.ts'
import { verifyOwner } from '../second-factors/service.ts'
import { arrive, depart, type Departure } from './flows.ts'
import { linkIdentity, requireWayIn } from './linking.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

export async function listIdentities({ database }: PlatformContext, { userId }: Actor): Promise<Identities> {
  const [identities, providers, passwordHash] = await Promise.all([
    store.listIdentities(database, userId),
    listEnabled(database),
    findPasswordHash(database, userId),
  ])
  return { identities, providers, has_password: passwordHash !== null }
}

/** A browser that was left open is not enough to add a way in. @throws AppError `invalid_input` for a wrong proof, and what `depart` throws */
export async function beginLink(
  ctx: PlatformContext,
  actor: Actor,
  input: { readonly provider: string; readonly proof: FactorProof },
  how: { readonly request: RequestFacts; readonly setCookie: (cookie: Cookie) => void },
): Promise<Departure> {
  await verifyOwner(ctx, actor, input.proof)
  return depart(ctx, input.provider, { userId: actor.userId, ...how })
}

/** What a provider says of addresses does not matter here: who is signed in says whose it is. @throws AppError `identity_taken`, and what `arrive` throws */
export async function link(
  ctx: PlatformContext,
  actor: Actor,
  input: { readonly provider: string; readonly parameters: string },
  request: RequestFacts,
  audit: Audit,
): Promise<Identity> {
  const { provider, told } = await arrive(ctx, input, { userId: actor.userId, request })
  const { issuer, subject, email } = told
  return ctx.database.transaction(async (tx) => {
    const identity = await linkIdentity(ctx, tx, actor.userId, { providerKey: provider.key, issuer, subject, email })
    const ended = await deleteOtherSessions(tx, actor)
    await audit(tx, { details: { provider: provider.name, email, ended_sessions: ended } })
    return identity
  })
}

/** @throws AppError `identity_not_found`, `last_way_in`, `invalid_input` for a wrong proof, `rate_limited` */
export async function unlink(
  ctx: PlatformContext,
  actor: Actor,
  { id, proof }: { readonly id: string; readonly proof: FactorProof },
  audit: Audit,
): Promise<undefined> {
  await verifyOwner(ctx, actor, proof)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  await ctx.database.transaction(async (tx) => {
    const provider = isId ? await store.deleteIdentity(tx, actor.userId, id) : undefined
    if (provider === undefined) throw new AppError('identity_not_found', { id })
    await requireWayIn(tx, actor.userId)
    const ended = await deleteOtherSessions(tx, actor)
    await audit(tx, { details: { provider, ended_sessions: ended } })
    await notifyOwner(ctx, tx, actor.userId, 'identity_unlinked')
  })
}
