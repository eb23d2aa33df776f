import type { RoleSummary } from '@colonnade/pg-meta/roles'
import { formerNamesText } from './messages.ts'

type NamedRole = Pick<RoleSummary, 'id' | 'name'>

/** The early and current names of Colonnade's two roles. */
const formerNames: readonly string[] = ['platform_admin', 'platform_reader']
const currentNames: readonly string[] = ['supabase_admin', 'supabase_read_only_user']

/** The superuser's oid, from initdb; no other role has it. */
const superuserId = 10

/** Roles that the project's services use, by name; changing them breaks the project. */
const serviceRoles: readonly string[] = [
  'postgres',
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_functions_admin',
  'supabase_realtime_admin',
  'platform_realtime',
  'supabase_replication_admin',
  'supabase_etl_admin',
  'supabase_privileged_role',
  'dashboard_user',
  'pgbouncer',
]

export type RoleOrigin = 'postgres' | 'project' | 'own'

/** Returns true if Colonnade's two roles have their former names on this server: both do or neither. */
const hasFormerNames = (all: readonly NamedRole[]): boolean => all.some(({ id, name }) => id === superuserId && name === formerNames[0])

/** Returns where each role comes from: Postgres, the project's services, or a person. `all` are the roles of the server. */
export function originsIn(all: readonly NamedRole[]): (role: Pick<RoleSummary, 'name'>) => RoleOrigin {
  const projectRoles = new Set([...serviceRoles, ...(hasFormerNames(all) ? formerNames : currentNames)])
  return ({ name }) => (name.startsWith('pg_') ? 'postgres' : projectRoles.has(name) ? 'project' : 'own')
}

/**
 * Returns the roles because of which Colonnade's own keep their former names: an owner created them under the current ones. Empty where they
 * have the current names, or get them at the next start.
 */
export function rolesInTheWay(all: readonly NamedRole[]): readonly string[] {
  return hasFormerNames(all) ? all.flatMap(({ name }) => (currentNames.includes(name) ? [name] : [])) : []
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says why Colonnade's roles have their former names, and what to do. */
export function inTheWayText(names: readonly string[]): string {
  return formerNamesText(list.format(formerNames), names, list.format(names))
}
