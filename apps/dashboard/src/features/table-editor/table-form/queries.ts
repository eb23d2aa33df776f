import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { decodeOne, decodeRows, format, publications, schemas, tables, types, version, type Statement } from '@colonnade/pg-meta'
import * as partitions from '@colonnade/pg-meta/partitions'
import { retrieveCompanions, type TableCompanions } from '@colonnade/pg-meta/table-companions'
import { retrieveDefinition, type DefinedTable } from '@colonnade/pg-meta/table-definition'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import { queriesText } from './messages.ts'
import { type TableBase } from './statements/changes.ts'
import type { TableSize } from './model/locks.ts'
import { draftOf } from './model/table-draft.ts'
import { builtInTypes } from './types/type-names.ts'

/** What the publication of realtime holds. */
export interface Realtime {
  /** It publishes all tables, or all of a schema: then a table alone can't be taken out. */
  readonly isForAll: boolean
  readonly schemas: readonly string[]
  readonly tables: readonly { readonly schema: string; readonly name: string }[]
}

/** Everything that the form has to know about a table that is there. */
export interface LoadedTable {
  readonly base: TableBase
  readonly size: TableSize
  /** Its policies, triggers and privileges: for a table that will be copied. */
  readonly companions: TableCompanions | null
}

/** What the database offers to all tables. */
export interface Surroundings {
  readonly versionNumber: number
  readonly schemas: readonly string[]
  readonly types: readonly TypeChoice[]
  /** Null when there is no such publication. */
  readonly realtime: Realtime | null
}

export interface TypeChoice {
  /** As SQL writes it. */
  readonly name: string
  readonly hint: string
  /** Of an enum. */
  readonly labels: readonly string[]
}

export const formKey = (ref: string) => sqlKey(ref, 'table-form')

export const surroundingsQuery = (ref: string) =>
  queryOptions({
    queryKey: [...formKey(ref), 'surroundings'],
    queryFn: async ({ signal }): Promise<Surroundings> => {
      const [server, schemaRows, typeRows, published, details] = await Promise.all([
        retrieve(ref, version.retrieve(), signal),
        list(ref, schemas.list(), signal),
        list(ref, types.list(), signal),
        retrieve(ref, publications.retrieve({ name: realtimePublication }), signal),
        retrieve(ref, publications.retrieveDetails({ name: realtimePublication }), signal),
      ])
      return {
        versionNumber: server?.version_number ?? 0,
        schemas: schemaRows.map(({ name }) => name),
        types: [...typeRows.map(choiceOf), ...builtInTypes.map(({ name, hint }) => ({ name, hint, labels: [] }))],
        realtime:
          published === undefined ? null : { isForAll: published.tables === null, schemas: details?.schemas ?? [], tables: published.tables ?? [] },
      }
    },
    staleTime: 10_000,
  })

function choiceOf({ schema, name, enums, attributes, comment }: types.Type): TypeChoice {
  const kind = enums.length > 0 ? queriesText.enum : attributes.length > 0 ? queriesText.composite : queriesText.inSchema(schema)
  return { name: `${format.ident(schema)}.${format.ident(name)}`, hint: comment ?? kind, labels: enums }
}

/** @throws Error when the table is gone */
export async function loadTable(
  ref: string,
  id: number,
  realtime: Realtime | null,
  { isCopy = false, signal }: { readonly isCopy?: boolean; readonly signal?: AbortSignal } = {},
): Promise<LoadedTable> {
  const [definition, table, companions] = await Promise.all([
    retrieveTable(ref, id, signal),
    retrieve(ref, tables.retrieve({ id }), signal),
    isCopy ? retrieve(ref, retrieveCompanions({ id }), signal) : undefined,
  ])
  if (definition === null) throw new Error(queriesText.notFound)
  const isPublished = realtime?.tables.some(({ schema, name }) => schema === definition.schema && name === definition.name) ?? false
  const partitionRows =
    definition.partition_by === null || definition.partition_by === undefined ? [] : await list(ref, partitions.list({ id }), signal)
  return {
    base: { definition, draft: draftOf(definition, isPublished), partitions: partitionRows.filter(({ level }) => level === 1) },
    size: { rows: table?.live_rows_estimate ?? 0, bytes: table?.bytes ?? 0 },
    companions: companions ?? null,
  }
}

/** Loaded again whenever a form opens, so that it changes the current state. */
export const loadedTableQuery = (ref: string, id: number, realtime: Realtime | null, isCopy: boolean) =>
  queryOptions({
    queryKey: [...formKey(ref), 'table', id, realtime, isCopy],
    queryFn: async ({ signal }) => loadTable(ref, id, realtime, { isCopy, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** A table that foreign keys can reference; null for what has no keys. */
export const targetQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: [...formKey(ref), 'target', id],
    queryFn: async ({ signal }) => retrieveTable(ref, id, signal),
    staleTime: 10_000,
  })

async function retrieveTable(ref: string, id: number, signal?: AbortSignal): Promise<DefinedTable | null> {
  return (await retrieve(ref, retrieveDefinition({ id }), signal)) ?? null
}

/** The number that a query counts. */
export async function countBy(ref: string, query: string): Promise<number> {
  const { results } = await runSql(ref, { query, read_only: true })
  return Number(results[0]?.rows[0]?.[0] ?? 0)
}

async function list<S extends Statement>(ref: string, statement: S, signal?: AbortSignal) {
  const { results } = await runSql(ref, { query: statement.sql, row_limit: 100_000, signal })
  return decodeRows(statement, results) as S['zod']['_zod']['output']
}

async function retrieve<S extends Statement>(ref: string, statement: S, signal?: AbortSignal) {
  const { results } = await runSql(ref, { query: statement.sql, signal })
  return decodeOne(statement, results) as S['zod']['_zod']['output']
}
