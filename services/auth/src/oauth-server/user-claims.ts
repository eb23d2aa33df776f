import { signWithKey } from '@colonnade/tokens'
import type { AuthCall } from '../call.ts'
import { textOf } from '../providers/reading.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import type { SessionFacts } from '../tokens/access-token.ts'
import type { UserRow } from '../users/user.ts'

/** Returns a user's claims by scope (OpenID Connect Core 1.0, 5.4). */
function userClaims(user: UserRow, scope: readonly string[]): Readonly<Record<string, unknown>> {
  const data = user.raw_user_meta_data ?? {}
  const profile = {
    name: textOf(data['name']) ?? textOf(data['full_name']),
    picture: textOf(data['picture']) ?? textOf(data['avatar_url']),
    preferred_username: textOf(data['preferred_username']) ?? textOf(data['user_name']),
    updated_at: user.updated_at === null ? undefined : Math.floor(Date.parse(user.updated_at) / 1000),
  }
  return {
    ...(scope.includes('email') &&
      user.email !== null &&
      user.email !== '' && { email: user.email, email_verified: user.email_confirmed_at !== null }),
    ...(scope.includes('phone') &&
      user.phone !== null &&
      user.phone !== '' && { phone_number: `+${user.phone}`, phone_number_verified: user.phone_confirmed_at !== null }),
    ...(scope.includes('profile') && profile),
  }
}

/** Returns the token's user; for the project's own apps with all claims. */
export async function describeUser({ user, application }: SignedInCall): Promise<AuthReply> {
  const scope = application === null ? ['profile', 'email', 'phone'] : application.scope.split(' ')
  return { json: { sub: user.id, ...userClaims(user, scope) } }
}

/** An ID token for the application, which only keys can sign whose public half it knows; undefined without one, or without `openid`. */
export function idTokenFor(call: AuthCall, user: UserRow, { client, amr }: SessionFacts, nonce: string | null): { id_token?: string } {
  const scope = client?.scope.split(' ') ?? []
  const key = call.signingKey()
  if (client === undefined || !scope.includes('openid') || key.algorithm === 'HS256') return {}
  const now = Math.floor(call.clock.now() / 1000)
  const claims = {
    iss: call.request.publicUrl,
    sub: user.id,
    aud: client.id,
    iat: now,
    exp: now + call.settings.jwt_exp,
    auth_time: amr.at(-1)?.timestamp ?? now,
    ...(nonce !== null && { nonce }),
    ...userClaims(user, scope),
  }
  return { id_token: signWithKey(key, claims) }
}
