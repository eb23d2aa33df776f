import { type Catalog, type Column, relationKey, type Relation } from '@colonnade/rest-query'
import { type JsonObject, reference, splitComment } from './json.ts'
import { bodyName, filterName, shared } from './parameters.ts'
import { defaultOf, typeOf } from './types.ts'
import type { Visible } from './visible.ts'

/** The operations of a relation, by method: reading, and what writing is possible. */
export function relationPath(relation: Relation): JsonObject {
  const filters = [...relation.columns.values()].map((column) => reference('parameters', filterName(relation, column)))
  const body = reference('parameters', bodyName(relation))
  const tagged = (parameters: readonly JsonObject[], responses: JsonObject): JsonObject => ({
    tags: [relation.name],
    ...splitComment(relation.description),
    parameters,
    responses,
  })
  const rows = { description: 'OK', schema: { type: 'array', items: reference('definitions', relation.name) } }
  const read = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(shared)
  const noContent = { 204: { description: 'No Content' } }
  return {
    get: tagged([...filters, ...read], { 200: rows, 206: { description: 'Partial Content' } }),
    post: relation.isInsertable
      ? tagged([body, shared('select'), shared('on_conflict'), shared('preferPost')], { 201: { description: 'Created' } })
      : undefined,
    patch: relation.isUpdatable ? tagged([...filters, body, shared('preferReturn')], noContent) : undefined,
    delete: relation.isDeletable ? tagged([...filters, shared('preferReturn')], noContent) : undefined,
  }
}

/** The shape of a relation's rows. */
export function relationDefinition(relation: Relation, catalog: Catalog, visible: Visible): JsonObject {
  const columns = [...relation.columns.values()]
  const required = columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name)
  return {
    description: relation.description ?? undefined,
    required: required.length > 0 ? required : undefined,
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, property(column, relation, catalog, visible)])),
  }
}

function property(column: Column, relation: Relation, catalog: Catalog, visible: Visible): JsonObject {
  return {
    ...typeOf(column.baseType),
    default: defaultOf(column.default, column.baseType),
    description: describe(column, relation, catalog, visible),
    enum: column.enumLabels.length > 0 ? column.enumLabels : undefined,
    maxLength: column.maxLength ?? undefined,
  }
}

/** The comment, and the keys that the column is part of, with the marks that readers of PostgREST's documents look for. */
function describe(column: Column, relation: Relation, catalog: Catalog, visible: Visible): string | undefined {
  const notes: string[] = []
  if (relation.primaryKey.includes(column.name)) notes.push('This is a Primary Key.<pk/>')
  const target = referenced(column, relation, catalog, visible)
  if (target !== null)
    notes.push(`This is a Foreign Key to \`${target.table}.${target.column}\`.<fk table='${target.table}' column='${target.column}'/>`)
  const parts = [column.description, notes.length > 0 ? ['Note:', ...notes].join('\n') : null].filter((part) => part !== null)
  return parts.length > 0 ? parts.join('\n\n') : undefined
}

/** Where a foreign key of this column alone leads, if the role may see it. */
function referenced(column: Column, relation: Relation, catalog: Catalog, visible: Visible): { table: string; column: string } | null {
  for (const relationship of catalog.relationships.get(relationKey(relation.schema, relation.name)) ?? []) {
    if (relationship.kind !== 'many-to-one' && !(relationship.kind === 'one-to-one' && relationship.isForward)) continue
    const [pair, ...others] = relationship.columns
    if (others.length > 0 || pair?.[0] !== column.name) continue
    const target = catalog.relations.get(relationship.to)!
    if (visible.relations.has(target.oid)) return { table: target.name, column: pair[1] }
  }
  return null
}
