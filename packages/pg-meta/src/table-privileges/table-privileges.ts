import { type Fragment, keyword, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import {
  grant as grantShape,
  grantee as granteeClause,
  grantOption,
  hasPrivileges,
  Privilege,
  privilegeList,
  relationPrivileges,
  revocation,
} from './privileges.ts'

/** A relation with the privileges on it as a whole; those on single columns are column privileges. */
export const TablePrivileges = z.object({
  relation_id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized_view', 'foreign_table', 'partitioned_table']),
  privileges: z.array(Privilege),
})
export type TablePrivileges = z.infer<typeof TablePrivileges>

export type RelationIdentifier = ById | BySchemaAndName

/** MAINTAIN exists since Postgres 17; before, the database says that it does not know it. */
export const tablePrivilegeTypes = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'] as const

const target = { relationId: z.number().int(), privilegeType: z.enum(tablePrivilegeTypes) }

export const TableGrant = z.object({ ...target, ...grantShape })
export type TableGrant = z.infer<typeof TableGrant>

export const TableRevocation = z.object({ ...target, ...revocation })
export type TableRevocation = z.infer<typeof TableRevocation>

const columns = { id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }
const relations = sql`pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where ${hasPrivileges}`
const select = sql`select c.oid::int8 as relation_id, n.nspname::text as schema, c.relname::text as name,
  case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized_view' when 'f' then 'foreign_table' else 'partitioned_table' end as kind,
  ${privilegeList(sql`${relationPrivileges} with ordinality p`, sql`p.ordinality`)} as privileges
from ${relations} and ${isVisibleRelation('c')}`

/** Tables, views, materialized views and foreign tables that the current user may access, with who may do what with them. */
export function list(options: ListOptions = {}): Statement<z.ZodArray<typeof TablePrivileges>> {
  const text = sql`${select}
  and ${schemaCondition(columns.schema, options)}
order by n.nspname, c.relname${pageClause(options)};`
  return listing(text, TablePrivileges)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: RelationIdentifier): Statement<z.ZodOptional<typeof TablePrivileges>> {
  return retrieval(sql`${select}\n  and ${condition(identifier)};`, TablePrivileges)
}

/** All of them or none. @throws Error when a word is no privilege; in the database 'Cannot find table with: id = …' */
export function grant(grants: readonly TableGrant[]): Command {
  return command(
    ...grants.map(({ relationId, privilegeType, grantee, isGrantable }) =>
      onRelation(relationId, privilegeType, sql`grant`, sql`${granteeClause('to', grantee)}${grantOption(isGrantable)}`),
    ),
  )
}

/** A privilege on a relation is revoked on each of its columns too, as Postgres does it. @throws Error as `grant` */
export function revoke(revocations: readonly TableRevocation[]): Command {
  return command(
    ...revocations.map(({ relationId, privilegeType, grantee }) =>
      onRelation(relationId, privilegeType, sql`revoke`, granteeClause('from', grantee)),
    ),
  )
}

function onRelation(relationId: number, privilegeType: string, action: Fragment, rest: Fragment): Fragment {
  const identifier = { id: relationId }
  const relation = [runtimeName(sql`target.schema`), runtimeName(sql`target.name`)] as const
  return withTarget(
    sql`n.nspname as schema, c.relname as name from ${relations} and ${condition(identifier)}`,
    raise('missing', cannotFindWith('table', identifier, columns, mustProvide.idOrNameAndSchema)),
    execute`${action} ${keyword(privilegeType, tablePrivilegeTypes)} on table ${relation[0]}.${relation[1]}${rest}`,
  )
}

function condition(identifier: RelationIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)
}
