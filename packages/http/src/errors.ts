import type { ErrorReply } from '@colonnade/contracts/foundation/errors'
import { AppError, toAppError } from '@colonnade/core'

const mebibyte = 1024 * 1024

/** The wire format of our own services; a service that must look like another one brings its own. */
export type ErrorRenderer = (error: AppError, requestId: string) => unknown

/** `{ code, message, details, request_id }`; of a 5xx, only what the error table says. */
export function renderError(error: AppError, requestId: string): ErrorReply {
  return { code: error.code, message: error.message, details: error.details, request_id: requestId }
}

/** Fastify's own refusals (body too large, no JSON …) and ours, as AppErrors. The limit is the route's, in bytes. */
export function fromFastify(thrown: unknown, bodyLimitBytes?: number): AppError {
  if (thrown instanceof AppError || !(thrown instanceof Error) || !('code' in thrown)) return toAppError(thrown)
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(bodyLimitBytes, thrown)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', {}, { cause: thrown })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('bad_request', {}, { message: 'The request body is not valid JSON', cause: thrown })
    default:
      return 'statusCode' in thrown && Number(thrown.statusCode) < 500 ? new AppError('bad_request', {}, { cause: thrown }) : toAppError(thrown)
  }
}

/** `payload_too_large` that says how much may be sent. */
export function tooLarge(limitBytes: number | undefined, cause?: unknown): AppError {
  if (limitBytes === undefined) return new AppError('payload_too_large', {}, { cause })
  const limit = limitBytes < mebibyte ? `${Math.floor(limitBytes / 1024)} KB` : `${Math.floor(limitBytes / mebibyte)} MB`
  return new AppError('payload_too_large', { limit_bytes: limitBytes }, { message: `The request body is too large. Send at most ${limit}`, cause })
}
