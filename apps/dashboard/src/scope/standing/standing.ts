import { type AppError, isAppError, type ErrorCode } from '@colonnade/core'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Errors that can mean that the person's access changed since the page loaded: someone took away a role, removed them, required a second
 * factor, or deleted the organization or project.
 */
const refusals: ReadonlySet<ErrorCode> = new Set(['forbidden', 'read_only', 'organization_not_found', 'project_not_found', 'two_factor_required'])

export function mayMeanLostAccess({ code }: AppError): boolean {
  return refusals.has(code)
}

/** Reloads the person's access to the organizations on the page, except for those already known to be closed to them. */
export function refreshStanding(client: QueryClient): void {
  const predicate = ({ queryKey, state }: Query) => queryKey[0] === 'organizations' && queryKey.length <= 2 && state.status === 'success'
  // several calls are often refused at once, so share one request
  void client.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false })
}

/** Why an organization that was there is closed to the person now; undefined while it is not known to be. */
export function closedBy(error: Error | null): AppError | undefined {
  return isAppError(error) && (error.code === 'organization_not_found' || error.code === 'two_factor_required') ? error : undefined
}
