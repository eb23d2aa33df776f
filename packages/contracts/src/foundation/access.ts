import type { EndpointSpec } from './endpoint.ts'
import { isAllowed, type Permission, rolePermissions, roles } from './permissions.ts'

/** Who may ask about an organization, or a project of it: its members by their roles, somebody of another organization, and nobody. */
export const callers = [...roles, 'outsider', 'stranger'] as const
export type Caller = (typeof callers)[number]

/**
 * What decides about a call, before its handler: `allowed`, or the status of the refusal. What belongs to others does not exist for them (404); in one's own
 * organization a missing permission is said (403).
 */
export type Access = 'allowed' | 401 | 403 | 404

/**
 * The permission matrix, read off an endpoint's fields: the documents print it, and the tests hold the service to it. A role of the organization's own is
 * what it may do.
 */
export function accessOf({ auth, permission }: Pick<EndpointSpec, 'auth' | 'permission'>, caller: Caller | readonly Permission[]): Access {
  if (auth === 'public') return 'allowed'
  if (caller === 'stranger') return 401
  if (permission === undefined) return 'allowed'
  if (caller === 'outsider') return 404
  return isAllowed(typeof caller === 'string' ? rolePermissions[caller] : caller, permission) ? 'allowed' : 403
}
