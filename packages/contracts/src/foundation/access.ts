import type { EndpointSpec } from './endpoint.ts'
import { isAllowed, type Permission, rolePermissions, roles } from './permissions.ts'

/** Kinds of callers: members by role, a member of another organization, and an anonymous caller. */
export const callers = [...roles, 'outsider', 'stranger'] as const
export type Caller = (typeof callers)[number]

/**
 * The access decision before the handler runs: `allowed`, or the status of the refusal. Resources of other organizations don't exist for the caller (404);
 * within an organization, a missing permission is 403.
 */
export type Access = 'allowed' | 401 | 403 | 404

/**
 * Returns the access decision for an endpoint. The permission matrix in the documents and its tests are generated from this. A custom role is given as its
 * permissions.
 */
export function accessOf({ auth, permission }: Pick<EndpointSpec, 'auth' | 'permission'>, caller: Caller | readonly Permission[]): Access {
  if (auth === 'public') return 'allowed'
  if (caller === 'stranger') return 401
  if (permission === undefined) return 'allowed'
  if (caller === 'outsider') return 404
  return isAllowed(typeof caller === 'string' ? rolePermissions[caller] : caller, permission) ? 'allowed' : 403
}
