import { type Fragment, join, keyword, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { columnCondition, missingColumn } from '../columns/column-identifiers.ts'
import { isColumn } from '../columns/column-row.ts'
import { type Command, command, listing, type Statement } from '../statement.ts'
import {
  grant as grantShape,
  grantee as granteeClause,
  grantOption,
  hasPrivileges,
  Privilege,
  privilegeList,
  relationPrivileges,
  revocation,
} from '../table-privileges/privileges.ts'

/** A column with its privileges, including those of its table. */
export const ColumnPrivileges = z.object({
  /** Table oid and column number: "16402.1" */
  column_id: z.string(),
  relation_schema: z.string(),
  relation_name: z.string(),
  column_name: z.string(),
  privileges: z.array(Privilege),
})
export type ColumnPrivileges = z.infer<typeof ColumnPrivileges>

export const ColumnPrivilegeListOptions = ListOptions.extend({
  /** Only these; an empty list returns none. */
  columnIds: z.array(z.string()).readonly().optional(),
  relationName: z.string().optional(),
})
export type ColumnPrivilegeListOptions = z.infer<typeof ColumnPrivilegeListOptions>

export const columnPrivilegeTypes = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'REFERENCES'] as const

const target = { columnId: z.string(), privilegeType: z.enum(columnPrivilegeTypes) }

export const ColumnGrant = z.object({ ...target, ...grantShape })
export type ColumnGrant = z.infer<typeof ColumnGrant>

export const ColumnRevocation = z.object({ ...target, ...revocation })
export type ColumnRevocation = z.infer<typeof ColumnRevocation>

const columns = sql`pg_catalog.pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where ${hasPrivileges} and ${isColumn}`

/** Privileges on the column, its table's and its own; grantable if either is. */
const privileges = sql`(
      select held.grantor, held.grantee, held.privilege_type, pg_catalog.bool_or(held.is_grantable) as is_grantable
      from (select * from ${relationPrivileges} union all select * from pg_catalog.aclexplode(a.attacl)) held
      where held.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
      group by 1, 2, 3
    ) p`

/**
 * Lists the columns that the current user can access, with their privileges.
 *
 * @throws Error if a column's id is invalid
 */
export function list({ columnIds, relationName, ...options }: ColumnPrivilegeListOptions = {}): Statement<z.ZodArray<typeof ColumnPrivileges>> {
  const conditions = [
    schemaCondition(sql`n.nspname`, options),
    ...(columnIds === undefined ? [] : [anyOf(columnIds)]),
    ...(relationName === undefined ? [] : [sql`c.relname = ${nameLiteral(relationName)}`]),
  ]
  const text = sql`select a.attrelid::text || '.' || a.attnum::text as column_id, n.nspname::text as relation_schema, c.relname::text as relation_name,
  a.attname::text as column_name,
  ${privilegeList(privileges, sql`p.grantee, p.grantor, p.privilege_type`)} as privileges
from ${columns} and ${isVisibleRelation('c')}
  and ${join(conditions, sql` and `)}
order by n.nspname, c.relname, a.attnum${pageClause(options)};`
  return listing(text, ColumnPrivileges)
}

function anyOf(columnIds: readonly string[]): Fragment {
  if (columnIds.length === 0) return sql`false`
  return sql`(${join(
    columnIds.map((id) => columnCondition({ id })),
    sql` or `,
  )})`
}

/** Grants all of them or none. @throws Error for an invalid privilege or column id; in the database 'Cannot find column with: id = …' */
export function grant(grants: readonly ColumnGrant[]): Command {
  return command(
    ...grants.map(({ columnId, privilegeType, grantee, isGrantable }) =>
      onColumn(columnId, privilegeType, sql`grant`, sql`${granteeClause('to', grantee)}${grantOption(isGrantable)}`),
    ),
  )
}

/** Revokes privileges on columns; those on the whole table stay. @throws Error as `grant` */
export function revoke(revocations: readonly ColumnRevocation[]): Command {
  return command(
    ...revocations.map(({ columnId, privilegeType, grantee }) => onColumn(columnId, privilegeType, sql`revoke`, granteeClause('from', grantee))),
  )
}

function onColumn(id: string, privilegeType: string, action: Fragment, rest: Fragment): Fragment {
  const [schema, table, column] = [runtimeName(sql`target.schema`), runtimeName(sql`target.table`), runtimeName(sql`target.name`)]
  return withTarget(
    sql`n.nspname as schema, c.relname as table, a.attname as name from ${columns} and ${columnCondition({ id })}`,
    raise('missing', missingColumn({ id })),
    execute`${action} ${keyword(privilegeType, columnPrivilegeTypes)} (${column}) on table ${schema}.${table}${rest}`,
  )
}
