import { empty, type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredQuery } from '../catalog/authored.ts'
import { execute, executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { pageClause, type RelationListOptions, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { Column, columnsOfRelation } from '../columns/column-row.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { rebuild } from './rebuild.ts'

/** A materialized view (spec §3). */
export const MaterializedView = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  /** Whether it holds rows: until it is refreshed, one made without data can't be read. */
  is_populated: z.boolean(),
  comment: z.string().nullable(),
  columns: z.array(Column).optional(),
})
export type MaterializedView = z.infer<typeof MaterializedView>

/** What a row does not say. */
export const MaterializedViewDetails = z.object({
  id: z.number().int(),
  owner: z.string(),
  /** Its query, as Postgres prints it. */
  definition: z.string(),
})
export type MaterializedViewDetails = z.infer<typeof MaterializedViewDetails>

export type MaterializedViewIdentifier = ById | BySchemaAndName

export const CreateMaterializedView = z.object({
  name: z.string(),
  /** public by default. */
  schema: z.string().optional(),
  /** A query. */
  definition: z.string(),
  /** Names of the columns, if not those of the query. */
  columns: z.array(z.string()).readonly().optional(),
  /** true by default: it is filled at once. */
  with_data: z.boolean().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
})
export type CreateMaterializedView = z.infer<typeof CreateMaterializedView>

/** What is left out stays as it is. */
export const UpdateMaterializedView = z.object({
  name: z.string().optional(),
  schema: z.string().optional(),
  /** Another query: the view is re-created with everything that belongs to it, and gets another id. */
  definition: z.string().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
  /** With another query, what depends on the view goes; otherwise such a change is refused. */
  cascade: z.boolean().optional(),
})
export type UpdateMaterializedView = z.infer<typeof UpdateMaterializedView>

export const RefreshMaterializedView = z.object({
  /** While others read it; it needs a unique index over plain columns, and rows. */
  concurrently: z.boolean().optional(),
  /** false empties it. */
  with_data: z.boolean().optional(),
})
export type RefreshMaterializedView = z.infer<typeof RefreshMaterializedView>

export const RemoveMaterializedView = z.object({ cascade: z.boolean().optional() })
export type RemoveMaterializedView = z.infer<typeof RemoveMaterializedView>

const columns = { id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }

const fields = {
  id: sql`c.oid::int8`,
  schema: sql`n.nspname::text`,
  name: sql`c.relname::text`,
  is_populated: sql`c.relispopulated`,
  comment: sql`pg_catalog.obj_description(c.oid, 'pg_class')`,
}

const sources = sql`from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'm'`

const details = selectList({
  id: fields.id,
  owner: sql`pg_catalog.pg_get_userbyid(c.relowner)::text`,
  definition: sql`pg_catalog.pg_get_viewdef(c.oid)`,
})

/** The materialized views that the current user may access. */
export function list({ includeColumns = true, ...listed }: RelationListOptions = {}): Statement<z.ZodArray<typeof MaterializedView>> {
  const text = sql`select ${selectList(includeColumns ? { ...fields, columns: columnsOfRelation } : fields)}
${sources} and ${isVisibleRelation('c')} and ${schemaCondition(columns.schema, listed)}
order by n.nspname, c.relname${pageClause(listed)};`
  return listing(text, MaterializedView)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: MaterializedViewIdentifier): Statement<z.ZodOptional<typeof MaterializedView>> {
  return retrieval(sql`select ${selectList({ ...fields, columns: columnsOfRelation })}\n${sources} and ${condition(identifier)};`, MaterializedView)
}

/** Its query and owner. @throws Error as `retrieve` */
export function retrieveDetails(identifier: MaterializedViewIdentifier): Statement<z.ZodOptional<typeof MaterializedViewDetails>> {
  return retrieval(sql`select ${details}\n${sources} and ${condition(identifier)};`, MaterializedViewDetails)
}

/** @throws Error when the definition is not one query */
export function create(input: CreateMaterializedView): Command {
  const { name, schema = 'public', definition, columns: names = [], with_data: isFilled = true, owner, comment } = input
  const view = ident(schema, name)
  const list = names.length === 0 ? empty : sql` (${join(names.map((column) => ident(column)))})`
  return command(
    sql`create materialized view ${view}${list} as ${authoredQuery(definition)}${isFilled ? empty : sql`with no data`};`,
    ...(comment === undefined || comment === null ? [] : [sql`comment on materialized view ${view} is ${literal(comment)};`]),
    ...(owner === undefined ? [] : [sql`alter materialized view ${view} owner to ${ident(owner)};`]),
  )
}

/**
 * @throws Error 'Must provide either id or name and schema', or when the definition is not one query; in the database 'Cannot find
 * materialized view with: …'
 */
export function update(identifier: MaterializedViewIdentifier, input: UpdateMaterializedView): Command {
  const { name, schema, definition, owner, comment, cascade = false } = input
  const view = sql`materialized view`
  return command(
    onView(
      identifier,
      ...(definition === undefined ? [] : [rebuild(definition, cascade, target)]),
      ...(comment === undefined ? [] : [execute`comment on ${view} ${target.schema}.${target.name} is ${literal(comment)}`]),
      ...(owner === undefined ? [] : [execute`alter ${view} ${target.schema}.${target.name} owner to ${ident(owner)}`]),
      ...(schema === undefined
        ? []
        : [
            sql`if target.schema <> ${schema} then ${execute`alter ${view} ${target.schema}.${target.name} set schema ${ident(schema)}`} target.schema := ${schema}; end if;`,
          ]),
      ...(name === undefined
        ? []
        : [sql`if target.name <> ${name} then ${execute`alter ${view} ${target.schema}.${target.name} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/**
 * Refreshes the view. A concurrent refresh can also run in a transaction block (Postgres documentation, REFRESH MATERIALIZED VIEW).
 *
 * @throws Error as `update`, and for emptying it concurrently
 */
export function refresh(identifier: MaterializedViewIdentifier, options: RefreshMaterializedView = {}): Command {
  const { concurrently: isConcurrent = false, with_data: isFilled = true } = options
  if (isConcurrent && !isFilled) throw new Error('A materialized view can’t be emptied concurrently')
  const words = isConcurrent ? sql`refresh materialized view concurrently` : sql`refresh materialized view`
  return command(onView(identifier, execute`${words} ${target.schema}.${target.name} ${isFilled ? sql`with data` : sql`with no data`}`))
}

/** Restrict unless asked to take along what depends on it. @throws Error as `update` */
export function remove(identifier: MaterializedViewIdentifier, { cascade = false }: RemoveMaterializedView = {}): Command {
  return command(onView(identifier, executeDrop`drop materialized view ${target.schema}.${target.name} ${cascade ? sql`cascade` : sql`restrict`}`))
}

const target = { name: runtimeName(sql`target.name`), schema: runtimeName(sql`target.schema`) }

function onView(identifier: MaterializedViewIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`c.oid as id, c.relname as name, n.nspname as schema, pg_catalog.pg_get_userbyid(c.relowner) as owner, c.relacl as acl, c.relispopulated as is_populated,
  (select m.amname from pg_catalog.pg_am m where m.oid = c.relam) as method ${sources} and ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('materialized view', identifier, columns, mustProvide.idOrNameAndSchema)), ...work)
}

function condition(identifier: MaterializedViewIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)
}
