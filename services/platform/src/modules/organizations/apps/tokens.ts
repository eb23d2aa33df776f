import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { accessTokenPrefix } from '@colonnade/contracts/people/access-tokens'
import { newSecret } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import { writeAudit } from '../../../kernel/audit.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { appAccessSeconds, appRefreshSeconds } from '../../../kernel/limits.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { OauthError } from './oauth-error.ts'
import { readScopes } from './requests.ts'
import type { Client } from './store.ts'
import * as store from './token-store.ts'

/** What refresh tokens begin with: they open nothing here but new access tokens. */
const refreshPrefix = 'clr_'

type Caller = Pick<RequestFacts, 'id' | 'address' | 'userAgent'>

/** RFC 6749, 5.1. */
export interface TokenReply {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/** A refusal is thrown when the transaction is over: that a grant has ended because of it is to stay. */
type Outcome = TokenReply | { readonly refusal: OauthError }

/**
 * Gives tokens for a code (RFC 6749, 4.1.3). Who shows one for the second time ends what the first time began: one of the two has stolen it.
 *
 * @throws OauthError `invalid_request`, `invalid_grant`
 */
export async function exchangeCode(ctx: PlatformContext, client: Client, given: ReadonlyMap<string, string>, caller: Caller): Promise<TokenReply> {
  const [code, verifier, redirectUri] = [given.get('code'), given.get('code_verifier'), given.get('redirect_uri')]
  if (code === undefined) throw new OauthError('invalid_request', 'code is missing')
  if (verifier === undefined) throw new OauthError('invalid_request', 'code_verifier is missing')
  if (redirectUri === undefined) throw new OauthError('invalid_request', 'redirect_uri is missing')
  const codeHash = hashToken(code)
  return settled(
    ctx.database.transaction(async (tx): Promise<Outcome> => {
      const found = await store.lockCode(tx, codeHash)
      if (found?.app_id !== client.id) return refused('The code is not known, or not for this application')
      if (found.is_used) {
        if (found.grant_id !== null) await endGrant(tx, client, found.grant_id, 'a code was used twice', caller)
        return refused('The code was used already')
      }
      if (found.is_expired) return refused('The code has expired')
      if (found.redirect_uri !== redirectUri) return refused('redirect_uri is not that of the authorization')
      if (challengeOf(verifier) !== found.code_challenge) return refused('code_verifier does not fit the code_challenge')
      return issue(ctx, tx, await store.insertGrant(tx, codeHash), found.scopes)
    }),
  )
}

/**
 * Gives new tokens for a refresh token, which is used up by it (OAuth 2.1, 4.3). Who shows one for the second time ends the whole grant.
 *
 * @throws OauthError `invalid_request`, `invalid_grant`, `invalid_scope` for more than the person has allowed
 */
export async function refreshTokens(ctx: PlatformContext, client: Client, given: ReadonlyMap<string, string>, caller: Caller): Promise<TokenReply> {
  const token = given.get('refresh_token')
  if (token === undefined) throw new OauthError('invalid_request', 'refresh_token is missing')
  const scope = given.get('scope')
  const tokenHash = hashToken(token)
  return settled(
    ctx.database.transaction(async (tx): Promise<Outcome> => {
      const found = await store.lockRefreshToken(tx, tokenHash)
      if (found?.app_id !== client.id) return refused('The refresh token is not known, or not for this application')
      if (found.is_used) {
        await endGrant(tx, client, found.grant_id, 'a refresh token was used twice', caller)
        return refused('The refresh token was used already')
      }
      if (found.is_expired) return refused('The refresh token has expired')
      const wanted = scope === undefined ? found.scopes : readScopes(scope)
      if (wanted === null || wanted.some((each) => !found.scopes.includes(each))) {
        return { refusal: new OauthError('invalid_scope', 'More than was authorized, or nothing, or not known') }
      }
      await store.markUsed(tx, tokenHash)
      return issue(ctx, tx, found.grant_id, wanted)
    }),
  )
}

/** Ends a refresh token with its whole grant, or one access token (RFC 7009). What is not the application's is left as it is, and not told. */
export async function revokeToken({ database }: PlatformContext, client: Client, token: string, caller: Caller): Promise<void> {
  const tokenHash = hashToken(token)
  await database.transaction(async (tx) => {
    const found = await store.lockRefreshToken(tx, tokenHash)
    if (found?.app_id === client.id) await endGrant(tx, client, found.grant_id, 'the application gave it back', caller)
    else await store.deleteAccessToken(tx, client.id, tokenHash)
  })
}

async function issue(ctx: PlatformContext, tx: Transaction, grantId: string, scopes: readonly Permission[]): Promise<TokenReply> {
  const access = accessTokenPrefix + newSecret(ctx.random)
  const refresh = refreshPrefix + newSecret(ctx.random)
  await store.insertTokens(tx, grantId, {
    accessHash: hashToken(access),
    accessHint: access.slice(-4),
    accessSeconds: appAccessSeconds,
    refreshHash: hashToken(refresh),
    refreshSeconds: appRefreshSeconds,
    scopes,
  })
  return { access_token: access, token_type: 'Bearer', expires_in: appAccessSeconds, refresh_token: refresh, scope: scopes.join(' ') }
}

async function endGrant(tx: Transaction, client: Client, grantId: string, reason: string, caller: Caller): Promise<void> {
  const ended = await store.endGrant(tx, grantId)
  if (!ended) return
  const details = { id: grantId, app: client.name, app_id: client.id, user: ended.email, reason }
  await writeAudit(tx, 'app.grant_revoked', null, caller, { userId: ended.user_id, organizationId: ended.organization_id, details })
}

async function settled(outcome: Promise<Outcome>): Promise<TokenReply> {
  const reply = await outcome
  if ('refusal' in reply) throw reply.refusal
  return reply
}

function refused(description: string): { readonly refusal: OauthError } {
  return { refusal: new OauthError('invalid_grant', description) }
}

/** RFC 7636, 4.2. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
