import { useSyncExternalStore } from 'react'
import type { RunAs } from '../run-sql.ts'
import type { Claims } from './claims.ts'

/** As whom a project's data is looked at (spec §3): as the data API would, with the claims of a token, or as a role and no more. */
export type DatabaseRole =
  | {
      readonly type: 'postgrest'
      readonly role: string
      readonly claims: Claims
      /** The user, where the token is one's. */ readonly user: string | null
    }
  | { readonly type: 'postgres'; readonly role: string }

/** The project's own user, who may do everything. */
export const ownRole: DatabaseRole = { type: 'postgres', role: 'postgres' }

/** What somebody does as a role. Call: as the data API does, which is never the project's own user. */
export type RoleVerb = 'View' | 'Run' | 'Call'

interface Chosen {
  readonly role: DatabaseRole
  readonly as: RunAs | undefined
}

const own: Chosen = { role: ownRole, as: undefined }
/** By `rolePlace`. Only for as long as the page is open: nobody should find themselves to be somebody else. */
const chosen = new Map<string, Chosen>()
const listeners = new Set<() => void>()

/** Requests to the data API have a role of their own: whoever tries one as a visitor goes on seeing all rows in the editors. */
export function rolePlace(ref: string, verb: RoleVerb): string {
  return verb === 'Call' ? `${ref} requests` : ref
}

export function setDatabaseRole(ref: string, role: DatabaseRole): void {
  if (isOwn(role)) chosen.delete(ref)
  else chosen.set(ref, { role, as: role.type === 'postgrest' ? { role: role.role, claims: role.claims } : { role: role.role } })
  for (const listener of listeners) listener()
}

/** The role that is chosen for a project, and what to give to `runSql` for it: undefined for the project's own user. */
export function useDatabaseRole(ref: string): Chosen {
  return useSyncExternalStore(subscribe, () => chosen.get(ref) ?? own)
}

/** Whether a project's data is viewed as a role other than its own user. */
export function isRoleChosen(ref: string): boolean {
  return chosen.has(ref)
}

export function isOwn(role: DatabaseRole): boolean {
  return role.type === 'postgres' && role.role === ownRole.role
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
