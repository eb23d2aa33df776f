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
  /** The server's max_connections for a role without its own limit. */
  connectionLimit: z.number().int(),
  /** When its password expires, in the session's time zone: "2030-01-01 00:00:00+00"; "infinity" and null mean never. */
  validUntil: z.string().nullable(),
  /** The settings of its sessions in every database; empty if there are none. */
  config: z.record(z.string(), z.string()),
})
export type Role = z.infer<typeof Role>

/** What a row doesn't include. */
export const RoleDetails = z.object({
  id: z.number().int(),
  /** Roles it is a member of. */
  memberOf: z.array(z.string()),
  /** Its members, except admins. */
  members: z.array(z.string()),
  /** Its members that can add other members. */
  admins: z.array(z.string()),
  comment: z.string().nullable(),
})
export type RoleDetails = z.infer<typeof RoleDetails>

export type RoleIdentifier = ById | ByName

const columns = { id: sql`r.oid`, name: sql`r.rolname` }
/** Fields of lists and retrievals; `r` is the role. */
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

/** Fields for memberships, members and the comment. */
export const roleMemberships: Fragment = sql`${roleNames(sql`select m.roleid from pg_catalog.pg_auth_members m where m.member = r.oid`)} as "memberOf",
  ${roleNames(sql`select m.member from pg_catalog.pg_auth_members m where m.roleid = r.oid group by 1 having not pg_catalog.bool_or(m.admin_option)`)} as members,
  ${roleNames(sql`select m.member from pg_catalog.pg_auth_members m where m.roleid = r.oid and m.admin_option`)} as admins,
  pg_catalog.shobj_description(r.oid, 'pg_authid') as comment`

export const selectRoleDetails: Fragment = sql`select r.oid::int8 as id,
  ${roleMemberships}
from pg_catalog.pg_roles r`

/** Lists role names as JSON. Since Postgres 16, a member can have one membership per grantor. */
function roleNames(oids: Fragment): Fragment {
  return sql`coalesce((select pg_catalog.json_agg(o.rolname order by o.rolname) from pg_catalog.pg_roles o where o.oid in (${oids})), '[]')`
}

/** Looks up a role with all its fields, for `withTarget`. */
export function roleLookup(identifier: RoleIdentifier): Fragment {
  return sql`r.rolname as name, r.* from pg_catalog.pg_roles r where ${roleCondition(identifier)}`
}

export function missingRole(identifier: RoleIdentifier): Fragment {
  return raise('missing', `Cannot find role with ${isById(identifier) ? `id ${identifier.id}` : `name ${identifier.name}`}`)
}

export function roleCondition(identifier: RoleIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrName)
}
