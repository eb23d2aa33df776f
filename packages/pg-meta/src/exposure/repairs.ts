import { empty, ident, join, literal, sql, type Fragment } from '@colonnade/sql'
import { block } from '../catalog/block.ts'
import { oid } from '../catalog/identifiers.ts'
import { identityList } from '../functions/arguments.ts'
import { type Command, command } from '../statement.ts'
import type { Exposed, ExposedRole } from './exposure.ts'

/** What names a relation or a function. */
export type ExposedName = Pick<Exposed, 'schema' | 'name' | 'kind' | 'arguments'>

/** What is taken away: all privileges, or only those that change rows. */
export type RevokedAccess = 'all' | 'writes'

const writes = sql`insert, update, delete, truncate`

/**
 * Takes access from a role, in plain statements. What the role holds through PUBLIC is taken from PUBLIC as well; `kept` are the roles that
 * get a function back, which they could otherwise lose.
 */
export function revokeAccess(
  target: ExposedName & Pick<Exposed, 'is_public'>,
  role: ExposedRole,
  access: RevokedAccess,
  kept: readonly string[] = [],
): Command {
  const from = target.is_public ? sql`public, ${ident(role)}` : ident(role)
  const object = grantable(target)
  if (target.kind !== 'function') return command(sql`revoke ${access === 'all' ? sql`all` : writes} on ${object} from ${from};`)
  const giveBack = target.is_public && kept.length > 0 ? [sql`grant execute on ${object} to ${join(kept.map((each) => ident(each)))};`] : []
  return command(sql`revoke execute on ${object} from ${from};`, ...giveBack)
}

/**
 * Raises, and so undoes the transaction, if the role can still do it: Postgres only warns when a revocation did nothing, and says nothing of what
 * the role holds through others.
 */
export function confirmRevoked({ id, name, kind }: Pick<Exposed, 'id' | 'name' | 'kind'>, role: ExposedRole, access: RevokedAccess): Command {
  const columns = access === 'all' ? 'SELECT, INSERT, UPDATE' : 'INSERT, UPDATE'
  const object = sql`${oid(id)}::pg_catalog.oid`
  const holds =
    kind === 'function'
      ? sql`pg_catalog.has_function_privilege(${role}, ${object}, 'EXECUTE')`
      : sql`pg_catalog.has_table_privilege(${role}, ${object}, 'DELETE') or pg_catalog.has_any_column_privilege(${role}, ${object}, ${columns})`
  const message = `${role} still has access to ${name}`
  const hint = 'The access is inherited from another role, or comes from a grant that only the grantor or the owner can revoke.'
  return command(
    block(empty, sql`if ${holds} then raise exception using message = ${literal(message)}, hint = ${literal(hint)}, errcode = '42501'; end if;`),
  )
}

/** Lets a view read its tables with the rights of the caller, so that their policies apply. Needs Postgres 15. */
export function readAsCaller({ schema, name }: Pick<Exposed, 'schema' | 'name'>): Command {
  return command(sql`alter view ${ident(schema, name)} set (security_invoker = true);`)
}

/** Runs a function with the rights of its caller. */
export function runAsCaller(target: ExposedName): Command {
  return command(sql`alter ${grantable(target)} security invoker;`)
}

/**
 * Lets requests use a new schema. Nothing in it can be read yet: `anon` and `authenticated` get what they need table by table, and
 * `service_role` gets everything that is created there.
 */
export function openSchema(schema: string): Command {
  const name = ident(schema)
  return command(
    sql`grant usage on schema ${name} to anon, authenticated, service_role;`,
    sql`alter default privileges in schema ${name} grant all on tables to service_role;`,
    sql`alter default privileges in schema ${name} grant all on sequences to service_role;`,
    sql`alter default privileges in schema ${name} grant all on routines to service_role;`,
  )
}

function grantable({ schema, name, kind, arguments: args }: ExposedName): Fragment {
  return kind === 'function' ? sql`function ${ident(schema, name)}(${identityList([args])})` : sql`table ${ident(schema, name)}`
}
