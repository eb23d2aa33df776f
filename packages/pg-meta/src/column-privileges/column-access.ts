import { empty, ident, join, keyword, literal, nameLiteral, sql, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { command, retrieval, type Command, type Statement } from '../statement.ts'
import { grantee as granteeClause, relationPrivileges } from '../table-privileges/privileges.ts'

/** Privileges that columns can have. */
export const columnAccessTypes = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'] as const
export type ColumnAccessType = (typeof columnAccessTypes)[number]

/** A privilege that a role holds on a column, or on the whole table if `column` is null. `public` stands for every role. */
export const AccessGrant = z.object({
  column: z.string().nullable(),
  grantee: z.string(),
  grantor: z.string(),
  privilege: z.enum(columnAccessTypes),
  is_grantable: z.boolean(),
})
export type AccessGrant = z.infer<typeof AccessGrant>

export const ColumnAccess = z.object({
  id: z.number().int(),
  owner: z.string(),
  columns: z.array(z.string()),
  grants: z.array(AccessGrant),
  /** Roles except Postgres's own, and those that hold a privilege here. */
  roles: z.array(z.string()),
})
export type ColumnAccess = z.infer<typeof ColumnAccess>

const grantFields = (column: Fragment): Fragment => sql`pg_catalog.json_build_object('column', ${column},
    'grantee', case x.grantee when '0' then 'public' else pg_catalog.pg_get_userbyid(x.grantee)::text end, 'grantor', pg_catalog.pg_get_userbyid(x.grantor)::text,
    'privilege', x.privilege_type, 'is_grantable', x.is_grantable)`
const isOfColumns = sql`x.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')`

/** Lists the privileges on a relation and, separately, on its columns; no row if it no longer exists or isn't accessible. */
export function retrieveColumnAccess({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof ColumnAccess>> {
  return retrieval(
    sql`select c.oid::int8 as id, pg_catalog.pg_get_userbyid(c.relowner)::text as owner,
  coalesce((select pg_catalog.json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
  coalesce((
    select pg_catalog.json_agg(held.entry) from (
      select ${grantFields(sql`null`)} as entry from ${relationPrivileges} x where ${isOfColumns}
      union all
      select ${grantFields(sql`a.attname`)} from pg_catalog.pg_attribute a cross join lateral pg_catalog.aclexplode(a.attacl) x
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and ${isOfColumns}
    ) held
  ), '[]') as grants,
  coalesce((select pg_catalog.json_agg(r.rolname order by r.rolname) from pg_catalog.pg_roles r where r.rolname !~ '^pg_'), '[]') as roles
from pg_catalog.pg_class c where c.oid = ${oid(id)} and c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isVisibleRelation('c')};`,
    ColumnAccess,
  )
}

/** A grant or revocation on columns of a relation, or on all of it if `columns` is null. */
export interface AccessChange {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[] | null
  readonly privilege: ColumnAccessType
  /** A role; `public` stands for every role. */
  readonly grantee: string
  /** `revoke option` revokes only the grant option, `revoke` the whole privilege. A revoke on a table includes its columns. */
  readonly kind: 'grant' | 'grant with option' | 'revoke' | 'revoke option'
  /** Also revokes what the grantee granted others. Without it, Postgres refuses if there are such grants. */
  readonly isCascade?: boolean
}

/** Writes a grant or a revocation with names, so that it works in another database as well. */
export function changeAccess({ schema, table, columns, privilege, grantee, kind, isCascade = false }: AccessChange): Command {
  const isGrant = kind === 'grant' || kind === 'grant with option'
  const list = columns === null ? empty : sql` (${join(columns.map((column) => ident(column)))})`
  return command(
    sql`${isGrant ? sql`grant` : kind === 'revoke' ? sql`revoke` : sql`revoke grant option for`} ${keyword(privilege, columnAccessTypes)}${list} on table ${ident(schema, table)}${granteeClause(isGrant ? 'to' : 'from', grantee)}${kind === 'grant with option' ? sql` with grant option` : empty}${isCascade && !isGrant ? sql` cascade` : empty};`,
  )
}

/** What a role should hold of one privilege after a change: nothing, the privilege, or the privilege with grant option. */
export interface ExpectedAccess {
  readonly schema: string
  readonly table: string
  readonly privilege: ColumnAccessType
  readonly grantee: string
  readonly tableLevel: 0 | 1 | 2
  /** The effective level of each column: the higher of the table's and its own. */
  readonly columnLevels: Readonly<Record<string, 0 | 1 | 2>>
}

/**
 * Raises, and so rolls back the transaction, unless the grantee holds what it should: Postgres only warns if a grant or a revocation had no
 * effect, and doesn't mention grants from other roles.
 */
export function confirmAccess({ schema, table, privilege, grantee, tableLevel, columnLevels }: ExpectedAccess): Command {
  const expected = literal(JSON.stringify(columnLevels))
  const levelIn = (acl: Fragment) => sql`coalesce((
      select pg_catalog.max(case when x.is_grantable then 2 else 1 end) from pg_catalog.aclexplode(${acl}) x
      where case x.grantee when '0' then 'public' else pg_catalog.pg_get_userbyid(x.grantee)::text end = ${literal(grantee)}::text
        and x.privilege_type = ${literal(privilege)}::text
    ), 0)`
  return command(
    block(
      sql`declare other record; grantors text;`,
      sql`select held.* into other from (
  select c.oid, 'table ' || c.relname::text as place, null::text as attname, ${levelIn(sql`coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))`)} as level, ${tableLevel}::int4 as expected, c.relowner
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${nameLiteral(schema)} and c.relname = ${nameLiteral(table)}
  union all
  select c.oid, 'column ' || a.attname::text, a.attname::text,
    greatest(${levelIn(sql`a.attacl`)}, ${levelIn(sql`coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))`)}), coalesce((${expected}::jsonb ->> a.attname::text)::int4, 0), c.relowner
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > '0' and not a.attisdropped
  where n.nspname = ${nameLiteral(schema)} and c.relname = ${nameLiteral(table)} and ${expected}::jsonb ? a.attname::text
) held where held.level <> held.expected limit 1;
if found then
  if other.level < other.expected then
    raise exception using errcode = '42501', message = pg_catalog.format('Cannot grant %s on %s to %s', ${literal(privilege)}, other.place, ${literal(grantee)}),
      hint = pg_catalog.format('%s owns the table. Only the owner and roles with the grant option can grant the privilege. You are connected as %s.', pg_catalog.pg_get_userbyid(other.relowner)::text, current_user::text);
  end if;
  select pg_catalog.string_agg(distinct pg_catalog.pg_get_userbyid(x.grantor)::text, ', ') into grantors
  from pg_catalog.pg_class c left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname::text = other.attname
  cross join lateral (select * from pg_catalog.aclexplode(c.relacl) union all select * from pg_catalog.aclexplode(a.attacl)) x
  where c.oid = other.oid and x.privilege_type = ${literal(privilege)}::text
    and case x.grantee when '0' then 'public' else pg_catalog.pg_get_userbyid(x.grantee)::text end = ${literal(grantee)}::text;
  raise exception using errcode = '42501', message = pg_catalog.format('Cannot revoke %s on %s from %s', ${literal(privilege)}, other.place, ${literal(grantee)}),
    hint = pg_catalog.format('%s granted it. Only the grantor can revoke it, or a role that revokes the grant option from the grantor. You are connected as %s.', grantors, current_user::text);
end if;`,
    ),
  )
}
