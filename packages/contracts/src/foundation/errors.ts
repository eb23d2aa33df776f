import { errorCodes } from '@colonnade/core'
import { z } from 'zod'
import type { ErrorCode } from '@colonnade/core'
import type { Endpoint } from './endpoint.ts'

/** Body of every error response. */
export const ErrorReply = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** A refused value: its path (`["body", "name"]`) and how to fix it. */
export const InputIssue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })
export type InputIssue = z.infer<typeof InputIssue>

/** Returns all error codes of an endpoint: its own and those implied by its fields. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors)
  if (endpoint.body || endpoint.query || endpoint.headers) codes.add('invalid_input')
  if (endpoint.body || endpoint.upload) codes.add('payload_too_large').add('unsupported_media_type').add('too_complex')
  if (endpoint.auth !== 'public') codes.add('unauthorized').add('access_token_invalid').add('access_token_expired').add('access_token_refused')
  if (endpoint.auth === 'owner') codes.add('forbidden')
  if (endpoint.method !== 'GET') codes.add('cross_site_request')
  if (endpoint.permission) codes.add('forbidden')
  if (endpoint.permission && !endpoint.isOpenWithoutFactor) codes.add('two_factor_required')
  if (endpoint.path.includes('{slug}')) codes.add('organization_not_found')
  if (endpoint.path.includes('{ref}')) codes.add('project_not_found')
  if (endpoint.needsActive) codes.add('project_not_active').add(endpoint.needsActive === 'awake' ? 'project_asleep' : 'project_wake_failed')
  if (endpoint.needs) codes.add('capability_missing')
  codes.add('rate_limited').add('too_busy').add('internal')
  return [...codes]
}
