import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { requireVerifier } from '../pkce/challenge.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, OptionalLine } from '../requests/fields.ts'
import { authErrorOf } from '../service-errors.ts'
import { refreshFor } from '../sessions/refresh.ts'
import { sessionJson, type SessionReply } from '../sessions/session-json.ts'
import { signIn } from '../sessions/sign-in.ts'
import type { SessionFacts } from '../tokens/access-token.ts'
import { findUserById } from '../users/user.ts'
import { findClient, isSecretOf, type OAuthClient, requireOAuthServer } from './client.ts'
import { idTokenFor } from './user-claims.ts'

const Body = z.object({
  grant_type: OptionalLine,
  code: OptionalLine,
  redirect_uri: OptionalLine,
  code_verifier: OptionalLine,
  refresh_token: OptionalLine,
  client_id: OptionalLine,
  client_secret: OptionalLine,
})
type Body = z.output<typeof Body>

const refuse = (oauth: string, text: string, status = 400): AuthError => new AuthError('validation_failed', text, { oauth, status })

/** Tokens for an application (RFC 6749, 4.1.3 and 6). */
export async function giveTokens(call: AuthCall): Promise<AuthReply> {
  requireOAuthServer(call)
  const body = await bodyOf(call.request, Body)
  const client = await requireClient(call, body)
  const { grant_type: grant = '' } = body
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    throw refuse('unsupported_grant_type', 'grant_type: use authorization_code or refresh_token')
  if (!client.grant_types.includes(grant)) throw refuse('unauthorized_client', `The client is not allowed to use ${grant}`)
  try {
    return grant === 'authorization_code' ? await exchange(call, client, body) : await refresh(call, client, body)
  } catch (error) {
    throw grantError(error)
  }
}

/** Returns OAuth's one error for anything wrong with a code or a refresh token. */
function grantError(thrown: unknown): unknown {
  const error = authErrorOf(thrown)
  if (error === null || error.details.oauth !== undefined || error.status >= 429) return thrown
  return new AuthError(error.code, error.message, { ...error.details, status: 400, oauth: 'invalid_grant', cause: error })
}

async function exchange(call: AuthCall, client: OAuthClient, { code, redirect_uri: redirectUri, code_verifier: verifier }: Body): Promise<AuthReply> {
  if (code === undefined) throw refuse('invalid_request', 'code is required')
  if (verifier === undefined) throw refuse('invalid_request', 'code_verifier is required')
  const database = await call.database()
  const { signedIn, nonce } = await database.transaction(async (tx) => {
    const taken = await takeCode(tx, code, client.id)
    if (taken === null) throw refuse('invalid_grant', 'The code is invalid, already used, or expired')
    if (taken.redirect_uri !== redirectUri) throw refuse('invalid_grant', 'redirect_uri does not match the authorization request')
    requireVerifier({ challenge: taken.code_challenge, method: taken.code_challenge_method }, verifier)
    const user = await findUserById(tx, taken.user_id)
    if (user === null) throw refuse('invalid_grant', 'The user no longer exists')
    const options = { method: 'oauth_provider/authorization_code', client: { id: client.id, scope: taken.scope } } as const
    return { signedIn: await signIn(call, tx, user, { ...options, traits: { provider: 'oauth_provider' } }), nonce: taken.nonce }
  })
  const { user, session } = signedIn
  return reply(await sessionJson(call, user, session), session.facts, idTokenFor(call, user, session.facts, nonce))
}

async function refresh(call: AuthCall, client: OAuthClient, { refresh_token: token }: Body): Promise<AuthReply> {
  if (token === undefined) throw refuse('invalid_request', 'refresh_token is required')
  const { session, user, facts } = await refreshFor(call, token, client.id)
  return reply(session, facts, idTokenFor(call, user, facts, null))
}

function reply(session: SessionReply, { client }: SessionFacts, idToken: { id_token?: string }): AuthReply {
  const { access_token, token_type, expires_in, refresh_token } = session
  return { headers: { pragma: 'no-cache' }, json: { access_token, token_type, expires_in, refresh_token, scope: client?.scope ?? '', ...idToken } }
}

interface TakenCode {
  readonly user_id: string
  readonly redirect_uri: string
  readonly scope: string
  readonly nonce: string | null
  readonly code_challenge: string
  readonly code_challenge_method: 's256' | 'plain'
}

/** Takes a code: nobody gets it twice. What is refused afterwards leaves it, as the transaction is undone. */
async function takeCode(tx: Transaction, code: string, clientId: string): Promise<TakenCode | null> {
  const found = await tx.first<TakenCode>(sql`
    delete from auth.oauth_authorizations
    where authorization_code = ${code} and client_id = ${clientId}::uuid and status = 'approved' and expires_at > now() and user_id is not null
      and code_challenge is not null and code_challenge_method is not null
    returning user_id, redirect_uri, scope, nonce, code_challenge, code_challenge_method`)
  return found ?? null
}

/** Returns the application, authenticated by its registered method (RFC 6749, 2.3). */
async function requireClient(call: AuthCall, body: Body): Promise<OAuthClient> {
  const basic = basicOf(call.request.headers.authorization)
  if (basic !== null && body.client_secret !== undefined) throw refuse('invalid_request', 'Use only one client authentication method')
  const id = basic?.id ?? body.client_id
  const secret = basic?.secret ?? body.client_secret
  const wrong = (): AuthError => refuse('invalid_client', 'The client is unknown, or its secret is wrong', 401)
  if (id === undefined || (body.client_id !== undefined && body.client_id !== id)) throw wrong()
  const client = await findClient(await call.database(), id)
  if (client === null) throw wrong()
  const used = secret === undefined ? 'none' : basic === null ? 'client_secret_post' : 'client_secret_basic'
  if (used !== client.token_endpoint_auth_method) throw wrong()
  if (secret !== undefined && !isSecretOf(client, secret)) throw wrong()
  return client
}

function basicOf(header: string | undefined): { readonly id: string; readonly secret: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/]{1,2000}={0,2}) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  try {
    return { id: decodeURIComponent(text.slice(0, colon)), secret: decodeURIComponent(text.slice(colon + 1)) }
  } catch {
    return null
  }
}
