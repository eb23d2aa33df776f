import type { RestSettings } from '@colonnade/contracts/api/rest-settings'
import type { QueryReply } from '@colonnade/contracts/data/queries'
import { noRows } from './world.ts'

const usual: RestSettings = {
  db_schema: 'public',
  db_extra_search_path: 'public',
  max_rows: 1_000,
  db_pool: null,
  is_enabled: true,
  allowed_origins: ['*'],
  db_pre_request: '',
  db_aggregates_enabled: false,
  db_plan_enabled: false,
  openapi_mode: 'follow-privileges',
}

/** Settings of the data API as a new project has them, but for some. */
export const restSettingsOf = (changes: Partial<RestSettings> = {}): RestSettings => ({ ...usual, ...changes })

/** A table or view that the data API exposes. */
export interface StagedRelation {
  readonly id: number
  readonly schema?: string
  readonly name: string
  readonly type?: string
  readonly comment?: string
  readonly writable?: boolean
}

/** Answers as Postgres would: every value as text. */
export function replyOf(columns: Readonly<Record<string, string>>, rows: readonly (readonly (string | null)[])[]): QueryReply {
  const fields = Object.entries(columns).map(([name, type]) => ({ name, type, type_oid: 0, table_oid: 0, column_number: 0 }))
  return { ...noRows, results: [{ ...noRows.results[0]!, fields, rows: rows.map((row) => [...row]), row_count: rows.length }] }
}

/** What Postgres answers for the exposed relations. */
export const exposedRelations = (tables: readonly StagedRelation[]) =>
  replyOf(
    {
      id: 'bigint',
      schema: 'text',
      name: 'text',
      type: 'text',
      comment: 'text',
      is_insertable: 'boolean',
      is_updatable: 'boolean',
      is_deletable: 'boolean',
    },
    tables.map(({ id, schema = 'public', name, type = 'r', comment = null, writable = true }) => {
      const can = writable ? 't' : 'f'
      return [String(id), schema, name, type, comment, can, can, can]
    }),
  )
/** What Postgres answers for the exposed functions: one that adds a film. */
export const exposedFunctions = replyOf(
  { id: 'bigint', schema: 'text', name: 'text', comment: 'text', arguments: 'jsonb', return_type: 'text', is_read_only: 'boolean' },
  [
    [
      '1',
      'public',
      'add_film',
      'Adds a film',
      JSON.stringify([{ name: 'title', type: 'text', has_default: false, is_variadic: false }]),
      'SETOF films',
      'f',
    ],
  ],
)
const aColumn = { is_nullable: true, default: null, generated: null, is_key: false, comment: null }
/** What Postgres answers for columns and references of a relation. */
export const relationDetails = (name: string) =>
  replyOf(
    {
      id: 'bigint',
      schema: 'text',
      name: 'text',
      kind: 'text',
      rows: 'double precision',
      comment: 'text',
      columns: 'json',
      references: 'json',
    },
    [
      [
        '1',
        'public',
        name,
        'r',
        null,
        null,
        JSON.stringify([
          { ...aColumn, name: 'id', type: 'bigint', is_nullable: false, is_key: true },
          { ...aColumn, name: 'title', type: 'text', is_nullable: false, comment: 'As on the poster' },
          { ...aColumn, name: 'director_id', type: 'bigint' },
          { ...aColumn, name: 'genre', type: 'genre' },
        ]),
        JSON.stringify([
          {
            constraint: 'films_director_id_fkey',
            columns: ['director_id'],
            other_schema: 'public',
            other: 'directors',
            other_columns: ['id'],
            is_incoming: false,
          },
        ]),
      ],
    ],
  )

/** What Postgres answers for the values of enums; without views. */
export const exposedDetails = (enums: Readonly<Record<string, readonly string[]>> = {}) =>
  replyOf({ enums: 'json', view_references: 'json' }, [[JSON.stringify(Object.entries(enums).map(([column, labels]) => ({ column, labels }))), '[]']])
