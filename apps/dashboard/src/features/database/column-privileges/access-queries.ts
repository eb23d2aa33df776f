import { retrieveColumnAccess } from '@colonnade/pg-meta/column-access'
import { listRelationSummaries } from '@colonnade/pg-meta/relations'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { objectsQuery } from '../objects/object-queries.ts'

/** The same list as the page of tables has. */
export const relationsQuery = (ref: string, schema: string) => objectsQuery(ref, ['relations', schema], () => listRelationSummaries({ schema }))

/** Who holds what on a relation and its columns; null when it is gone. */
export const columnAccessQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: ['projects', ref, 'database', 'column-access', id],
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveColumnAccess({ id }), signal)) ?? null,
    staleTime: 10_000,
  })
