import { type AppError, isAppError, type ErrorCode } from '@colonnade/core'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Refusals that can come of what somebody else did meanwhile: took a role, removed one, asked for a second factor, deleted it all. What may only
 * read since then runs read only.
 */
const refusals: ReadonlySet<ErrorCode> = new Set(['forbidden', 'read_only', 'organization_not_found', 'project_not_found', 'two_factor_required'])

export function mayTellOfStanding({ code }: AppError): boolean {
  return refusals.has(code)
}

/** Asks anew what the signed-in person may do in the organizations that the page shows, unless it is known to be nothing. */
export function refreshStanding(client: QueryClient): void {
  const predicate = ({ queryKey, state }: Query) => queryKey[0] === 'organizations' && queryKey.length <= 2 && state.status === 'success'
  // several calls are often refused at once: they ask once
  void client.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false })
}

/** Why an organization that was there is closed to the person now; undefined while it is not known to be. */
export function closedBy(error: Error | null): AppError | undefined {
  return isAppError(error) && (error.code === 'organization_not_found' || error.code === 'two_factor_required') ? error : undefined
}
