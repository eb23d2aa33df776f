import type { ServiceReply } from '@colonnade/projects'
import type { Demands } from './authentication/authenticate.ts'

/** Services that a path of the gateway may name. */
export const serviceNames = ['rest', 'auth', 'storage', 'realtime', 'functions', 'graphql'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Why a caller is not let in. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly hint?: string
  /** PostgREST's code, where it has one. */
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Error bodies of each service: each client library of the ecosystem reads another form. */
export const refusalBodies: Readonly<Record<ServiceName, (refusal: Refusal) => object>> = {
  rest: ({ code, message, hint }) => (code === undefined ? plain(message, hint) : { code, details: null, hint: hint ?? null, message }),
  auth: ({ status, message }) => ({ code: status, error_code: status === 401 ? 'no_authorization' : 'unexpected_failure', msg: message, message }),
  storage: ({ status, message }) => ({ statusCode: String(status), error: status === 401 ? 'Unauthorized' : 'Error', message }),
  // its REST clients read the one, its WebSocket clients the other
  realtime: ({ message, hint }) => ({ ...plain(message, hint), error: message }),
  functions: ({ status, message }) => ({ code: functionCodeOf(status), message }),
  graphql: ({ message }) => ({ errors: [{ message }], message }),
}

/** Returns a service's refusal. Pages of any origin may read the replies of functions, so they may also read these. */
export function refusalReply(service: ServiceName, refusal: Refusal): ServiceReply {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...refusal.headers }
  const body = JSON.stringify(refusalBodies[service](refusal))
  if (service !== 'functions') return { status: refusal.status, headers, body }
  const ofFunctions = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'sb-error-code, sb-request-id, x-relay-error, x-request-id, retry-after',
    'sb-error-code': functionCodeOf(refusal.status),
    // the function never had a chance
    ...(refusal.status >= 500 && { 'x-relay-error': 'true' }),
  }
  return { status: refusal.status, headers: { ...headers, ...ofFunctions }, body }
}

function functionCodeOf(status: number): string {
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMIT_EXCEEDED'
  if (status === 540) return 'PROJECT_PAUSED'
  return status === 503 ? 'PROJECT_UNAVAILABLE' : 'INTERNAL_ERROR'
}

const usual = { key: 'required', badToken: 'refused' } as const

/**
 * Returns the credentials that calls to a service need. Browsers follow links to auth and storage without a key; these two and realtime check keys
 * and tokens themselves.
 */
export function demandsOf(service: ServiceName, path: string, method: string): Demands {
  if (service === 'storage')
    return { key: isKeylessStorage(path, method) ? 'optional' : 'or_token', badToken: 'told', otherIssuers: 'taken', service }
  if (service === 'realtime') return { key: 'optional', badToken: 'told', otherIssuers: 'taken', tokenAsKey: 'taken', service }
  // each function says whether it wants to know its callers
  if (service === 'functions') return { key: 'optional', badToken: 'told', otherIssuers: 'taken', badKey: 'told', service }
  if (service !== 'auth') return { ...usual, service }
  return { key: keylessAuth.test(path) ? 'optional' : 'required', badToken: 'told', service }
}

const keylessAuth =
  /^\/(?:verify|verify\/confirm|callback|authorize|sso\/saml\/(?:acs|metadata)|\.well-known\/[\w-]+(?:\/.*)?|oauth\/(?:authorize|token|userinfo|clients\/register))\/?$/

/** Links to files, and what S3 clients sign in their own way. */
function isKeylessStorage(path: string, method: string): boolean {
  if (/^\/(?:upload\/resumable\/sign|s3|status|version)(?:\/|$)/.test(path)) return true
  if (method === 'PUT') return path.startsWith('/object/upload/sign/')
  return (method === 'GET' || method === 'HEAD') && /^\/(?:object|render\/image|-\/zip)\//.test(path)
}

function plain(message: string, hint: string | undefined): object {
  return hint === undefined ? { message } : { message, hint }
}
