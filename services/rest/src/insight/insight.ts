import { type Caller, insightClaim, type ServiceRequest } from '@colonnade/projects'
import { explanationType, schemaCacheType } from '@colonnade/rest-query'

const ownTypes = 'application/vnd.colonnade.'

/** A question about a request in place of the request itself. */
export interface Question {
  /** Without the claim that allowed it to ask. */
  readonly caller: Caller
  /** The request, accepting what it would accept if it was sent. */
  readonly request: ServiceRequest
  readonly about: 'request' | 'schema-cache'
}

/** Reads an insight request, if it is one and the caller's token allows it; others get the error for an unknown media type. */
export function questionOf(request: ServiceRequest, caller: Caller): Question | null {
  const accept = request.headers.accept ?? ''
  if (!accept.startsWith(ownTypes)) return null
  const { [insightClaim]: isAllowed, ...claims } = JSON.parse(caller.claims) as Record<string, unknown>
  const about = accept.startsWith(explanationType) ? 'request' : accept.startsWith(schemaCacheType) ? 'schema-cache' : null
  if (isAllowed !== true || about === null) return null
  const wanted = /;\s*for="([^"]+)"/.exec(accept)?.[1] ?? 'application/json'
  return {
    caller: { ...caller, claims: JSON.stringify(claims) },
    request: { ...request, headers: { ...request.headers, accept: wanted } },
    about,
  }
}
