import { indexes } from '@colonnade/pg-meta'
import { listIndexMethods, retrieveIndexDetails } from '@colonnade/pg-meta/index-details'
import { listIndexBuilds, listIndexContents, listIndexOutlines, listIndexSummaries, type IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { listUnusedIndexes } from '@colonnade/pg-meta/unused-indexes'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow, fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'
import { buildPollMs } from './limits.ts'

export const indexesQuery = (ref: string, schema: string) => objectsQuery(ref, ['indexes', schema], () => listIndexOutlines({ schema }))

/** The contents of indexes. Slow for many, so the list doesn't wait for them. */
export const indexContentsQuery = (ref: string, schema: string) => objectsQuery(ref, ['index-contents', schema], () => listIndexContents({ schema }))

/** The indexes of a schema without a scan for at least a day. */
export const unusedIndexesQuery = (ref: string, schema: string) => objectsQuery(ref, ['unused-indexes', schema], () => listUnusedIndexes({ schema }))

/** Index methods with their operator classes. */
export const indexMethodsQuery = (ref: string) => objectsQuery(ref, ['index-methods'], listIndexMethods)

/** Everything known about an index; null if it no longer exists. */
export const indexQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'index', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveIndexDetails({ id }), signal)) ?? null,
    staleTime: 10_000,
  })

/** The definition that creates an index like it; null if it no longer exists. */
export const indexDefinitionQuery = (ref: string, { id, table_id: tableId }: Pick<IndexSummary, 'id' | 'table_id'>) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'index-definition', id),
    queryFn: async ({ signal }) => (await fetchRows(ref, indexes.listDefinitions({ tableId }), signal)).find((index) => index.id === id) ?? null,
    staleTime: 10_000,
  })

/** The indexes being built on a table. Postgres sends no progress events, so this polls. */
export const buildsQuery = (ref: string, table: { readonly schema: string; readonly table: string }) =>
  queryOptions({
    queryKey: sqlKey(ref, 'index-builds', table.schema, table.table),
    queryFn: ({ signal }) => fetchRows(ref, listIndexBuilds(table), signal),
    refetchInterval: buildPollMs,
    staleTime: 0,
    gcTime: 0,
  })

/** Invalid indexes of a table, always read again. */
export const invalidIndexesQuery = (ref: string, tableId: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'invalid-indexes', tableId),
    queryFn: async ({ signal }) => (await fetchRows(ref, listIndexSummaries({ tableId }), signal)).filter((index) => !index.is_valid),
    staleTime: 0,
    gcTime: 0,
  })
