import type { AuthHookTest } from '@colonnade/contracts/auth/auth-hook-calls'
import { type HookName, hookNames } from '@colonnade/contracts/auth/message-fields'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { bodyOf } from '../requests/fields.ts'
import { authErrorOf } from '../service-errors.ts'
import { claimsFor } from '../tokens/access-token.ts'
import { signClaims } from '../tokens/issue-access-token.ts'
import { nobody } from '../users/nobody.ts'
import { userJson } from '../users/user-json.ts'
import { findUserById, type UserRow } from '../users/user.ts'
import { decisionIn } from './decision.ts'
import { objectOf, problemOf, refusalIn, sendToHook } from './hook.ts'
import { metadataOf } from './hook-payload.ts'

const Body = z.object({ hook: z.enum(hookNames), user_id: z.uuid().nullish() })

/** Calls a hook with a sample of its event, whether it is on or not, and says what the service would make of the answer. */
export async function testHook(call: AuthCall): Promise<AuthReply> {
  const { hook, user_id: userId } = await bodyOf(call.request, Body)
  if (call.settings[`hook_${hook}_uri`] === '') throw new AuthError('validation_failed', 'Choose a function or enter a URL for the hook first')
  const user = userId == null ? madeUp(call) : await findUserById(await call.database(), userId)
  if (user === null) throw new AuthError('user_not_found', 'User not found')
  const request = { metadata: metadataOf(call, hook), ...sampleOf(call, hook, user) }
  const startedAt = call.clock.now()
  const outcome = await tryOut(call, hook, request)
  const tested: AuthHookTest = { request, duration_ms: Math.round(call.clock.now() - startedAt), ...outcome }
  call.hookLog.add(call.ref, {
    hook,
    at: new Date(startedAt).toISOString(),
    duration_ms: tested.duration_ms,
    attempts: tested.attempts,
    outcome: logged[tested.verdict],
    problem: tested.problem,
    is_test: true,
  })
  return { json: tested }
}

const logged = { valid: 'done', refused: 'refused', invalid: 'failed' } as const

async function tryOut(call: AuthCall, hook: HookName, request: JsonObject): Promise<Omit<AuthHookTest, 'request' | 'duration_ms'>> {
  let answer: unknown = null
  let attempts = 1
  try {
    const sent = await sendToHook(call, hook, JSON.stringify(request), true)
    answer = sent.output
    attempts = sent.attempts
    const object = objectOf(answer)
    const refusal = refusalIn(object)
    if (refusal !== null) return { answer, attempts, verdict: 'refused', problem: refusal.message }
    requireUsable(call, hook, object)
    return { answer, attempts, verdict: 'valid', problem: null }
  } catch (thrown) {
    const known = authErrorOf(thrown)
    return { answer, attempts: known?.details.attempts ?? attempts, verdict: 'invalid', problem: problemOf(known ?? thrown) }
  }
}

/** @throws AuthError the error that users would get */
function requireUsable(call: AuthCall, hook: HookName, answer: JsonObject): void {
  if (hook === 'custom_access_token') signClaims(call, answer['claims'])
  if (hook === 'mfa_verification_attempt' || hook === 'password_verification_attempt') decisionIn(hook, answer)
}

/** Returns a sample payload of each hook (auth.md, Hooks). Its codes and hashes are invalid. */
function sampleOf(call: AuthCall, hook: HookName, user: UserRow): JsonObject {
  const phone = user.phone !== null && user.phone !== '' ? user.phone : '15550100'
  switch (hook) {
    case 'before_user_created':
    case 'after_user_created':
      return { user: userJson(user) }
    case 'send_sms':
      return { user: userJson(user), sms: { otp: '0'.repeat(call.settings.sms_otp_length), phone } }
    case 'send_email':
      return {
        user: userJson(user),
        email_data: {
          token: '0'.repeat(call.settings.mailer_otp_length),
          token_hash: 'a-sample-that-opens-nothing',
          redirect_to: call.settings.site_url,
          email_action_type: 'magiclink',
          site_url: call.request.publicUrl,
          token_new: '',
          token_hash_new: '',
          old_email: '',
          old_phone: '',
          provider: '',
          factor_type: '',
        },
      }
    case 'custom_access_token': {
      const amr = [{ method: 'password', timestamp: Math.floor(call.clock.now() / 1000) }]
      return { user_id: user.id, claims: claimsFor(call, user, { sessionId: randomUUID(), aal: 'aal1', amr }), authentication_method: 'password' }
    }
    case 'mfa_verification_attempt':
      return { user_id: user.id, factor_id: randomUUID(), factor_type: 'totp', valid: true }
    case 'password_verification_attempt':
      return { user_id: user.id, valid: true }
  }
}

function madeUp({ clock }: AuthCall): UserRow {
  const now = clock.date().toISOString()
  return {
    ...nobody,
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: 'ada@example.com',
    email_confirmed_at: now,
    confirmed_at: now,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { name: 'Ada Lovelace' },
    created_at: now,
    updated_at: now,
  }
}
