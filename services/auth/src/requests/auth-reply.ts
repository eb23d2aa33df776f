import type { OwnPage, ServiceReply, ServiceRequest } from '@colonnade/projects'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AuthError } from '../errors.ts'
import { apiVersionOf } from './auth-request.ts'

/** A handler's reply; 200 by default. */
export interface AuthReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Left out: no body. */
  readonly json?: unknown
  /** In place of JSON: a page, or a picture. */
  readonly text?: string
  /** In place of both: our own page, for browsers. */
  readonly page?: OwnPage
  /** In place of all: a streamed file. The project stays awake until its end. */
  readonly stream?: Readable
  readonly log?: ServiceReply['log']
}

const json = 'application/json; charset=utf-8'
/** From here on, errors have a text as their code (`lib/constants.ts` of @supabase/auth-js). */
const newErrorsSince = '2024-01-01'

export function renderReply({ status = 200, headers = {}, json: value, text, page, stream, log }: AuthReply): ServiceReply {
  const body = stream ?? text ?? (value === undefined ? null : JSON.stringify(value))
  const type = text === undefined && value !== undefined ? { 'content-type': json } : {}
  return { status, headers: { ...type, 'cache-control': 'no-store', ...headers }, body, ...(page && { page }), ...(log !== undefined && { log }) }
}

/** Error form of calls that other standards describe (RFC 6749, 5.2). */
export type ErrorForm = 'usual' | 'oauth'

export function renderError(error: AuthError, headers: ServiceRequest['headers'], form: ErrorForm): ServiceReply {
  const { code, status, message, details } = error
  const version = apiVersionOf(headers)
  const isNew = version !== null && version >= newErrorsSince
  const more = {
    ...(details.reasons !== undefined && { weak_password: { reasons: details.reasons } }),
    ...(status >= 500 && { error_id: randomUUID() }),
  }
  const usual = isNew ? { code, message, ...more } : { code: status, error_code: code, msg: message, ...more }
  return {
    status: form === 'oauth' && status < 429 && status !== 401 ? 400 : status,
    headers: {
      'content-type': json,
      'cache-control': 'no-store',
      'x-sb-error-code': code,
      ...(form === 'oauth' && status === 401 && { 'www-authenticate': 'Basic' }),
      ...(isNew && { 'x-supabase-api-version': newErrorsSince }),
      ...(details.retryAfterSeconds !== undefined && { 'retry-after': String(details.retryAfterSeconds) }),
    },
    body: JSON.stringify(form === 'oauth' ? { error: oauthCodeOf(error), error_description: message } : usual),
    log: { code },
  }
}

/** RFC 6749, 4.1.2.1 and 5.2. */
export function oauthCodeOf({ status, code, details }: AuthError): string {
  if (details.oauth !== undefined) return details.oauth
  if (code === 'invalid_grant') return code
  if (code === 'signup_disabled' || code === 'user_banned' || code === 'provider_email_needs_verification') return 'access_denied'
  if (status === 401) return 'unauthorized_client'
  if (status === 403) return 'access_denied'
  return status >= 500 ? 'server_error' : 'invalid_request'
}
