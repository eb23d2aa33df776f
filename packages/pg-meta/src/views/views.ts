import { empty, type Fragment, ident, join, keyword, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { authoredQuery } from '../catalog/authored.ts'
import { execute, executeDrop, printedByPostgres, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { pageClause, type RelationListOptions, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { Column, columnsOfRelation } from '../columns/column-row.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'

/** A view (spec §3). */
export const View = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  /** Whether Postgres itself takes updates and deletes of its rows to a table, as information_schema.views says it. */
  is_updatable: z.boolean(),
  comment: z.string().nullable(),
  columns: z.array(Column).optional(),
})
export type View = z.infer<typeof View>

const checkOptions = ['local', 'cascaded'] as const

/** What a row does not say. */
export const ViewDetails = z.object({
  id: z.number().int(),
  owner: z.string(),
  /** Its query, as Postgres prints it. */
  definition: z.string(),
  /** Whether the query runs with the rights of who reads the view, not of its owner: Postgres 15 and later. */
  security_invoker: z.boolean(),
  security_barrier: z.boolean(),
  check_option: z.enum(checkOptions).nullable(),
})
export type ViewDetails = z.infer<typeof ViewDetails>

export type ViewIdentifier = ById | BySchemaAndName

const options = {
  /** Postgres 15 and later. */
  security_invoker: z.boolean().optional(),
  security_barrier: z.boolean().optional(),
  /** Whether rows that are written must be rows of the view; null for no. */
  check_option: z.enum(checkOptions).nullish(),
}

export const CreateView = z.object({
  name: z.string(),
  /** public by default. */
  schema: z.string().optional(),
  /** A query. */
  definition: z.string(),
  /** Names of the columns, if not those of the query. */
  columns: z.array(z.string()).readonly().optional(),
  /** Takes the place of a view of this name, which must have the same columns, or fewer. */
  replace: z.boolean().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
  ...options,
})
export type CreateView = z.infer<typeof CreateView>

/** What is left out stays as it is. */
export const UpdateView = z.object({
  name: z.string().optional(),
  schema: z.string().optional(),
  /** Another query, with the same columns and perhaps more behind them; Postgres refuses others. */
  definition: z.string().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
  ...options,
})
export type UpdateView = z.infer<typeof UpdateView>

export const RemoveView = z.object({ cascade: z.boolean().optional() })
export type RemoveView = z.infer<typeof RemoveView>

const columns = { id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }

const fields = {
  id: sql`c.oid::int8`,
  schema: sql`n.nspname::text`,
  name: sql`c.relname::text`,
  // the bits of UPDATE (4) and DELETE (16)
  is_updatable: sql`pg_catalog.pg_relation_is_updatable(c.oid, false) & 20 = 20`,
  comment: sql`pg_catalog.obj_description(c.oid, 'pg_class')`,
}

const sources = sql`from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'v'`

const details = selectList({
  id: fields.id,
  owner: sql`pg_catalog.pg_get_userbyid(c.relowner)::text`,
  definition: sql`pg_catalog.pg_get_viewdef(c.oid)`,
  security_invoker: sql`coalesce(${option('security_invoker')}, 'false')::boolean`,
  security_barrier: sql`coalesce(${option('security_barrier')}, 'false')::boolean`,
  check_option: option('check_option'),
})

/** The views that the current user may access. */
export function list({ includeColumns = true, ...listed }: RelationListOptions = {}): Statement<z.ZodArray<typeof View>> {
  const text = sql`select ${selectList(includeColumns ? { ...fields, columns: columnsOfRelation } : fields)}
${sources} and ${isVisibleRelation('c')} and ${schemaCondition(columns.schema, listed)}
order by n.nspname, c.relname${pageClause(listed)};`
  return listing(text, View)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: ViewIdentifier): Statement<z.ZodOptional<typeof View>> {
  return retrieval(sql`select ${selectList({ ...fields, columns: columnsOfRelation })}\n${sources} and ${condition(identifier)};`, View)
}

/** Its query, owner and options. @throws Error as `retrieve` */
export function retrieveDetails(identifier: ViewIdentifier): Statement<z.ZodOptional<typeof ViewDetails>> {
  return retrieval(sql`select ${details}\n${sources} and ${condition(identifier)};`, ViewDetails)
}

/** @throws Error when the definition is not one query */
export function create(input: CreateView): Command {
  const { name, schema = 'public', definition, columns: names = [], replace = false, owner, comment } = input
  const view = ident(schema, name)
  const given = optionChanges(input).flatMap(([key, value]) => (value === null ? [] : [sql`${key} = ${value}`]))
  const list = names.length === 0 ? empty : sql` (${join(names.map((column) => ident(column)))})`
  const settings = given.length === 0 ? empty : sql` with (${join(given)})`
  return command(
    sql`create ${replace ? sql`or replace view` : sql`view`} ${view}${list}${settings} as ${authoredQuery(definition)};`,
    ...(comment === undefined || comment === null ? [] : [sql`comment on view ${view} is ${literal(comment)};`]),
    ...(owner === undefined ? [] : [sql`alter view ${view} owner to ${ident(owner)};`]),
  )
}

/**
 * @throws Error 'Must provide either id or name and schema', or when the definition is not one query; in the database 'Cannot find
 * view with: …'
 */
export function update(identifier: ViewIdentifier, input: UpdateView): Command {
  const { name, schema, definition, owner, comment } = input
  const changes = optionChanges(input)
  return command(
    onView(
      identifier,
      ...(definition === undefined
        ? []
        : [
            replaceQuery(
              definition,
              changes.map(([key]) => toText(key)),
            ),
          ]),
      ...changes.map(([key, value]) =>
        value === null
          ? execute`alter view ${target.schema}.${target.name} reset (${key})`
          : execute`alter view ${target.schema}.${target.name} set (${key} = ${value})`,
      ),
      ...(comment === undefined ? [] : [execute`comment on view ${target.schema}.${target.name} is ${literal(comment)}`]),
      ...(owner === undefined ? [] : [execute`alter view ${target.schema}.${target.name} owner to ${ident(owner)}`]),
      ...(schema === undefined
        ? []
        : [
            sql`if target.schema <> ${schema} then ${execute`alter view ${target.schema}.${target.name} set schema ${ident(schema)}`} target.schema := ${schema}; end if;`,
          ]),
      ...(name === undefined
        ? []
        : [sql`if target.name <> ${name} then ${execute`alter view ${target.schema}.${target.name} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/** Restrict unless asked to take along what depends on it. @throws Error as `update` */
export function remove(identifier: ViewIdentifier, { cascade = false }: RemoveView = {}): Command {
  return command(onView(identifier, executeDrop`drop view ${target.schema}.${target.name} ${cascade ? sql`cascade` : sql`restrict`}`))
}

const target = { name: runtimeName(sql`target.name`), schema: runtimeName(sql`target.schema`) }

/** CREATE OR REPLACE takes every option away that it does not name: those that are not to change are set again. */
function replaceQuery(definition: string, changing: readonly string[]): Fragment {
  return sql`declare kept text := (
  select pg_catalog.string_agg(pg_catalog.format('%I = %L', o.option_name, o.option_value), ', ') from pg_catalog.pg_options_to_table(target.options) o
  where not o.option_name = any (${`{${changing.join()}}`}::text[])
);
begin
${execute`create or replace view ${target.schema}.${target.name} as ${authoredQuery(definition)}`}
if kept is not null then ${execute`alter view ${target.schema}.${target.name} set (${printedByPostgres(sql`kept`)})`} end if;
end;`
}

function optionChanges(input: UpdateView): [Fragment, Fragment | null][] {
  const { security_invoker: isInvoker, security_barrier: isBarrier, check_option: check } = input
  const flags = Object.entries({ security_invoker: isInvoker, security_barrier: isBarrier })
  const changes = flags.flatMap(([key, value]): [Fragment, Fragment][] => (value === undefined ? [] : [[ident(key), value ? sql`true` : sql`false`]]))
  if (check === undefined) return changes
  return [...changes, [sql`check_option`, check === null ? null : keyword(check, checkOptions)]]
}

function option(name: string): Fragment {
  return sql`(select o.option_value from pg_catalog.pg_options_to_table(c.reloptions) o where o.option_name = ${name})`
}

function onView(identifier: ViewIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`c.relname as name, n.nspname as schema, c.reloptions as options ${sources} and ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('view', identifier, columns, mustProvide.idOrNameAndSchema)), ...work)
}

function condition(identifier: ViewIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)
}
