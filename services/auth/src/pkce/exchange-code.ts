import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn } from '../sessions/sign-in.ts'
import { findUserById } from '../users/user.ts'
import { requireVerifier } from './challenge.ts'
import { takeFlow } from './flow-state.ts'

const Body = z.object({ auth_code: z.string().max(200).default(''), code_verifier: z.string().max(500).default('') })

/** Exchanges the code that a PKCE flow ended in (RFC 7636, 4.5). A wrong verifier leaves the code as it is: its owner may still come. */
export async function exchangeCode(call: AuthCall): Promise<AuthReply> {
  const { auth_code: code, code_verifier: verifier } = await bodyOf(call.request, Body)
  if (code === '' || verifier === '')
    throw new AuthError('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  const database = await call.database()
  const { signedIn, flow } = await database.transaction(async (tx) => {
    const taken = await takeFlow(tx, code)
    if (taken === null) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (taken.is_over) throw new AuthError('flow_state_expired', 'invalid flow state, flow state has expired', { status: 422 })
    const { code_challenge: challenge, code_challenge_method: method } = taken
    if (challenge === null || method === null) throw new AuthError('bad_code_verifier', 'this flow was begun without a code challenge')
    requireVerifier({ challenge, method }, verifier)
    const user = taken.user_id === null ? null : await findUserById(tx, taken.user_id)
    if (user === null) throw new AuthError('user_not_found', 'the user of this flow does not exist', { status: 422 })
    const signed = await signIn(call, tx, user, { method: taken.authentication_method, traits: { provider_type: taken.authentication_method } })
    return { signedIn: signed, flow: taken }
  })
  return {
    json: await sessionJson(call, signedIn.user, signedIn.session, {
      ...(flow.provider_access_token !== null && { provider_token: flow.provider_access_token }),
      ...(flow.provider_refresh_token !== null && { provider_refresh_token: flow.provider_refresh_token }),
    }),
  }
}
