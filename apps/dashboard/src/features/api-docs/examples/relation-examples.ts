import type { CompletionReference } from '@colonnade/pg-meta/completion-details'
import type { ExposedRelation } from '@colonnade/pg-meta/exposed-objects'
import { countText, noKeyText, noWriteText, ownKeyText } from '../messages.ts'
import type { DocumentedColumn } from './documented-column.ts'
import { apiName, type Call, type Field, type Filter } from './call.ts'
import { relationExamplesText } from './messages.ts'
import { sampleValue } from './sample-value.ts'

export interface Example {
  readonly id: string
  readonly title: string
  readonly note?: string | undefined
  readonly call: Call
}

export interface DocumentedRelation extends Pick<ExposedRelation, 'schema' | 'name' | 'is_insertable' | 'is_updatable' | 'is_deletable'> {
  readonly columns: readonly DocumentedColumn[]
  readonly references: readonly CompletionReference[]
  /** Embeds by the tables its columns come from: a view has no foreign keys of its own to name. */
  readonly isView: boolean
}

/** Most columns that an example writes besides those it must, and most embeddings that are shown. */
const maxColumns = 4
const maxEmbeddings = 8

/** Returns the requests that a relation can answer, from reads to deletes. */
export function relationExamples(relation: DocumentedRelation): readonly Example[] {
  const { name, columns } = relation
  const keys = columns.filter(({ is_key: isKey }) => isKey)
  const writable = columns.filter(({ generated }) => generated === null)
  const inserted = insertedColumns(writable)
  const changed = writable.find(({ is_key: isKey }) => !isKey) ?? writable[0]
  const named = (keys.length > 0 ? keys : columns.slice(0, 1)).map(equals)
  const note = keys.length > 0 ? undefined : noKeyText
  const first = keys[0] ?? columns[0]
  return [
    { id: 'read', title: relationExamplesText.read, call: { kind: 'select', relation: name, columns: '*', filters: [], limit: 10 } },
    ...(columns.length > 1
      ? [
          {
            id: 'columns',
            title: relationExamplesText.readColumns,
            call: { kind: 'select' as const, relation: name, columns: someColumns(columns), filters: [] },
          },
        ]
      : []),
    ...(first
      ? [
          {
            id: 'filter',
            title: relationExamplesText.filter,
            call: {
              kind: 'select' as const,
              relation: name,
              columns: '*',
              filters: [filterOf(columns)],
              order: first.name,
              limit: 10,
            },
          },
        ]
      : []),
    ...embeddings(relation).map(({ title, select }): Example => ({
      id: `embed ${select}`,
      title,
      call: { kind: 'select', relation: name, columns: `*,${select}`, filters: [], limit: 10 },
    })),
    {
      id: 'count',
      title: relationExamplesText.count,
      note: countText,
      call: { kind: 'select', relation: name, columns: '*', filters: [], limit: 10, isCounted: true },
    },
    ...(relation.is_insertable && writable.length > 0
      ? [
          {
            id: 'insert',
            title: relationExamplesText.insert,
            call: { kind: 'insert' as const, relation: name, rows: [inserted.map(sampleField)] },
          },
          {
            id: 'insert-many',
            title: relationExamplesText.insertSeveral,
            call: { kind: 'insert' as const, relation: name, rows: [inserted.map(sampleField), inserted.map(sampleField)] },
          },
        ]
      : []),
    ...(relation.is_insertable && relation.is_updatable && keys.length > 0 && keys.every(({ generated }) => generated !== 'stored')
      ? [
          {
            id: 'upsert',
            title: relationExamplesText.upsert,
            note: ownKeyText,
            call: {
              kind: 'upsert' as const,
              relation: name,
              row: [...keys, ...inserted.filter(({ is_key: isKey }) => !isKey)].map(sampleField),
              keys: keys.map((column) => column.name),
            },
          },
        ]
      : []),
    ...(relation.is_updatable && changed
      ? [
          {
            id: 'update',
            title: relationExamplesText.update,
            note,
            call: { kind: 'update' as const, relation: name, changes: [sampleField(changed)], filters: named },
          },
        ]
      : []),
    ...(relation.is_deletable && named.length > 0
      ? [{ id: 'delete', title: relationExamplesText.remove, note, call: { kind: 'delete' as const, relation: name, filters: named } }]
      : []),
  ]
}

/** Says why a relation has no examples that write; undefined if it has. */
export function readOnlyNote({ is_insertable: a, is_updatable: b, is_deletable: c }: DocumentedRelation): string | undefined {
  return a || b || c ? undefined : noWriteText
}

const sampleField = ({ name, type, labels }: DocumentedColumn): Field => ({ name, value: sampleValue(type, labels) })

function equals({ name, type, labels }: DocumentedColumn): Filter {
  const value = sampleValue(type, labels)
  return { column: name, operator: 'eq', value: typeof value === 'object' ? '{}' : value }
}

/** Columns that an insert must name, then others that have no default, up to a few. */
function insertedColumns(writable: readonly DocumentedColumn[]): readonly DocumentedColumn[] {
  const isRequired = (column: DocumentedColumn) => !column.is_nullable && column.default === null
  const optional = writable.filter((column) => column.is_nullable && column.default === null)
  const room = Math.max(0, maxColumns - writable.filter(isRequired).length)
  const chosen = new Set([...writable.filter(isRequired), ...optional.slice(0, room)])
  return chosen.size > 0 ? writable.filter((column) => chosen.has(column)) : writable.slice(0, 1)
}

function someColumns(columns: readonly DocumentedColumn[]): string {
  return columns
    .slice(0, 3)
    .map(({ name }) => apiName(name))
    .join(',')
}

/** A filter that shows more than equality, if a column has a type for it. */
function filterOf(columns: readonly DocumentedColumn[]): Filter {
  const others = columns.filter(({ is_key: isKey }) => !isKey)
  const text = others.find(({ type }) => /^(text|character varying|citext)/.test(type) && !type.endsWith('[]'))
  if (text) return { column: text.name, operator: 'ilike', value: '%example%' }
  const ordered = others.find(
    ({ type }) => /^(smallint|integer|bigint|real|double precision|numeric|timestamp|date)/.test(type) && !type.endsWith('[]'),
  )
  if (ordered) return { ...equals(ordered), operator: 'gte' }
  const nullable = others.find(({ is_nullable: isNullable }) => isNullable)
  if (nullable) return { column: nullable.name, operator: 'is', value: null }
  return equals(columns[0]!)
}

export interface Embedding {
  readonly title: string
  readonly select: string
}

/** Embeddings by foreign keys in the same schema, either way. The key's name distinguishes two keys between the same tables. */
export function embeddings({ schema, name, references, isView }: DocumentedRelation): readonly Embedding[] {
  const near = references.filter((reference) => reference.other_schema === schema)
  return near.slice(0, maxEmbeddings).flatMap((reference) => {
    const { constraint, other, is_incoming: isIncoming } = reference
    const title = isIncoming ? relationExamplesText.embedMany(other) : relationExamplesText.embedOne(other)
    // in a self-reference, the table's name means the rows that reference a row, and the key's name the referenced row
    if (other === name && !isIncoming) return [{ title, select: `${apiName(constraint)}(*)` }]
    const isAmbiguous = near.filter((each) => each.other === other && (other !== name || each.is_incoming)).length > 1
    if (isView && isAmbiguous) return []
    return [{ title, select: isAmbiguous ? `${apiName(other)}!${apiName(constraint)}(*)` : `${apiName(other)}(*)` }]
  })
}
