import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, OptionalLine } from '../requests/fields.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn } from '../sessions/sign-in.ts'
import { requireUser } from '../sessions/signed-in.ts'
import { linkIdentityTo } from '../users/identities.ts'
import { verifyIdToken } from './conversation.ts'
import { findProvider } from './find-provider.ts'
import { register } from '../hooks/user-created.ts'
import { linkAccount } from './link-account.ts'
import { userOfClaims } from './reading.ts'

const Body = z.object({
  id_token: z.string().max(16_384).default(''),
  provider: OptionalLine,
  client_id: OptionalLine,
  issuer: OptionalLine,
  access_token: OptionalLine,
  nonce: OptionalLine,
  link_identity: z.boolean().nullish(),
})

const byIssuer: Readonly<Record<string, string>> = {
  'https://accounts.google.com': 'google',
  'https://appleid.apple.com': 'apple',
  'https://kauth.kakao.com': 'kakao',
  'https://www.facebook.com': 'facebook',
}

/** Signs in with an ID token that an app got from the provider itself. */
export async function signInWithIdToken(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Body)
  if (body.id_token === '') throw new AuthError('validation_failed', 'id_token required')
  const name = body.provider ?? (body.issuer === undefined ? undefined : byIssuer[body.issuer])
  if (name === undefined) throw new AuthError('validation_failed', 'provider or client_id and issuer required')
  const configured = await findProvider(call, name)
  const { idTokens } = configured.provider
  if (idTokens === undefined) throw new AuthError('validation_failed', `Provider ${name.slice(0, 50)} does not issue usable ID tokens`)
  const { client, audiences } = configured
  const claims = await verifyIdToken(call, body.id_token, { keysUrl: idTokens.keysUrl(client), issuers: idTokens.issuers(client), audiences })
  if (!configured.skipsNonce) requireNonce(claims['nonce'], body.nonce)
  const told = userOfClaims(claims, idTokens.isEmailVerified)
  const arrival = { providerName: configured.name, told, isEmailOptional: configured.isEmailOptional, redirectTo: redirectOf(call) }
  const owner = body.link_identity === true ? await requireUser(call) : null
  const database = await call.database()
  const { user, session } = await register(call, database, async (tx, registration) => {
    const linked =
      owner === null
        ? await linkAccount(call, tx, registration, arrival)
        : { kind: 'user' as const, user: await linkIdentityTo(call, tx, owner.user.id, arrival) }
    if (linked.kind === 'asked') throw new AuthError('provider_email_needs_verification', `Unverified email with ${name}`)
    return signIn(call, tx, linked.user, { method: 'oauth', traits: { provider: configured.name } })
  })
  return { json: await sessionJson(call, user, session) }
}

/** The token holds the hash, and whoever got it knows what was hashed (auth.md, id_token). */
function requireNonce(claimed: unknown, nonce: string | undefined): void {
  const isClaimed = typeof claimed === 'string' && claimed !== ''
  if (isClaimed !== (nonce !== undefined))
    throw new AuthError('validation_failed', 'Passed nonce and nonce in id_token should either both exist or not.')
  if (nonce !== undefined && createHash('sha256').update(nonce).digest('hex') !== claimed) throw new AuthError('validation_failed', 'Nonces mismatch')
}
