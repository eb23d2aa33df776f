import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { callHook } from './hook.ts'

export type Decision = { readonly kind: 'continue' } | { readonly kind: 'reject'; readonly message: string; readonly isLogout: boolean }

/** Runs a hook that decides about an authentication attempt. @throws AuthError as `callHook` */
export async function askForDecision(
  call: AuthCall,
  name: 'mfa_verification_attempt' | 'password_verification_attempt',
  fields: JsonObject,
): Promise<Decision> {
  return decisionIn(name, await callHook(call, name, fields))
}

/** @throws AuthError `unexpected_failure` for an answer that decides nothing */
export function decisionIn(
  name: 'mfa_verification_attempt' | 'password_verification_attempt',
  { decision, message, should_logout_user: isLogout }: JsonObject,
): Decision {
  if (decision === 'continue') return { kind: 'continue' }
  if (decision !== 'reject') throw new AuthError('unexpected_failure', 'The hook must return the decision reject or continue')
  const subject = name === 'mfa_verification_attempt' ? 'MFA' : 'password'
  const text = typeof message === 'string' && message !== '' ? message.slice(0, 1_000) : `Further ${subject} verification attempts will be rejected.`
  return { kind: 'reject', message: text, isLogout: isLogout === true }
}
