import { insightClaim } from '@colonnade/projects'
import { tokenLengthMost } from '@colonnade/tokens'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { callHook, isHookOn } from '../hooks/hook.ts'
import type { UserRow } from '../users/user.ts'
import { type AccessToken, claimsFor, type SessionFacts, signAccessToken } from './access-token.ts'

/** Claims that every token needs (GoTrue, `MinimumViableTokenSchema`), and the types of those that clients read. */
const Claims = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number().int(),
  iat: z.number().int(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
  iss: z.string().optional(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  amr: z.array(z.unknown()).nullish(),
})

/**
 * Signs an access token of a session, with the claims that the project's hook makes of its own. `method`: how this token was come by.
 *
 * @throws AuthError as `callHook`; `unexpected_failure` for claims that make no token
 */
export async function issueAccessToken(call: AuthCall, user: UserRow, facts: SessionFacts, method: string): Promise<AccessToken> {
  const own = claimsFor(call, user, facts)
  if (!isHookOn(call, 'custom_access_token')) return signAccessToken(call, facts, own)
  const fields = { user_id: user.id, claims: own, authentication_method: method, ...(facts.client !== undefined && { client_id: facts.client.id }) }
  const { claims } = await callHook(call, 'custom_access_token', fields)
  return signClaims(call, claims, { facts, own })
}

/** A session and the claims that its token would have without a hook. */
interface Customized {
  readonly facts: SessionFacts
  readonly own: Readonly<Record<string, unknown>>
}

/** Signs what a hook made of claims, of a session's or, to try it, of no session's. @throws AuthError `unexpected_failure` for claims that make no token */
export function signClaims(call: AuthCall, claims: unknown, session: Customized | null = null): AccessToken {
  const checked = Claims.safeParse(claims)
  if (!checked.success) {
    const { path, message } = checked.error.issues[0]!
    throw new AuthError('unexpected_failure', `output claims do not conform to the expected schema: ${['claims', ...path].join('.')}: ${message}`)
  }
  // it lets services show how they answer, which is for members alone
  const { [insightClaim]: _insight, ...rest } = checked.data
  // nor may it hide that a member acts, or let them act for longer
  const acted = session?.facts.actor === undefined ? {} : { act: session.own['act'], exp: Math.min(rest.exp, session.own['exp'] as number) }
  const made = signAccessToken(call, session?.facts ?? {}, { ...rest, ...acted })
  if (made.token.length > tokenLengthMost) throw new AuthError('unexpected_failure', 'output claims make the token too long')
  return made
}
