import { empty, type Fragment, ident, sql } from '@colonnade/sql'
import { z } from 'zod'
import { executeDrop, raise, withTarget } from '../catalog/block.ts'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { inBlock, plainly } from '../catalog/writers.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { replaceAll } from './replace-values.ts'
import { detailFields, Type, TypeDetails, typeFields, typeSources } from './type-row.ts'
import { changes, target, type UpdateType } from './update-type.ts'

export { create, CreateType, DomainCheck, TypeAttribute } from './create-type.ts'
export { Type, TypeDetails } from './type-row.ts'
export { UpdateType } from './update-type.ts'

export type TypeIdentifier = ById | BySchemaAndName

export const TypeListOptions = ListOptions.extend({
  /** Includes the row types of tables and views; false by default. */
  includeTableTypes: z.boolean().optional(),
  /** Includes arrays; false by default. */
  includeArrayTypes: z.boolean().optional(),
})
export type TypeListOptions = z.infer<typeof TypeListOptions>

export const ReplaceValues = z.object({ values: z.array(z.string()).readonly() })
export type ReplaceValues = z.infer<typeof ReplaceValues>

export const RemoveType = z.object({ cascade: z.boolean().optional() })
export type RemoveType = z.infer<typeof RemoveType>

const columns = { id: sql`t.oid`, name: sql`t.typname`, schema: sql`n.nspname` }

/** Lists types by schema and name; row types only of relations that the current user can access. */
export function list(options: TypeListOptions = {}): Statement<z.ZodArray<typeof Type>> {
  const { includeTableTypes: withTables = false, includeArrayTypes: withArrays = false } = options
  // an array of rows is found by its elements' relation
  const text = sql`select ${typeFields}
${typeSources}
  left join pg_catalog.pg_type e on e.oid = t.typelem and e.typarray = t.oid
  left join pg_catalog.pg_class c on c.oid = coalesce(nullif(t.typrelid, '0'), nullif(e.typrelid, '0'))
where (c.oid is null or c.relkind = 'c'${withTables ? sql` or ${isVisibleRelation('c')}` : empty})
  ${withArrays ? empty : sql`and e.oid is null`}
  and ${schemaCondition(columns.schema, options)}
order by n.nspname, t.typname${pageClause(options)};`
  return listing(text, Type)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: TypeIdentifier): Statement<z.ZodOptional<typeof Type>> {
  return retrieval(sql`select ${typeFields}\n${typeSources}\nwhere ${condition(identifier)};`, Type)
}

/** Retrieves its definition, by kind. @throws Error as `retrieve` */
export function retrieveDetails(identifier: TypeIdentifier): Statement<z.ZodOptional<typeof TypeDetails>> {
  return retrieval(sql`select ${detailFields}\n${typeSources}\nwhere ${condition(identifier)};`, TypeDetails)
}

/**
 * @throws Error 'Must provide either id or name and schema', or for an expression that doesn't stay in its place; in the database 'Cannot find
 * type with: …'
 */
export function update(identifier: TypeIdentifier, input: UpdateType): Command {
  return command(onType(identifier, ...changes(inBlock, target, input)))
}

/** Writes the update as plain statements, for people and migrations. Postgres reports a missing type itself (42704). */
export function updateByName({ schema, name }: BySchemaAndName, input: UpdateType): Command {
  return command(...changes(plainly, { name: ident(name), schema: ident(schema) }, input))
}

/**
 * Replaces the values of an enum, in this order. The type gets a new id. Postgres locks and rewrites its tables, and refuses if rows use
 * a removed value or if objects other than columns depend on the type.
 *
 * @throws Error as `update`, and for a duplicate value
 */
export function replaceValues(identifier: TypeIdentifier, { values }: ReplaceValues): Command {
  return command(onType(identifier, replaceAll(values)))
}

/** Drops a type; restrict unless cascade is set. @throws Error as `update` */
export function remove(identifier: TypeIdentifier, { cascade = false }: RemoveType = {}): Command {
  return command(onType(identifier, executeDrop`drop type ${target.schema}.${target.name} ${cascade ? sql`cascade` : sql`restrict`}`))
}

function onType(identifier: TypeIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`t.oid as id, t.typarray as array, t.typname as name, n.nspname as schema, pg_catalog.pg_get_userbyid(t.typowner) as owner, t.typacl as acl,
  pg_catalog.obj_description(t.oid, 'pg_type') as comment ${typeSources} where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('type', identifier, columns, mustProvide.idOrNameAndSchema)), ...work)
}

function condition(identifier: TypeIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)
}
