import { type Fragment, ident, sql } from '@colonnade/sql'
import { z } from 'zod'
import { executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { oid } from '../catalog/identifiers.ts'
import { ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { columnClause, ColumnDefinition, columnSettings } from './column-definition.ts'
import { columnCondition, type ColumnIdentifier, missingColumn } from './column-identifiers.ts'
import { Column, columnFields, columnSources, isColumn } from './column-row.ts'

export type { ColumnIdentifier } from './column-identifiers.ts'
export { Column } from './column-row.ts'
export { update, UpdateColumn } from './update-column.ts'

export const ColumnListOptions = ListOptions.extend({ tableId: z.number().int().optional() })
export type ColumnListOptions = z.infer<typeof ColumnListOptions>

export const CreateColumn = ColumnDefinition.extend({
  /** public when left out (spec §9). */
  schema: z.string().optional(),
  table: z.string(),
})
export type CreateColumn = z.infer<typeof CreateColumn>

export const RemoveColumn = z.object({ cascade: z.boolean().optional() })
export type RemoveColumn = z.infer<typeof RemoveColumn>

const relations = sql`pg_catalog.pg_class c\njoin pg_catalog.pg_namespace n on n.oid = c.relnamespace`
const isListed = sql`c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isColumn} and ${isVisibleRelation('c')}`

/** Columns of the tables, views, materialized views and foreign tables that the current user may access, table by table. */
export function list({ tableId, ...options }: ColumnListOptions = {}): Statement<z.ZodArray<typeof Column>> {
  const condition = tableId === undefined ? schemaCondition(sql`n.nspname`, options) : sql`c.oid = ${oid(tableId)}`
  return listing(options.limit === undefined ? describeAll(condition, options) : describePage(condition, options), Column)
}

/** @throws Error 'Must provide either id or schema, name and table' */
export function retrieve(identifier: ColumnIdentifier): Statement<z.ZodOptional<typeof Column>> {
  return retrieval(describeAll(columnCondition(identifier), {}), Column)
}

function describeAll(condition: Fragment, page: ListOptions): Fragment {
  return sql`select ${selectList(columnFields)}
from ${relations}
join (${columnSources}) on a.attrelid = c.oid
where ${isListed} and ${condition}
order by a.attrelid, a.attnum${pageClause(page)};`
}

/** Which columns are on the page is found first, and they are described one by one: a page costs what it shows. */
function describePage(condition: Fragment, page: ListOptions): Fragment {
  return sql`select described.*
from (
  select a.attrelid, a.attnum from ${relations} join pg_catalog.pg_attribute a on a.attrelid = c.oid
  where ${isListed} and ${condition}
  order by a.attrelid, a.attnum${pageClause(page)}
) page
cross join lateral (
  select ${selectList(columnFields)}
  from ${relations} join (${columnSources}) on a.attrelid = c.oid
  where a.attrelid = page.attrelid and a.attnum = page.attnum
  offset 0
) described
order by page.attrelid, page.attnum;`
}

/** @throws Error as `columnClause` */
export function create({ schema = 'public', table, ...column }: CreateColumn): Command {
  const relation = ident(schema, table)
  return command(sql`alter table ${relation} add column ${columnClause(column)};`, ...columnSettings(relation, column))
}

/**
 * Restrict unless asked to take along what depends on it (spec §5).
 *
 * @throws Error 'Must provide either id or schema, name and table'; in the database 'Cannot find column with: …'
 */
export function remove(identifier: ColumnIdentifier, { cascade = false }: RemoveColumn = {}): Command {
  const lookup = sql`n.nspname as schema, c.relname as "table", a.attname as name
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where ${isColumn} and ${columnCondition(identifier)}`
  const [schema, table, name] = [sql`target.schema`, sql`target."table"`, sql`target.name`].map((expression) => runtimeName(expression))
  return command(
    withTarget(
      lookup,
      raise('missing', missingColumn(identifier)),
      executeDrop`alter table ${schema!}.${table!} drop column ${name!} ${cascade ? sql`cascade` : sql`restrict`}`,
    ),
  )
}
