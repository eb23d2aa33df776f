import { empty, ident, join, keyword, sql, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { command, retrieval, type Command, type Statement } from '../statement.ts'
import { grantee as granteeClause, relationPrivileges } from '../table-privileges/privileges.ts'

/** Privileges that single columns can have. */
export const columnAccessTypes = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'] as const
export type ColumnAccessType = (typeof columnAccessTypes)[number]

/** What somebody holds: of a column, or of the whole table when `column` is null. `public` is everybody. */
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
  /** Roles but those of Postgres itself, and those that hold something here. */
  roles: z.array(z.string()),
})
export type ColumnAccess = z.infer<typeof ColumnAccess>

const grantFields = (column: Fragment): Fragment => sql`pg_catalog.json_build_object('column', ${column},
    'grantee', case x.grantee when '0' then 'public' else pg_catalog.pg_get_userbyid(x.grantee)::text end, 'grantor', pg_catalog.pg_get_userbyid(x.grantor)::text,
    'privilege', x.privilege_type, 'is_grantable', x.is_grantable)`
const isOfColumns = sql`x.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')`

/** Who holds what on a relation as a whole and on its single columns, apart from each other; no row when it is gone or out of reach. */
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

/** Of a relation by its name: of some of its columns, or of all of it when `columns` is null. */
export interface AccessChange {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[] | null
  readonly privilege: ColumnAccessType
  /** A role; `public` is everybody. */
  readonly grantee: string
  /** option: only that the grantee may grant it in turn; revoke: all of it. What is revoked of a table goes from its columns, too. */
  readonly kind: 'grant' | 'grant with option' | 'revoke' | 'revoke option'
}

/** A grant or a revocation by names, so that it says the same in another database. */
export function changeAccess({ schema, table, columns, privilege, grantee, kind }: AccessChange): Command {
  const isGrant = kind === 'grant' || kind === 'grant with option'
  const list = columns === null ? empty : sql` (${join(columns.map((column) => ident(column)))})`
  return command(
    sql`${isGrant ? sql`grant` : kind === 'revoke' ? sql`revoke` : sql`revoke grant option for`} ${keyword(privilege, columnAccessTypes)}${list} on table ${ident(schema, table)}${granteeClause(isGrant ? 'to' : 'from', grantee)}${kind === 'grant with option' ? sql` with grant option` : empty};`,
  )
}
