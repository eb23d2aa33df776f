import { type Fragment, ident, nameLiteral, sql } from '@colonnade/sql'
import { block, execute, runtimeName } from '../catalog/block.ts'
import { type Command, command } from '../statement.ts'

export interface Membership {
  /** The role that gives its privileges. */
  readonly group: string
  readonly member: string
}

export function grantMembership({ group, member }: Membership): Command {
  return command(sql`grant ${ident(group)} to ${ident(member)};`)
}

/** Revokes a membership from every grantor: since Postgres 16 there is one per grantor, and plain `revoke` covers only the current role's. */
export function revokeMembership({ group, member }: Membership): Command {
  const target = runtimeName(sql`given.grantor`)
  const revoke: Fragment = execute`revoke ${ident(group)} from ${ident(member)} granted by ${target}`
  return command(
    block(
      sql`declare given record;`,
      sql`for given in
  select g.rolname as grantor
  from pg_catalog.pg_auth_members m
  join pg_catalog.pg_roles g on g.oid = m.grantor
  where m.roleid = ${oidOf(group)} and m.member = ${oidOf(member)}
loop ${revoke} end loop;`,
    ),
  )
}

function oidOf(name: string): Fragment {
  return sql`(select r.oid from pg_catalog.pg_roles r where r.rolname = ${nameLiteral(name)})`
}
