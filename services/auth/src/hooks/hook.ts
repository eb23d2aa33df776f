import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'
import type { HookName } from '@colonnade/contracts/auth/message-fields'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { authErrorOf } from '../service-errors.ts'
import { metadataOf } from './hook-payload.ts'
import { callHttpHook } from './http-hook.ts'
import { callPostgresHook, postgresHookOf } from './postgres-hook.ts'

export interface HookAnswer {
  readonly output: unknown
  readonly attempts: number
}

export function isHookOn({ settings }: Pick<AuthCall, 'settings'>, name: HookName): boolean {
  return settings[`hook_${name}_enabled`] && settings[`hook_${name}_uri`] !== ''
}

/**
 * Calls the project's own code, outside of any transaction. Returns what it answered; an empty object for nothing.
 *
 * @throws AuthError what the hook itself says; `hook_timeout`, `hook_timeout_after_retry`, `hook_payload_over_size_limit`,
 *   `hook_payload_invalid_content_type`, `unexpected_failure`
 */
export async function callHook(call: AuthCall, name: HookName, fields: JsonObject): Promise<JsonObject> {
  const { ref, clock, hookLog, logger } = call
  const startedAt = clock.now()
  const note = (outcome: AuthHookCall['outcome'], attempts: number, problem: string | null): void => {
    const at = new Date(startedAt).toISOString()
    hookLog.add(ref, { hook: name, at, duration_ms: Math.round(clock.now() - startedAt), attempts, outcome, problem, is_test: false })
  }
  try {
    const { output, attempts } = await sendToHook(call, name, JSON.stringify({ metadata: metadataOf(call, name), ...fields }))
    const object = objectOf(output)
    const refusal = refusalIn(object)
    if (refusal === null) {
      note('done', attempts, null)
      return object
    }
    note('refused', attempts, refusal.message)
    throw refusal
  } catch (error) {
    const known = authErrorOf(error)
    if (known?.details.isOfHook === true) throw known
    const problem = problemOf(known ?? error)
    note('failed', known?.details.attempts ?? 1, problem)
    logger.warn('auth hook failed', { ref, hook: name, problem })
    throw known ?? new AuthError('unexpected_failure', `Error running hook ${name}`, { cause: error })
  }
}

/** Sends a hook its payload. `isTest`: a database function changes nothing, and a server gets a header that says so. @throws AuthError */
export async function sendToHook(call: AuthCall, name: HookName, payload: string, isTest = false): Promise<HookAnswer> {
  const url = call.settings[`hook_${name}_uri`]
  const own = postgresHookOf(url)
  if (own === null) return callHttpHook(call, { url, secrets: call.settings[`hook_${name}_secrets`], isTest }, payload)
  return { output: await callPostgresHook(await call.database(), own, payload, isTest), attempts: 1 }
}

export function objectOf(output: unknown): JsonObject {
  if (output === null) return {}
  if (typeof output === 'object' && !Array.isArray(output)) return output as JsonObject
  throw new AuthError('unexpected_failure', 'Error unmarshaling JSON output.')
}

/** Returns the client's error from `{ error: { http_code, message } }`. */
export function refusalIn({ error }: JsonObject): AuthError | null {
  if (error === undefined || error === null) return null
  const { http_code: code, message } = (typeof error === 'object' ? error : {}) as { readonly http_code?: unknown; readonly message?: unknown }
  const status = typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500
  const text = typeof message === 'string' && message !== '' ? message.slice(0, 1_000) : 'The hook rejected the request'
  return new AuthError(status === 500 ? 'unexpected_failure' : 'unknown', text, { status, isOfHook: true })
}

export function problemOf(error: unknown): string {
  const parts = error instanceof Error ? [error.message, causeOf(error.cause)] : [String(error)]
  return parts
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 1_000)
}

const causeOf = (cause: unknown): string => (cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '')
