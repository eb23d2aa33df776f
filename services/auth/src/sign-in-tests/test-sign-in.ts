import type { SignInTest } from '@colonnade/contracts/auth/sign-in-tests'
import { parseEmailAddress } from '@colonnade/core'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { newVerifier, providerAddress } from '../providers/authorize.ts'
import { identify } from '../providers/callback.ts'
import { exchangeProviderCode, ProviderRefusal } from '../providers/conversation.ts'
import { findProvider } from '../providers/find-provider.ts'
import type { ProviderTokens, ProviderUser } from '../providers/provider.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import { authErrorOf } from '../service-errors.ts'

const Beginning = z.object({ provider: z.string().max(60), return_to: z.url().max(2_048) })
const Ending = z.object({ parameters: z.record(z.string().max(100), z.string().max(16_384)) })

/** Begins a sign-in that makes no user and no session. Calls with a key can't: the dashboard that it ends in is the platform's to name. */
export async function beginSignInTest(call: AuthCall): Promise<AuthReply> {
  const memberId = memberOf(call)
  const { provider, return_to: returnTo } = await bodyOf(call.request, Beginning)
  const configured = await findProvider(call, provider, { isOffTaken: true })
  const verifier = newVerifier(call, configured)
  const state = call.signInTests.begin({ ref: call.ref, memberId, provider: configured.name, verifier, returnTo })
  const { publicUrl } = call.request
  return { json: { url: providerAddress(configured, { publicUrl, state, verifier, query: new URLSearchParams() }) } }
}

/** Finishes it with what the provider brought back: as `/callback` does, up to the point where a user would sign in. */
export async function finishSignInTest(call: AuthCall): Promise<AuthReply> {
  const memberId = memberOf(call)
  const { parameters } = await bodyOf(call.request, Ending)
  const returned = new URLSearchParams(parameters)
  const test = call.signInTests.take(call.ref, returned.get('state') ?? '', memberId)
  if (test === null) throw new AuthError('validation_failed', 'This test is already finished, or older than 10 minutes. Start it again.')
  return { json: await outcomeOf(call, test, returned) }
}

type Outcome = Omit<SignInTest, 'provider'>
const nothing = { access_token: false, refresh_token: false, id_token: false }

async function outcomeOf(
  call: AuthCall,
  { provider, verifier }: { readonly provider: string; readonly verifier: string | null },
  returned: URLSearchParams,
): Promise<SignInTest> {
  const failed = (at: NonNullable<SignInTest['failed_at']>, parts: Partial<Outcome>): SignInTest => ({
    provider,
    failed_at: at,
    problem: null,
    detail: null,
    code: null,
    identity: null,
    received: nothing,
    ...parts,
  })
  const refused = returned.get('error')
  if (refused !== null) return failed('authorization', { code: refused, problem: returned.get('error_description') ?? refused })
  const code = returned.get('code') ?? ''
  if (code === '') return failed('authorization', { problem: 'The provider sent no authorization code' })
  let tokens: ProviderTokens
  let configured
  try {
    configured = await findProvider(call, provider, { isOffTaken: true })
    const redirectUri = `${call.request.publicUrl}/callback`
    tokens = await exchangeProviderCode(call, configured.provider, configured.client, { code, redirectUri, verifier })
  } catch (error) {
    return failed('token', problemOf(error))
  }
  const received = { access_token: tokens.accessToken !== null, refresh_token: tokens.refreshToken !== null, id_token: tokens.idToken !== null }
  let told: ProviderUser
  try {
    told = await identify(call, configured, tokens, returned)
  } catch (error) {
    return failed('identity', { ...problemOf(error), received })
  }
  const identity = {
    subject: told.subject,
    emails: told.emails.map(({ email, isVerified, isPrimary }) => ({ email, is_verified: isVerified, is_primary: isPrimary })),
    claims: told.claims,
  }
  if (!told.emails.some(({ email }) => parseEmailAddress(email) !== null) && !configured.isEmailOptional) {
    return failed('email', { problem: 'Error getting user email from external provider', identity, received })
  }
  return { provider, failed_at: null, problem: null, detail: null, code: null, identity, received }
}

/** Returns the error that users would get, and its cause. */
function problemOf(thrown: unknown): Pick<Outcome, 'problem' | 'detail' | 'code'> {
  const error = authErrorOf(thrown)
  if (error === null) throw thrown
  const { cause } = error.details
  return {
    problem: error.message,
    detail: cause instanceof Error ? cause.message.slice(0, 1_000) : null,
    code: cause instanceof ProviderRefusal ? cause.code : null,
  }
}

/** @throws AuthError `not_admin` for anybody but the platform, which calls without a key */
function memberOf({ caller: { userId, keyPrefix } }: AuthCall): string {
  if (userId === null || keyPrefix !== null) throw new AuthError('not_admin', 'Only members can test sign-ins, from the dashboard')
  return userId
}
