import { type Fragment, ident, join, literal, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { pageClause, type RelationListOptions, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { columnClause, ColumnDefinition, columnSettings } from '../columns/column-definition.ts'
import { columnsOfRelation } from '../columns/column-row.ts'
import { changeOptions, OptionChanges, Options, optionsClause } from '../foreign-servers/options.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import {
  ForeignTable,
  foreignTableColumns,
  foreignTableCondition,
  foreignTableDetails,
  ForeignTableDetails,
  foreignTableFields,
  type ForeignTableIdentifier,
  foreignTableSources,
} from './foreign-table-row.ts'

export { ForeignTable, ForeignTableDetails, type ForeignTableIdentifier } from './foreign-table-row.ts'

export const CreateForeignTable = z.object({
  name: z.string(),
  /** public when left out (spec §9). */
  schema: z.string().optional(),
  foreign_server_name: z.string(),
  columns: z.array(ColumnDefinition.extend({ options: Options.optional() })).optional(),
  options: Options.optional(),
  /** The role that creates it when left out. */
  owner: z.string().optional(),
  comment: z.string().nullish(),
})
export type CreateForeignTable = z.infer<typeof CreateForeignTable>

/** What is left out stays as it is; columns change as those of other tables do. */
export const UpdateForeignTable = z.object({
  name: z.string().optional(),
  schema: z.string().optional(),
  options: OptionChanges.optional(),
  /** By the name of the column. */
  column_options: z.record(z.string(), OptionChanges).optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
})
export type UpdateForeignTable = z.infer<typeof UpdateForeignTable>

export const RemoveForeignTable = z.object({ cascade: z.boolean().optional() })
export type RemoveForeignTable = z.infer<typeof RemoveForeignTable>

/** The foreign tables that the current user may access. */
export function list({ includeColumns = true, ...options }: RelationListOptions = {}): Statement<z.ZodArray<typeof ForeignTable>> {
  const text = sql`select ${selectList(includeColumns ? { ...foreignTableFields, columns: columnsOfRelation } : foreignTableFields)}
${foreignTableSources} and ${isVisibleRelation('c')} and ${schemaCondition(foreignTableColumns.schema, options)}
order by n.nspname, c.relname${pageClause(options)};`
  return listing(text, ForeignTable)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: ForeignTableIdentifier): Statement<z.ZodOptional<typeof ForeignTable>> {
  const fields = selectList({ ...foreignTableFields, columns: columnsOfRelation })
  return retrieval(sql`select ${fields}\n${foreignTableSources} and ${foreignTableCondition(identifier)};`, ForeignTable)
}

/** Its owner, and its options and those of its columns. @throws Error as `retrieve` */
export function retrieveDetails(identifier: ForeignTableIdentifier): Statement<z.ZodOptional<typeof ForeignTableDetails>> {
  return retrieval(
    sql`select ${selectList(foreignTableDetails)}\n${foreignTableSources} and ${foreignTableCondition(identifier)};`,
    ForeignTableDetails,
  )
}

/** @throws Error 'Columns cannot both be identity and have a default value' */
export function create(input: CreateForeignTable): Command {
  const { columns = [], owner, comment } = input
  const table = ident(input.schema ?? 'public', input.name)
  return command(
    sql`create foreign table ${table} (${join(columns.map((column) => columnClause(column)))}) server ${ident(input.foreign_server_name)}${optionsClause(input.options)};`,
    ...columns.flatMap((column) => [
      ...(column.options === undefined || Object.keys(column.options).length === 0
        ? []
        : [sql`alter foreign table ${table} alter column ${ident(column.name)}${optionsClause(column.options)};`]),
      ...columnSettings(table, column),
    ]),
    ...(comment === undefined || comment === null ? [] : [sql`comment on foreign table ${table} is ${literal(comment)};`]),
    ...(owner === undefined ? [] : [sql`alter foreign table ${table} owner to ${ident(owner)};`]),
  )
}

/** @throws Error 'Must provide either id or name and schema'; in the database 'Cannot find foreign table with: …' */
export function update(identifier: ForeignTableIdentifier, changes: UpdateForeignTable): Command {
  const { name, schema, options = {}, column_options: columnOptions = {}, owner, comment } = changes
  return command(
    onForeignTable(
      identifier,
      changeOptions(sql`target.options`, options, (list) => execute`alter foreign table ${target.schema}.${target.name} options (${list})`),
      ...Object.entries(columnOptions).map(([column, wanted]) =>
        changeOptions(
          sql`(select a.attfdwoptions from pg_catalog.pg_attribute a where a.attrelid = target.id and a.attname = ${nameLiteral(column)})`,
          wanted,
          (list) => execute`alter foreign table ${target.schema}.${target.name} alter column ${ident(column)} options (${list})`,
        ),
      ),
      ...(comment === undefined ? [] : [execute`comment on foreign table ${target.schema}.${target.name} is ${literal(comment)}`]),
      ...(owner === undefined ? [] : [execute`alter foreign table ${target.schema}.${target.name} owner to ${ident(owner)}`]),
      ...(schema === undefined
        ? []
        : [
            sql`if target.schema <> ${schema} then ${execute`alter foreign table ${target.schema}.${target.name} set schema ${ident(schema)}`} target.schema := ${nameLiteral(schema)}; end if;`,
          ]),
      // last, since the others name it
      ...(name === undefined
        ? []
        : [sql`if target.name <> ${name} then ${execute`alter foreign table ${target.schema}.${target.name} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/** Restrict unless asked to take along what depends on it (spec §5). @throws Error as `update` */
export function remove(identifier: ForeignTableIdentifier, { cascade = false }: RemoveForeignTable = {}): Command {
  return command(
    onForeignTable(identifier, executeDrop`drop foreign table ${target.schema}.${target.name} ${cascade ? sql`cascade` : sql`restrict`}`),
  )
}

const target = { schema: runtimeName(sql`target.schema`), name: runtimeName(sql`target.name`) }

function onForeignTable(identifier: ForeignTableIdentifier, ...work: readonly Fragment[]): Fragment {
  const missing = cannotFindWith('foreign table', identifier, foreignTableColumns, mustProvide.idOrNameAndSchema)
  const lookup = sql`c.oid as id, n.nspname as schema, c.relname as name, t.ftoptions as options\n${foreignTableSources} and ${foreignTableCondition(identifier)}`
  return withTarget(lookup, raise('missing', missing), ...work)
}
