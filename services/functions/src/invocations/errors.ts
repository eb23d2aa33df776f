import type { ExceededLimit, ServiceReply } from '@colonnade/projects'

/** Errors that the platform returns instead of a function's response. */
const errors = {
  UNAUTHORIZED_NO_AUTH_HEADER: [401, 'Missing authorization header'],
  UNAUTHORIZED_INVALID_JWT_FORMAT: [401, 'The authorization header holds no valid JWT'],
  UNAUTHORIZED_LEGACY_JWT: [401, 'Invalid JWT'],
  UNAUTHORIZED_ASYMMETRIC_JWT: [401, 'Invalid JWT'],
  UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM: [401, 'The JWT is signed with an algorithm that is not supported'],
  NOT_FOUND: [404, 'Requested function was not found'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  RATE_LIMIT_EXCEEDED: [429, 'Functions in this project call each other too often'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  BOOT_ERROR: [503, 'Worker failed to boot (please check logs)'],
  NO_WORKER: [503, 'No worker is free to run the function. Try again in a moment.'],
  IDLE_TIMEOUT: [504, 'Function sent no response within 150 seconds'],
  WORKER_RESOURCE_LIMIT: [546, 'Worker failed to respond due to a resource limit (please check logs)'],
} as const

export type FunctionErrorCode = keyof typeof errors

/** Thrown to respond with an error code. */
export class FunctionError extends Error {
  readonly code: FunctionErrorCode
  /** ID of the failed worker; empty for none. */
  readonly executionId: string
  readonly limit: ExceededLimit | null

  constructor(code: FunctionErrorCode, options: ErrorOptions & { readonly executionId?: string; readonly limit?: ExceededLimit | null } = {}) {
    super(errors[code][1], options)
    this.code = code
    this.executionId = options.executionId ?? ''
    this.limit = options.limit ?? null
  }
}

/** Headers that let pages on other origins read the error. */
export const errorHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'sb-error-code, sb-request-id, x-relay-error, x-request-id, retry-after',
} as const

/** Codes for requests that never reached the function, so clients can distinguish them from its responses. */
const relayed: ReadonlySet<FunctionErrorCode> = new Set(['NO_WORKER'])

export function errorReply(code: FunctionErrorCode): ServiceReply & { readonly body: string } {
  const [status, message] = errors[code]
  return {
    status,
    headers: {
      ...errorHeaders,
      'sb-error-code': code,
      ...(relayed.has(code) && { 'x-relay-error': 'true', 'retry-after': '1' }),
      ...(code === 'METHOD_NOT_ALLOWED' && { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' }),
    },
    body: JSON.stringify({ code, message }),
    log: { error_code: code },
  }
}
