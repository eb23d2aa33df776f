import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, runtimeName, withTarget } from '../catalog/block.ts'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { missingRole, Role, roleCondition, RoleDetails, type RoleIdentifier, roleLookup, selectRoleDetails, selectRoles } from './role-row.ts'

export * from './change-roles.ts'
export { Role, RoleDetails, type RoleIdentifier } from './role-row.ts'

export interface ListRolesOptions extends Pick<ListOptions, 'limit' | 'offset'> {
  /** Includes Postgres's own roles, which begin with pg_; false by default. */
  readonly includeDefaultRoles?: boolean | undefined
}

export const RemoveRole = z.object({ ifExists: z.boolean().optional() })
export type RemoveRole = z.infer<typeof RemoveRole>

/** Lists the roles of the server by name. */
export function list({ includeDefaultRoles = false, ...page }: ListRolesOptions = {}): Statement<z.ZodArray<typeof Role>> {
  const text = sql`${selectRoles}
where ${includeDefaultRoles ? sql`true` : sql`r.rolname !~ '^pg_'`}
order by r.rolname${pageClause(page)};`
  return listing(text, Role)
}

/** @throws Error 'Must provide either id or name' */
export function retrieve(identifier: RoleIdentifier): Statement<z.ZodOptional<typeof Role>> {
  return retrieval(sql`${selectRoles}\nwhere ${roleCondition(identifier)};`, Role)
}

/** Retrieves its memberships and its comment. @throws Error as `retrieve` */
export function retrieveDetails(identifier: RoleIdentifier): Statement<z.ZodOptional<typeof RoleDetails>> {
  return retrieval(sql`${selectRoleDetails}\nwhere ${roleCondition(identifier)};`, RoleDetails)
}

/**
 * Drops a role. Postgres refuses while anything in any database depends on it.
 *
 * @throws Error 'Must provide either id or name'; in the database 'Cannot find role with id …', unless `ifExists`
 */
export function remove(identifier: RoleIdentifier, { ifExists = false }: RemoveRole = {}): Command {
  const work = execute`drop role ${runtimeName(sql`target.name`)}`
  return command(withTarget(roleLookup(identifier), ifExists ? sql`return;` : missingRole(identifier), work))
}
