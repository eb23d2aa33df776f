import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { load } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { checked } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import type { SignInMethod } from '../sessions/create-session.ts'
import { claimsFor } from '../tokens/access-token.ts'
import { type UserRow, verifiedFactors } from '../users/user.ts'

const Query = z.object({ aal: z.enum(['aal1', 'aal2']).default('aal1') })

/**
 * Returns the claims that an access token of a user would have now, without starting a session: `session_id` names none. The hook that
 * customizes tokens isn't asked, since it may write or call a server.
 */
export async function previewClaims(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const { aal } = checked(Query, Object.fromEntries(call.request.query))
  const user = await load(call, await call.database(), id!)
  if (user.deleted_at !== null) throw new AuthError('user_not_found', 'User not found')
  const timestamp = Math.floor(call.clock.now() / 1000)
  const methods = [...(aal === 'aal2' ? [secondMethodOf(user)] : []), methodOf(user)]
  const amr = methods.map((method) => ({ method, timestamp }))
  return { json: { claims: claimsFor(call, user, { sessionId: randomUUID(), aal, amr }) } }
}

/** Returns the user's most likely sign-in method. */
function methodOf(user: UserRow): SignInMethod {
  if (user.is_anonymous) return 'anonymous'
  if (user.is_sso_user) return 'sso/saml'
  if ((user.encrypted_password ?? '') !== '') return 'password'
  const providers = user.identities.map(({ provider }) => provider)
  if (providers.length === 0 || providers.some((provider) => provider === 'email' || provider === 'phone')) return 'otp'
  return providers.includes('web3') ? 'web3' : 'oauth'
}

function secondMethodOf(user: UserRow): SignInMethod {
  const methods = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn', recovery_code: 'mfa/recovery_code' } as const
  return methods[verifiedFactors(user).find(({ factor_type: type }) => type !== 'recovery_code')?.factor_type ?? 'totp']
}
