import { empty, ident, join, keyword, literal, nameLiteral, sql, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { command, retrieval, type Command, type Statement } from '../statement.ts'
import { grantee as granteeClause, grantOption, hasPrivileges, relationPrivileges } from '../table-privileges/privileges.ts'

export const tableGrantTypes = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'] as const
export type TableGrantType = (typeof tableGrantTypes)[number]
export const schemaGrantTypes = ['USAGE', 'CREATE'] as const
export type SchemaGrantType = (typeof schemaGrantTypes)[number]

/** A privilege on a relation. `public` is every role. */
export const RelationGrant = z.object({ grantee: z.string(), grantor: z.string(), privilege: z.enum(tableGrantTypes), is_grantable: z.boolean() })
export type RelationGrant = z.infer<typeof RelationGrant>

/** A privilege that a role has on one column only, besides those of the table. */
export const ColumnGrant = z.object({ column: z.string(), grantee: z.string(), privilege: z.string() })
export type ColumnGrant = z.infer<typeof ColumnGrant>

export const RelationGrants = z.object({
  owner: z.string(),
  /** Privileges that this version of Postgres has on relations. */
  types: z.array(z.enum(tableGrantTypes)),
  grants: z.array(RelationGrant),
  columns: z.array(ColumnGrant),
})
export type RelationGrants = z.infer<typeof RelationGrants>

const granteeName = sql`case x.grantee when '0' then 'public' else pg_catalog.pg_get_userbyid(x.grantee)::text end`

/** Retrieves the privileges on a relation and on its columns; no row when it is gone or out of reach. */
export function retrieveGrants({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof RelationGrants>> {
  return retrieval(
    sql`select pg_catalog.pg_get_userbyid(c.relowner)::text as owner,
  coalesce((select pg_catalog.json_agg(x.privilege_type) from pg_catalog.aclexplode(pg_catalog.acldefault('r', c.relowner)) x), '[]') as types,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('grantee', ${granteeName}, 'grantor', pg_catalog.pg_get_userbyid(x.grantor)::text,
      'privilege', x.privilege_type, 'is_grantable', x.is_grantable)) from ${relationPrivileges} x
  ), '[]') as grants,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('column', a.attname, 'grantee', ${granteeName}, 'privilege', x.privilege_type)
      order by a.attnum, x.privilege_type)
    from pg_catalog.pg_attribute a cross join lateral pg_catalog.aclexplode(a.attacl) x
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]') as columns
from pg_catalog.pg_class c where c.oid = ${oid(id)} and ${hasPrivileges} and ${isVisibleRelation('c')};`,
    RelationGrants,
  )
}

/** What privileges are granted on, by name, so that a migration says the same in another database. */
export type GrantTarget =
  | { readonly on: 'tables'; readonly schema: string; readonly tables: readonly string[] }
  | { readonly on: 'all tables'; readonly schema: string }
  | { readonly on: 'schema'; readonly schema: string }

export interface GrantChange {
  readonly target: GrantTarget
  /** Those of schemas for a schema, else those of tables. */
  readonly privileges: readonly (TableGrantType | SchemaGrantType)[]
  /** A role; `public` is every role. */
  readonly grantee: string
  readonly kind: 'grant' | 'revoke'
  /** Lets the grantee grant them in turn. */
  readonly isGrantable?: boolean
  /** Revokes what the grantee has granted to others as well; Postgres refuses otherwise. */
  readonly isCascade?: boolean
}

const typesOf = (target: GrantTarget): readonly string[] => (target.on === 'schema' ? schemaGrantTypes : tableGrantTypes)

/** Grants or revokes privileges. @throws Error when one is no privilege on such a target, or nothing is named */
export function changeGrants(change: GrantChange): Command {
  const { target, privileges, grantee, kind, isGrantable, isCascade = false } = change
  const list = join(privileges.map((privilege) => keyword(privilege, typesOf(target))))
  const rest = kind === 'grant' ? sql`${granteeClause('to', grantee)}${grantOption(isGrantable)}` : granteeClause('from', grantee)
  return command(
    sql`${kind === 'grant' ? sql`grant` : sql`revoke`} ${list} on ${objectsOf(target)}${rest}${kind === 'revoke' && isCascade ? sql` cascade` : empty};`,
  )
}

function objectsOf(target: GrantTarget): Fragment {
  if (target.on === 'schema') return sql`schema ${ident(target.schema)}`
  if (target.on === 'all tables') return sql`all tables in schema ${ident(target.schema)}`
  return sql`table ${join(target.tables.map((table) => ident(target.schema, table)))}`
}

/**
 * Raises, and so undoes the transaction, unless a change has had its effect: Postgres only warns when it granted or revoked less than it
 * was asked to, and keeps silent about what other roles have granted.
 */
export function confirmGrants({ target, privileges, grantee, kind }: GrantChange): Command {
  const isGrant = kind === 'grant'
  const held = (acl: Fragment) =>
    sql`exists (select from pg_catalog.aclexplode(${acl}) x where ${granteeName} = ${literal(grantee)}::text and x.privilege_type = p.privilege)`
  const wanted = sql`cross join (values ${join(privileges.map((privilege) => sql`(${literal(privilege)}::text)`))}) p (privilege)`
  const places =
    target.on === 'schema'
      ? sql`select 'schema ' || n.nspname::text as place, p.privilege, n.nspowner as owner from pg_catalog.pg_namespace n ${wanted}
  where n.nspname = ${nameLiteral(target.schema)} and ${isGrant ? sql`not ` : empty}${held(sql`coalesce(n.nspacl, pg_catalog.acldefault('n', n.nspowner))`)}`
      : sql`select 'table ' || c.relname::text as place, p.privilege, c.relowner as owner
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace ${wanted}
  where n.nspname = ${nameLiteral(target.schema)} and ${hasPrivileges}${target.on === 'tables' ? sql` and c.relname in (${join(target.tables.map((table) => nameLiteral(table)))})` : empty}
    and ${isGrant ? sql`not ` : empty}${held(sql`coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))`)}`
  const message = isGrant ? 'You can’t grant %s on %s to %s' : 'You can’t revoke %s on %s from %s'
  const hint = isGrant
    ? '%s owns it. Only the owner, and roles that hold the privilege with grant option, can grant it. You are connected as %s.'
    : '%s owns it. Another role granted the privilege, and only that role can revoke it. You are connected as %s.'
  return command(
    block(
      sql`declare other record;`,
      sql`select found.* into other from (${places}) found limit 1;
if found then
  raise exception using errcode = '42501', message = pg_catalog.format(${literal(message)}, other.privilege, other.place, ${literal(grantee)}::text),
    hint = pg_catalog.format(${literal(hint)}, pg_catalog.pg_get_userbyid(other.owner)::text, current_user::text);
end if;`,
    ),
  )
}
