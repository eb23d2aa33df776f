import { listRelationSummaries, listUncountedSizes, retrieveRelationDetails, type RelationSummary } from '@colonnade/pg-meta/relations'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { retrieveDdl } from '../../../scope/relations/ddl.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const relationsQuery = (ref: string, schema: string) => objectsQuery(ref, ['relations', schema], () => listRelationSummaries({ schema }))

/** The same, with each partition. */
export const relationsAndPartitionsQuery = (ref: string, schema: string) =>
  objectsQuery(ref, ['relations-and-partitions', schema], () => listRelationSummaries({ schema, hasPartitions: true }))

/** Sizes of relations that Postgres hasn't counted. */
export const uncountedSizesQuery = (ref: string, schema: string) =>
  objectsQuery(ref, ['uncounted-sizes', schema], () => listUncountedSizes({ schema }))

/** Everything about a relation; null if it no longer exists. */
export const relationQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'relation', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveRelationDetails({ id }), signal)) ?? null,
    staleTime: 10_000,
  })

/** The statements that create it. */
export const ddlQuery = (ref: string, relation: Pick<RelationSummary, 'id' | 'type' | 'name'>) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'ddl', relation.id),
    queryFn: () => retrieveDdl(ref, relation),
    staleTime: 10_000,
  })
