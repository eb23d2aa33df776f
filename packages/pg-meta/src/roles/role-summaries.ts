import { literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'
import { Role, RoleDetails, roleMemberships, selectRoles } from './role-row.ts'

export * from './change-memberships.ts'
export * from './remove-holdings.ts'

/** A role with its memberships, its comment, and what the current role can do with it. */
export const RoleSummary = Role.extend({
  ...RoleDetails.shape,
  /** As stored; -1 for none. */
  ownConnectionLimit: z.number().int(),
  isCurrent: z.boolean(),
  /** Whether the current role can change and drop it: as a superuser, or with CREATEROLE and admin rights on it. */
  isAlterable: z.boolean(),
  /** Whether the current role has its privileges, and can so make it an owner. */
  isUsable: z.boolean(),
})
export type RoleSummary = z.infer<typeof RoleSummary>

/** Lists all roles of the server by name. */
export function listRoleSummaries(): Statement<z.ZodArray<typeof RoleSummary>> {
  const text = sql`with listed as (${selectRoles})
select listed.*, ${roleMemberships},
  r.rolconnlimit as "ownConnectionLimit",
  r.rolname = current_user as "isCurrent",
  me.rolsuper or me.rolcreaterole and not r.rolsuper and (
    pg_catalog.current_setting('server_version_num')::int4 < 160000 or pg_catalog.pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION')
  ) as "isAlterable",
  pg_catalog.pg_has_role(r.oid, 'USAGE') as "isUsable"
from listed
join pg_catalog.pg_roles r on r.oid = listed.id::oid
cross join (select m.rolsuper, m.rolcreaterole from pg_catalog.pg_roles m where m.rolname = current_user) me
order by listed.name;`
  return listing(text, RoleSummary)
}

/** A reference to a role in a database, which prevents dropping it. */
export const RoleHolding = z.object({
  /** owns: an object to reassign or drop. privilege: a grant to the role. policy: a policy for the role. */
  how: z.enum(['owns', 'privilege', 'policy']),
  /** In Postgres's words: "table", "function"; "database" for what is in another database. */
  kind: z.string(),
  /** Quoted, with its schema; the name of the database for what is in another one. */
  name: z.string(),
  isElsewhere: z.boolean(),
})
export type RoleHolding = z.infer<typeof RoleHolding>

/** Most entries in a response. */
export const roleHoldingLimit = 1_000

/** Lists what a role owns and holds in this database, and other databases with such references; owned objects first. */
export function listRoleHoldings({ name }: { readonly name: string }): Statement<z.ZodArray<typeof RoleHolding>> {
  const text = sql`with held as (
  select d.*, case d.deptype when 'o' then 'owns' when 'r' then 'policy' else 'privilege' end as how
  from pg_catalog.pg_shdepend d
  where d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass::pg_catalog.oid and d.refobjid = (select r.oid from pg_catalog.pg_roles r where r.rolname = ${literal(name)})
), here as (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
select * from (
  select h.how, i.type as kind, i.identity as name, false as "isElsewhere"
  from held h cross join lateral pg_catalog.pg_identify_object(h.classid, h.objid, h.objsubid) i
  where h.dbid in ('0', (select oid from here)) and i.identity is not null
  union all
  select 'owns', 'database', d.datname::text, true
  from pg_catalog.pg_database d where d.oid in (select h.dbid from held h where h.dbid <> '0' and h.dbid <> (select oid from here))
) holding
order by "isElsewhere" desc, how = 'owns' desc, kind, name
limit ${literal(roleHoldingLimit)};`
  return listing(text, RoleHolding)
}
