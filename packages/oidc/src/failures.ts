import { AppError, isAppError } from '@colonnade/core'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { providerDeadlineSeconds } from './limits.ts'

/** Runs a step of an exchange with a provider; turns failures into messages, with details for the log. */
export async function withProvider<T>(name: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw isAppError(error) ? error : failureOf(name, error)
  }
}

/** What its answer is refused for. */
export type Refusal = 'denied' | 'expired' | 'untrusted' | 'unverified'

export function refused(reason: Refusal, message: string, cause?: unknown): AppError {
  return new AppError('identity_refused', { reason }, { message, internal: textOf(cause) })
}

function failureOf(name: string, error: unknown): AppError {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return refused('denied', `The sign-in with ${name} was cancelled`, error)
    return refused('denied', `${name} didn’t sign you in. It responded with ${plain(error.error)}`, error)
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_grant') return refused('expired', `${name} no longer knows this sign-in. Start again`, error)
    return failed(name, isClientRefused(error.error) ? 'client' : 'answer', error)
  }
  if (error instanceof ClientError) {
    if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return failed(name, 'slow', error)
    if (distrusted.has(error.code ?? '')) return refused('untrusted', `The response from ${name} isn’t valid: ${wordsOf(error)}`, error)
    return failed(name, error.cause instanceof Error && isNetwork(error.cause) ? 'unreachable' : 'answer', error)
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return failed(name, 'slow', error)
  return failed(name, error instanceof Error && isNetwork(error) ? 'unreachable' : 'answer', error)
}

/** What of an answer can be forged or out of date, as the library calls it. */
const distrusted = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_PARSE_ERROR',
])

function wordsOf({ code }: ClientError): string {
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'it has expired, or the clocks of the two servers differ'
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return 'it is for another client, or from another issuer'
  return 'it doesn’t match the request'
}

const failures = {
  slow: (name: string) => `${name} didn’t respond within ${providerDeadlineSeconds} seconds`,
  unreachable: (name: string) => `${name} can’t be reached`,
  answer: (name: string) => `${name} answered with something that is no answer to this`,
  client: (name: string) => `${name} doesn’t accept this installation. Its owner has to check the client ID and the secret`,
} as const

export function failed(name: string, reason: keyof typeof failures, cause?: unknown): AppError {
  return new AppError('identity_provider_failed', { reason }, { message: failures[reason](name), internal: textOf(cause) })
}

/** RFC 6749, 5.2, and what GitHub says in its place. */
export function isClientRefused(code: string): boolean {
  return ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'].includes(code)
}

function isNetwork(error: Error): boolean {
  const { cause } = error
  return error instanceof TypeError && error.message === 'fetch failed' && cause instanceof Error
}

/** What it was, by the messages alone: what else hangs on such an error is what the provider sent, tokens among it, and no log's business. */
export function textOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const inner = textOf(error.cause)
  return inner === undefined ? error.message : `${error.message}: ${inner}`
}

/** A code of RFC 6749 and nothing else that somebody may have written in its place. */
function plain(code: string): string {
  return /^[\w-]{1,60}$/.test(code) ? code.replaceAll('_', ' ') : 'with an error'
}
