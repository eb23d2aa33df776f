import { AppError } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError, isAuthError } from '../errors.ts'
import { challengeOf } from '../pkce/challenge.ts'
import { withQuery } from '../redirects/redirect-to.ts'
import { type AuthReply, oauthCodeOf } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { clientCard, clientColumns, findClient, type OAuthClient, requireOAuthServer } from './client.ts'
import { scopesOf } from './scopes.ts'

/** Seconds in which a user decides, and then those in which the application takes its code (RFC 6749, 4.1.2: at most 600). */
export const authorizationSeconds = 600

/** Leads a browser to the page of the project that asks for consent (RFC 6749, 4.1.1). */
export async function authorizeClient(call: AuthCall): Promise<AuthReply> {
  requireOAuthServer(call)
  const { query } = call.request
  const database = await call.database()
  const client = await findClient(database, query.get('client_id') ?? '')
  // never redirect to the address of an unknown client
  if (client === null) throw new AuthError('oauth_client_not_found', 'invalid client_id', { status: 400 })
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!client.redirect_uris.includes(redirectUri)) throw new AuthError('validation_failed', 'invalid redirect_uri')
  const state = query.get('state')
  try {
    const request = requestOf(query)
    const id = Buffer.from(call.random.bytes(24)).toString('base64url')
    await database.run(sql`
      insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope, state, nonce, resource, code_challenge, code_challenge_method, expires_at)
      values (${randomUUID()}::uuid, ${id}, ${client.id}::uuid, ${redirectUri}, ${request.scopes.join(' ')}, ${state}, ${request.nonce}, ${request.resource},
        ${request.challenge.challenge}, ${request.challenge.method}::auth.code_challenge_method, now() + make_interval(secs => ${authorizationSeconds}))`)
    const { site_url: site, oauth_server_authorization_path: path } = call.settings
    return { status: 302, headers: { location: withQuery(`${site.replace(/\/+$/, '')}${path}`, { authorization_id: id }) } }
  } catch (error) {
    if (!isAuthError(error)) throw error
    return { status: 302, headers: { location: refusal(redirectUri, error, state) }, log: { code: error.code } }
  }
}

function requestOf(query: URLSearchParams) {
  const refuse = (text: string, oauth = 'invalid_request'): AuthError => new AuthError('validation_failed', text, { oauth })
  if ((query.get('response_type') ?? 'code') !== 'code') throw refuse('response_type: only code is supported', 'unsupported_response_type')
  const [challengeText, method] = [query.get('code_challenge') ?? undefined, query.get('code_challenge_method') ?? undefined]
  const challenge = challengeOf({ code_challenge: challengeText, code_challenge_method: method })
  if (challenge === undefined) throw refuse('PKCE is required: send code_challenge and code_challenge_method')
  const [nonce, resource, state] = [query.get('nonce'), query.get('resource'), query.get('state')]
  if ((nonce?.length ?? 0) > 255) throw refuse('nonce is longer than 255 characters')
  if ((state?.length ?? 0) > 4_096) throw refuse('state is longer than 4096 characters')
  if ([nonce, resource, state].some((text) => text?.includes('\u0000'))) throw refuse('parameters must not contain NUL characters')
  if (resource !== null && (resource.length > 2_048 || !URL.canParse(resource) || resource.includes('#'))) {
    throw refuse('resource must be an absolute URI without a fragment', 'invalid_target')
  }
  return { challenge, nonce, resource, scopes: scopesOf(query.get('scope')) }
}

interface Authorization {
  readonly authorization_id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly scope: string
  readonly state: string | null
}

/** Returns the consent to ask the user for; or the redirect, if they have given it before. */
export async function describeAuthorization(call: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  requireOAuthServer(call)
  const database = await call.database()
  return database.transaction(async (tx) => {
    const { authorization, client } = await take(call, tx, id!)
    const known = await tx.first<{ scopes: string }>(sql`
      select scopes from auth.oauth_consents where user_id = ${call.user.id}::uuid and client_id = ${client.id}::uuid and revoked_at is null`)
    const allowed = known?.scopes.split(' ') ?? []
    const isAllowed = known !== undefined && authorization.scope.split(' ').every((scope) => allowed.includes(scope))
    if (isAllowed) return { json: { redirect_url: await approve(call, tx, authorization) } }
    const { authorization_id, redirect_uri, scope } = authorization
    return { json: { authorization_id, redirect_uri, client: clientCard(client), user: { id: call.user.id, email: call.user.email ?? '' }, scope } }
  })
}

const Decision = z.object({ action: z.enum(['approve', 'deny']) })

/** Applies the user's decision. */
export async function decide(call: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  requireOAuthServer(call)
  const { action } = await bodyOf(call.request, Decision)
  const database = await call.database()
  const url = await database.transaction(async (tx) => {
    const { authorization } = await take(call, tx, id!)
    if (action === 'approve') {
      await keepConsent(tx, call.user.id, authorization)
      return approve(call, tx, authorization)
    }
    await tx.run(sql`update auth.oauth_authorizations set status = 'denied' where authorization_id = ${authorization.authorization_id}`)
    const denied = new AuthError('validation_failed', 'The user denied the request', { oauth: 'access_denied' })
    return refusal(authorization.redirect_uri, denied, authorization.state)
  })
  return { json: { redirect_url: url } }
}

/** A request that nobody has decided, under its lock; the first user who sees it is the one who decides. */
async function take(call: SignedInCall, tx: Transaction, id: string): Promise<{ authorization: Authorization; client: OAuthClient }> {
  const unknown = (): AuthError => new AuthError('oauth_authorization_not_found', 'authorization not found')
  if (!/^[\w-]{1,100}$/.test(id)) throw unknown()
  const authorization = await tx.first<Authorization & { status: string; is_over: boolean }>(sql`
    update auth.oauth_authorizations set user_id = ${call.user.id}::uuid where authorization_id = ${id} and coalesce(user_id, ${call.user.id}::uuid) = ${call.user.id}::uuid
    returning authorization_id, client_id, redirect_uri, scope, state, status, expires_at < now() as is_over`)
  if (authorization === undefined) throw unknown()
  if (authorization.is_over) throw new AuthError('oauth_authorization_not_found', 'authorization request has expired')
  if (authorization.status !== 'pending') throw new AuthError('validation_failed', 'authorization request cannot be processed')
  const found = await tx.first<{ client: OAuthClient }>(
    sql`select ${clientColumns} from auth.oauth_clients c where c.id = ${authorization.client_id}::uuid and c.deleted_at is null`,
  )
  // it may have given the address up since
  if (found === undefined || !found.client.redirect_uris.includes(authorization.redirect_uri)) throw unknown()
  return { authorization, client: found.client }
}

async function approve(call: AuthCall, tx: Transaction, { authorization_id: id, redirect_uri, state }: Authorization): Promise<string> {
  const code = Buffer.from(call.random.bytes(32)).toString('base64url')
  const count = await tx.run(sql`
    update auth.oauth_authorizations set status = 'approved', authorization_code = ${code}, approved_at = now(),
      expires_at = now() + make_interval(secs => ${authorizationSeconds})
    where authorization_id = ${id} and status = 'pending'`)
  if (count !== 1) throw new AppError('internal', {}, { message: 'An authorization was decided twice' })
  return withQuery(redirect_uri, { code, ...(state !== null && { state }) })
}

/** Adds the scopes to the user's consent, which lasts until it is revoked. */
async function keepConsent(tx: Transaction, userId: string, { client_id: clientId, scope }: Authorization): Promise<void> {
  await tx.run(sql`
    insert into auth.oauth_consents as c (id, user_id, client_id, scopes, granted_at)
    values (gen_random_uuid(), ${userId}::uuid, ${clientId}::uuid, ${scope}, now())
    on conflict (user_id, client_id) do update set granted_at = now(), revoked_at = null,
      scopes = case when c.revoked_at is not null then excluded.scopes
        else (select string_agg(distinct s, ' ') from unnest(string_to_array(c.scopes || ' ' || excluded.scopes, ' ')) s) end`)
}

function refusal(redirectUri: string, error: AuthError, state: string | null): string {
  return withQuery(redirectUri, { error: oauthCodeOf(error), error_description: error.message, ...(state !== null && { state }) })
}
