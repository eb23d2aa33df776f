import type { ColumnTypes } from '@colonnade/pg-meta/column-types'
import { elementsOf, membersOf } from './json-members.ts'

/** Notation of a column's values where JSON's differs from Postgres's: arrays, vectors of the catalogs, rows, hstore pairs, and JSON within these. */
export type JsonShape =
  | { readonly kind: 'plain' | 'json' | 'pairs' | 'vector' }
  | { readonly kind: 'array'; readonly inner: JsonShape; readonly delimiter: string }
  | { readonly kind: 'composite'; readonly attributes: readonly { readonly name: string; readonly shape: JsonShape }[] }

const plain: JsonShape = { kind: 'plain' }

/** Returns the shapes of a relation's columns, with domains resolved. */
export function shapesOf({ columns, types }: ColumnTypes): ReadonlyMap<string, JsonShape> {
  const byId = new Map(types.map((type) => [type.id, type]))
  const resolve = (id: number | null): JsonShape => {
    const type = id === null ? undefined : byId.get(id)
    if (type === undefined) return plain
    if (type.kind === 'domain') return resolve(type.inner)
    if (type.kind === 'array') return { kind: 'array', inner: resolve(type.inner), delimiter: byId.get(type.inner ?? 0)?.delimiter ?? ',' }
    if (type.kind === 'composite')
      return { kind: 'composite', attributes: type.attributes.map((part) => ({ name: part.name, shape: resolve(part.type) })) }
    if (type.format === 'json' || type.format === 'jsonb') return { kind: 'json' }
    if (type.format === 'oidvector' || type.format === 'int2vector') return { kind: 'vector' }
    return type.format === 'hstore' ? { kind: 'pairs' } : plain
  }
  return new Map(Object.entries(columns).map(([name, id]) => [name, resolve(id)]))
}

/** Converts a well-formed JSON value to Postgres's notation. Keeps digits. Null is NULL. */
export function textOf(json: string, shape: JsonShape): string | null {
  if (json === 'null') return null
  if (json.startsWith('"')) return shape.kind === 'json' ? documentOf(json) : (JSON.parse(json) as string)
  if (shape.kind === 'array' && json.startsWith('[')) return arrayOf(json, shape)
  if (shape.kind === 'vector' && json.startsWith('['))
    return elementsOf(json)
      .map((entry) => textOf(entry, plain))
      .join(' ')
  if (shape.kind === 'composite' && json.startsWith('{')) return rowOf(json, shape)
  if (shape.kind === 'pairs' && json.startsWith('{')) return pairsOf(json)
  return json
}

/** Objects and arrays may be inside a string; any other string is a document itself, even "123" and "true". */
function documentOf(json: string): string {
  const text = JSON.parse(json) as string
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? text : json
  } catch {
    return json
  }
}

function arrayOf(json: string, shape: Extract<JsonShape, { kind: 'array' }>): string {
  // a nested array is another dimension, unless the entries are arrays, or documents, themselves
  const isDeep = shape.inner.kind !== 'array' && shape.inner.kind !== 'json'
  const entries = elementsOf(json).map((entry) => (isDeep && entry.startsWith('[') ? arrayOf(entry, shape) : entryOf(entry, shape.inner)))
  return `{${entries.join(shape.delimiter)}}`
}

function entryOf(json: string, shape: JsonShape): string {
  const text = textOf(json, shape)
  return text === null ? 'NULL' : quoted(text)
}

/** A missing attribute is NULL. With unknown attributes, the whole value is left for Postgres to reject. */
function rowOf(json: string, { attributes }: Extract<JsonShape, { kind: 'composite' }>): string {
  const members = membersOf(json)
  const names = new Set(attributes.map(({ name }) => name))
  if ([...members.keys()].some((name) => !names.has(name))) return json
  const parts = attributes.map(({ name, shape }) => {
    const text = textOf(members.get(name) ?? 'null', shape)
    return text === null ? '' : quoted(text)
  })
  return `(${parts.join(',')})`
}

function pairsOf(json: string): string {
  return Array.from(membersOf(json), ([key, value]) => `${quoted(key)}=>${entryOf(value, plain)}`).join(', ')
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
