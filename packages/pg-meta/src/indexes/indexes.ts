import { empty, type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { execute, executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type BySchemaAndName, identifierCondition, isById, oid } from '../catalog/identifiers.ts'
import { ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { isGiven } from '../columns/column-definition.ts'
import { included, withParameters } from '../constraints/constraint-definition.ts'
import { type Command, command, listing, outsideTransaction, retrieval, type Statement } from '../statement.ts'
import { elementClause, Parameters, parameterList, parameterName } from './index-element.ts'
import { definedIndexFields, DefinedIndex, Index, IndexDefinition, indexFields, indexSources } from './index-row.ts'

export { DefinedIndex, Index, IndexDefinition } from './index-row.ts'

/** The schema is that of the index, which is its table's. */
export type IndexIdentifier = ById | BySchemaAndName

export const IndexListOptions = ListOptions.extend({ tableId: z.number().int().optional() })
export type IndexListOptions = z.infer<typeof IndexListOptions>

/** CONCURRENTLY: without keeping writers out, but outside of transactions and not all or nothing. */
const concurrent = { is_concurrent: z.boolean().optional() }

export const CreateIndex = IndexDefinition.extend({ schema: z.string().optional(), table: z.string(), ...concurrent })
export type CreateIndex = z.infer<typeof CreateIndex>

/** What is left out stays as it is. */
export const UpdateIndex = z.object({
  name: z.string().optional(),
  comment: z.string().nullish(),
  /** Set one by one; null sets a parameter back to its default. */
  storage_parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type UpdateIndex = z.infer<typeof UpdateIndex>

export const ReindexIndex = z.object(concurrent)
export type ReindexIndex = z.infer<typeof ReindexIndex>

export const RemoveIndex = z.object({ ...concurrent, cascade: z.boolean().optional() })
export type RemoveIndex = z.infer<typeof RemoveIndex>

const columns = { id: sql`i.indexrelid`, name: sql`x.relname`, schema: sql`n.nspname` }

function select(fields: typeof indexFields, condition: Fragment): Fragment {
  return sql`select ${selectList(fields)}\nfrom ${indexSources}\nwhere ${isVisibleRelation('c')}\n  and ${condition}`
}

function ofTable({ tableId, ...options }: IndexListOptions): Fragment {
  const condition = tableId === undefined ? schemaCondition(sql`n.nspname`, options) : sql`i.indrelid = ${oid(tableId)}`
  return sql`${condition}\norder by i.indrelid, i.indexrelid${pageClause(options)}`
}

/** The indexes of the tables that the current user may access, table by table. */
export function list(options: IndexListOptions = {}): Statement<z.ZodArray<typeof Index>> {
  return listing(sql`${select(indexFields, sql`${ofTable(options)}`)};`, Index)
}

/** The same in the words of `create`. */
export function listDefinitions(options: IndexListOptions = {}): Statement<z.ZodArray<typeof DefinedIndex>> {
  return listing(sql`${select(definedIndexFields, ofTable(options))};`, DefinedIndex)
}

/** @throws Error 'Must provide either id or name and schema' */
export function retrieve(identifier: IndexIdentifier): Statement<z.ZodOptional<typeof Index>> {
  return retrieval(sql`${select(indexFields, condition(identifier))};`, Index)
}

/** @throws Error without elements, with a comment but no name, or with a comment on a concurrent build */
export function create({ is_concurrent = false, ...index }: CreateIndex): Command {
  if (!is_concurrent) return command(...indexStatements(index))
  if (isGiven(index.comment)) throw new Error('An index created concurrently can’t have a comment in the same step')
  return outsideTransaction(indexStatements(index, sql`concurrently `)[0]!)
}

/** The statements that make an index and say its comment. */
export function indexStatements(
  { schema = 'public', table, ...index }: Omit<CreateIndex, 'is_concurrent'>,
  concurrently: Fragment = empty,
): Fragment[] {
  const { name, comment } = index
  if (isGiven(comment) && !isGiven(name)) throw new Error('An index needs a name to have a comment')
  const isUnique = index.is_unique === true ? sql`unique ` : empty
  const only = index.is_only === true ? sql`only ` : empty
  return [
    sql`create ${isUnique}index ${concurrently}${isGiven(name) ? sql`${ident(name)} ` : empty}on ${only}${ident(schema, table)} ${indexBody(index)};`,
    ...(isGiven(comment) && isGiven(name) ? [sql`comment on index ${ident(schema, name)} is ${literal(comment)};`] : []),
  ]
}

function indexBody({ method, elements, include, nulls_not_distinct, storage_parameters, tablespace, predicate }: IndexDefinition): Fragment {
  if (elements.length === 0) throw new Error('An index needs columns or expressions')
  return sql`using ${ident(method ?? 'btree')} (${join(elements.map((element) => elementClause(element)))})${included(include)}${
    nulls_not_distinct === true ? sql` nulls not distinct` : empty
  }${withParameters(storage_parameters)}${isGiven(tablespace) ? sql` tablespace ${ident(tablespace)}` : empty}${
    isGiven(predicate) ? sql` where (${authoredExpression(predicate)})` : empty
  }`
}

const [schema, name] = [runtimeName(sql`target.schema`), runtimeName(sql`target.name`)]

/** @throws Error as `retrieve`; in the database 'Cannot find index with: …' */
export function update(identifier: IndexIdentifier, change: UpdateIndex): Command {
  const entries = Object.entries(change.storage_parameters ?? {})
  const set: Parameters = Object.fromEntries(entries.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
  const reset = entries.flatMap(([key, value]) => (value === null ? [parameterName(key)] : []))
  return command(
    onIndex(
      identifier,
      ...(Object.keys(set).length === 0 ? [] : [execute`alter index ${schema}.${name} set${parameterList(set)}`]),
      ...(reset.length === 0 ? [] : [execute`alter index ${schema}.${name} reset (${join(reset)})`]),
      ...(change.comment === undefined ? [] : [execute`comment on index ${schema}.${name} is ${literal(change.comment)}`]),
      ...(change.name === undefined
        ? []
        : [sql`if target.name <> ${change.name} then ${execute`alter index ${schema}.${name} rename to ${ident(change.name)}`} end if;`]),
    ),
  )
}

/**
 * Rebuilds an index. A concurrent rebuild finds it by name, because it must be the only statement.
 *
 * @throws Error as `update`, or for a concurrent rebuild by id
 */
export function reindex(identifier: IndexIdentifier, { is_concurrent = false }: ReindexIndex = {}): Command {
  if (is_concurrent) return outsideTransaction(sql`reindex index concurrently ${nameOf(identifier)};`)
  return command(onIndex(identifier, execute`reindex index ${schema}.${name}`))
}

/** Restrict unless cascade is requested. @throws Error as `reindex`, or when both concurrently and cascade are requested */
export function remove(identifier: IndexIdentifier, { is_concurrent = false, cascade = false }: RemoveIndex = {}): Command {
  if (is_concurrent && cascade) throw new Error('An index can’t be dropped concurrently together with dependent objects')
  if (is_concurrent) return outsideTransaction(sql`drop index concurrently ${nameOf(identifier)};`)
  return command(onIndex(identifier, executeDrop`drop index ${schema}.${name} ${cascade ? sql`cascade` : sql`restrict`}`))
}

function nameOf(identifier: IndexIdentifier): Fragment {
  if (isById(identifier)) throw new Error('A concurrent index operation needs the name and schema of the index')
  condition(identifier)
  return ident(identifier.schema, identifier.name)
}

function onIndex(identifier: IndexIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`n.nspname as schema, x.relname as name from pg_catalog.pg_index i
    join pg_catalog.pg_class x on x.oid = i.indexrelid
    join pg_catalog.pg_namespace n on n.oid = x.relnamespace
    where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('index', identifier, columns, mustProvide.idOrNameAndSchema)), ...work)
}

function condition(identifier: IndexIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)
}
