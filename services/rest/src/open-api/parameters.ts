import type { Column, Relation } from '@colonnade/rest-query'
import { type JsonObject, reference } from './json.ts'
import { typeOf } from './types.ts'

function query(name: string, description: string): JsonObject {
  return { name, description, required: false, in: 'query', type: 'string' }
}

function header(name: string, description: string, more: JsonObject = {}): JsonObject {
  return { name, description, required: false, in: 'header', type: 'string', ...more }
}

function prefer(...choices: readonly string[]): JsonObject {
  return header('Prefer', 'Preference', { enum: choices })
}

const returns = ['return=representation', 'return=minimal', 'return=headers-only'] as const

/** Parameters that all relations share. */
export const sharedParameters: JsonObject = {
  preferReturn: prefer(...returns),
  preferCount: prefer('count=exact', 'count=planned', 'count=estimated'),
  preferPost: prefer(...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates', 'missing=default'),
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: header('Range-Unit', 'Limiting and Pagination', { default: 'items' }),
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
}

/** A reference to one of them. */
export function shared(name: string): JsonObject {
  return reference('parameters', name)
}

/** A relation's own parameters: its body, and a filter for each column. */
export function relationParameters(relation: Relation): [string, JsonObject][] {
  const { name, columns } = relation
  const body: JsonObject = { name, description: relation.description ?? name, required: false, in: 'body', schema: reference('definitions', name) }
  return [[bodyName(relation), body], ...[...columns.values()].map((column): [string, JsonObject] => [filterName(relation, column), filter(column)])]
}

function filter({ name, description, baseType }: Column): JsonObject {
  return { name, description: description ?? undefined, required: false, in: 'query', type: 'string', format: typeOf(baseType)['format'] }
}

export function bodyName({ name }: Relation): string {
  return `body.${name}`
}

export function filterName({ name }: Relation, column: Column): string {
  return `rowFilter.${name}.${column.name}`
}
