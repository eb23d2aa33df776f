import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { raise } from '../catalog/block.ts'
import { type ById, type ByName, identifierCondition, isById } from '../catalog/identifiers.ts'
import { mustProvide } from '../catalog/messages.ts'

export const Role = z.object({
  id: z.number().int(),
  name: z.string(),
  isSuperuser: z.boolean(),
  canCreateDb: z.boolean(),
  canCreateRole: z.boolean(),
  inheritRole: z.boolean(),
  canLogin: z.boolean(),
  isReplicationRole: z.boolean(),
  canBypassRls: z.boolean(),
  activeConnections: z.number().int(),
  /** The server's max_connections for a role without a limit, which is the only limit that it has. */
  connectionLimit: z.number().int(),
  /** When its password ends, in the session's time zone: "2030-01-01 00:00:00+00"; "infinity" and null mean never. */
  validUntil: z.string().nullable(),
  /** The settings it begins its sessions with, in every database; empty when there are none. */
  config: z.record(z.string(), z.string()),
})
export type Role = z.infer<typeof Role>

/** What a row does not say. */
export const RoleDetails = z.object({
  id: z.number().int(),
  /** Roles that it is a member of. */
  memberOf: z.array(z.string()),
  /** Its members, but for the admins. */
  members: z.array(z.string()),
  /** Its members that may make others members. */
  admins: z.array(z.string()),
  comment: z.string().nullable(),
})
export type RoleDetails = z.infer<typeof RoleDetails>

export type RoleIdentifier = ById | ByName

const columns = { id: sql`r.oid`, name: sql`r.rolname` }
/** What lists and retrievals read: `r` is the role. */
export const selectRoles: Fragment = sql`select r.oid::int8 as id, r.rolname::text as name, r.rolsuper as "isSuperuser", r.rolcreatedb as "canCreateDb", r.rolcreaterole as "canCreateRole",
  r.rolinherit as "inheritRole", r.rolcanlogin as "canLogin", r.rolreplication as "isReplicationRole", r.rolbypassrls as "canBypassRls",
  coalesce(active.count, 0) as "activeConnections",
  case r.rolconnlimit when -1 then pg_catalog.current_setting('max_connections')::int8 else r.rolconnlimit end as "connectionLimit",
  r.rolvaliduntil::text as "validUntil",
  coalesce((
    select pg_catalog.jsonb_object_agg(pg_catalog.split_part(entry, '=', 1), pg_catalog.substr(entry, pg_catalog.strpos(entry, '=') + 1))
    from pg_catalog.unnest(r.rolconfig) entry
  ), '{}') as config
from pg_catalog.pg_roles r
left join (select usesysid, pg_catalog.count(*) from pg_catalog.pg_stat_activity group by usesysid) active on active.usesysid = r.oid`

/** What says to whom a role belongs, who belongs to it, and what it is for. */
export const roleMemberships: Fragment = sql`${roleNames(sql`select m.roleid from pg_catalog.pg_auth_members m where m.member = r.oid`)} as "memberOf",
  ${roleNames(sql`select m.member from pg_catalog.pg_auth_members m where m.roleid = r.oid group by 1 having not pg_catalog.bool_or(m.admin_option)`)} as members,
  ${roleNames(sql`select m.member from pg_catalog.pg_auth_members m where m.roleid = r.oid and m.admin_option`)} as admins,
  pg_catalog.shobj_description(r.oid, 'pg_authid') as comment`

export const selectRoleDetails: Fragment = sql`select r.oid::int8 as id,
  ${roleMemberships}
from pg_catalog.pg_roles r`

/** The names of roles as JSON; since Postgres 16 somebody is a member once for everybody who said so. */
function roleNames(oids: Fragment): Fragment {
  return sql`coalesce((select pg_catalog.json_agg(o.rolname order by o.rolname) from pg_catalog.pg_roles o where o.oid in (${oids})), '[]')`
}

/** The lookup of a role with everything about it, as `withTarget` takes it. */
export function roleLookup(identifier: RoleIdentifier): Fragment {
  return sql`r.rolname as name, r.* from pg_catalog.pg_roles r where ${roleCondition(identifier)}`
}

export function missingRole(identifier: RoleIdentifier): Fragment {
  return raise('missing', `Cannot find role with ${isById(identifier) ? `id ${identifier.id}` : `name ${identifier.name}`}`)
}

export function roleCondition(identifier: RoleIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrName)
}
