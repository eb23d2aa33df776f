import { AppError, isAppError } from '@colonnade/core'
import { AuthError, fromAppError } from './errors.ts'

/** Returns the client's error for anything thrown; null for errors that clients may not see. */
export function authErrorOf(thrown: unknown): AuthError | null {
  if (thrown instanceof AuthError) return thrown
  // transactions wrap what their work throws
  if (thrown instanceof AppError && thrown.cause instanceof AuthError) return thrown.cause
  if (isAppError(thrown, 'query_cancelled') || isAppError(thrown, 'serialization_failure')) {
    return new AuthError('request_timeout', 'Processing this request timed out, please retry after a moment.', { cause: thrown })
  }
  return thrown instanceof AppError ? fromAppError(thrown) : null
}
