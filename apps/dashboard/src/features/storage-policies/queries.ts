import { listRelationSummaries } from '@colonnade/pg-meta/relations'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'

export const storageSchema = 'storage'

/** Loads the tables with policies about files and buckets. */
export const storageTablesQuery = (ref: string) =>
  queryOptions({
    // shares its key with the database pages, so their changes refresh it
    queryKey: sqlKey(ref, 'database', 'relations', storageSchema),
    queryFn: ({ signal }) => fetchRows(ref, listRelationSummaries({ schema: storageSchema }), signal),
    staleTime: 10_000,
  })
