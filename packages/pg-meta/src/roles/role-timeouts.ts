import { ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** The statement timeout of a role in the current database. */
export const RoleTimeout = z.object({
  role: z.string(),
  /** As stored: `8s`, `500`, `0` for no limit. Null if the role has no timeout. */
  statement_timeout: z.string().nullable(),
  /** Whether it is set for this database only (ALTER ROLE … IN DATABASE), which takes precedence. */
  is_of_database: z.boolean(),
  /** Of this database. */
  database: z.string(),
})
export type RoleTimeout = z.infer<typeof RoleTimeout>

/** Lists the statement timeouts of these roles, in their order; roles that don't exist are left out. */
export function listRoleTimeouts(roles: readonly string[]): Statement<z.ZodArray<typeof RoleTimeout>> {
  const text = sql`select r.rolname as role, s.value as statement_timeout, coalesce(s.is_of_database, false) as is_of_database,
  pg_catalog.current_database() as database
from (values ${join(roles.map((role, place) => sql`(${literal(place)}, ${literal(role)})`))}) wanted (place, name)
join pg_catalog.pg_roles r on r.rolname = wanted.name
left join lateral (
  select pg_catalog.substr(x.setting, 19) as value, d.setdatabase <> 0 as is_of_database
  from pg_catalog.pg_db_role_setting d cross join lateral pg_catalog.unnest(d.setconfig) x (setting)
  where d.setrole = r.oid and x.setting like 'statement\\_timeout=%'
    and d.setdatabase in (0, (select b.oid from pg_catalog.pg_database b where b.datname = pg_catalog.current_database()))
  order by d.setdatabase desc
  limit 1
) s on true
order by wanted.place;`
  return listing(text, RoleTimeout)
}

/** Sets the statement timeout of a role where its current value is stored; null resets it. */
export function setRoleTimeout({ role, is_of_database: isOfDatabase, database }: RoleTimeout, timeout: string | null): Command {
  const target = isOfDatabase ? sql`${ident(role)} in database ${ident(database)}` : ident(role)
  return command(
    timeout === null ? sql`alter role ${target} reset statement_timeout;` : sql`alter role ${target} set statement_timeout = ${literal(timeout)};`,
  )
}

/** Has the data API reload role settings, because no event trigger fires for ALTER ROLE. */
export const reloadConfiguration: Command = command(sql`notify pgrst, 'reload config';`)
