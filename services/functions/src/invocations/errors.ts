import type { ExceededLimit, ServiceReply } from '@colonnade/projects'

/** Why the platform answers in place of a function. */
const errors = {
  UNAUTHORIZED_NO_AUTH_HEADER: [401, 'Missing authorization header'],
  UNAUTHORIZED_INVALID_JWT_FORMAT: [401, 'The authorization header holds no valid JWT'],
  UNAUTHORIZED_LEGACY_JWT: [401, 'Invalid JWT'],
  UNAUTHORIZED_ASYMMETRIC_JWT: [401, 'Invalid JWT'],
  UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM: [401, 'The JWT is signed with an algorithm that is not supported'],
  NOT_FOUND: [404, 'Requested function was not found'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  RATE_LIMIT_EXCEEDED: [429, 'Functions of this project call each other too often'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  BOOT_ERROR: [503, 'Worker failed to boot (please check logs)'],
  NO_WORKER: [503, 'No worker is free to run the function. Try again in a moment.'],
  IDLE_TIMEOUT: [504, 'Function sent no response within 150 seconds'],
  WORKER_RESOURCE_LIMIT: [546, 'Worker failed to respond due to a resource limit (please check logs)'],
} as const

export type FunctionErrorCode = keyof typeof errors

/** What was thrown is answered with that code. */
export class FunctionError extends Error {
  readonly code: FunctionErrorCode
  /** Of the worker that failed; empty for none. */
  readonly executionId: string
  readonly limit: ExceededLimit | null

  constructor(code: FunctionErrorCode, options: ErrorOptions & { readonly executionId?: string; readonly limit?: ExceededLimit | null } = {}) {
    super(errors[code][1], options)
    this.code = code
    this.executionId = options.executionId ?? ''
    this.limit = options.limit ?? null
  }
}

/** Browsers show none of it to a page of another origin unless they are told to. */
export const errorHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'sb-error-code, sb-request-id, x-relay-error, x-request-id, retry-after',
} as const

/** The function never had a chance: clients tell that from what functions answer. */
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
