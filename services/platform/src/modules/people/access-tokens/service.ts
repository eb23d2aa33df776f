import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { Slug } from '@colonnade/contracts/foundation/values'
import {
  type AccessToken,
  accessTokenPrefix,
  accessTokensMax,
  personalTokenForm,
  personalTokenPrefix,
} from '@colonnade/contracts/people/access-tokens'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export interface TokenInput {
  readonly name: string
  readonly scopes: readonly Permission[]
  readonly organization_slug: string | null
  readonly expires_at: string | null
}

export function listTokens(ctx: PlatformContext, actor: Actor): Promise<AccessToken[]> {
  return store.listTokens(ctx.database, actor.userId)
}

/**
 * Returns the token once. Only a hash of its 160 random bits is stored, so a copy of the database gives no access.
 *
 * @throws AppError `invalid_input` for an end in the past, `organization_not_found`, `too_many_access_tokens`
 */
export function createToken(ctx: PlatformContext, actor: Actor, input: TokenInput, audit: Audit): Promise<AccessToken & { token: string }> {
  if (input.expires_at !== null && Date.parse(input.expires_at) <= ctx.clock.now()) {
    const message = messages.pastExpiry
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'expires_at'], message }] }, { message })
  }
  const token = personalTokenPrefix + Buffer.from(ctx.random.bytes(20)).toString('hex')
  return ctx.database.transaction(async (tx) => {
    const organizationId = await organizationOf(tx, actor, input.organization_slug)
    const made = await store.insertToken(tx, {
      userId: actor.userId,
      sessionId: actor.sessionId,
      name: input.name,
      tokenHash: hashToken(token),
      hint: token.slice(-4),
      scopes: input.scopes,
      organizationId,
      expiresAt: input.expires_at,
    })
    if (made === undefined) {
      throw new AppError('too_many_access_tokens', { limit: accessTokensMax }, { message: messages.tooMany(accessTokensMax) })
    }
    const { id, hint, scopes, expires_at } = made
    await audit(tx, { details: { id, name: input.name, hint, scopes, organization: input.organization_slug, expires_at } })
    return { ...made, token }
  })
}

/** @throws AppError `access_token_not_found`, also for those of others */
export async function removeToken(ctx: PlatformContext, actor: Actor, id: string, audit: Audit): Promise<undefined> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  await ctx.database.transaction(async (tx) => {
    const name = isId ? await store.deleteToken(tx, actor.userId, id) : undefined
    if (name === undefined) throw new AppError('access_token_not_found', { id })
    await audit(tx, { details: { id, name } })
  })
}

/**
 * Whose token it is. Its last use is noted at most once a minute, so that reading stays reading.
 *
 * @throws AppError `access_token_invalid`; `access_token_expired`, which only who has the whole token learns
 */
export async function authenticateToken(ctx: PlatformContext, token: string, request: RequestFacts): Promise<Actor> {
  const isToken = personalTokenForm.test(token) || token.startsWith(accessTokenPrefix)
  const found = isToken ? await store.findToken(ctx.database, hashToken(token)) : undefined
  if (!found) throw new AppError('access_token_invalid')
  if (found.is_expired) {
    throw new AppError('access_token_expired', { expired_at: found.expires_at }, { message: messages.expired })
  }
  if (found.is_stale) await store.touchToken(ctx.database, found.id, request)
  const { id, name, scopes, user_id: userId, organization_id: organizationId, is_installation_owner: isInstallationOwner } = found
  return { userId, sessionId: id, isInstallationOwner, token: { name, scopes, organizationId } }
}

async function organizationOf(tx: Transaction, actor: Actor, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  const id = Slug.safeParse(slug).success ? await store.findOwnOrganization(tx, actor.userId, slug) : undefined
  if (id === undefined) throw new AppError('organization_not_found', { slug })
  return id
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
