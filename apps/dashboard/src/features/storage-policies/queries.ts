import { listRelationSummaries } from '@colonnade/pg-meta/relations'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'

export const storageSchema = 'storage'

/** The tables whose policies decide about files and buckets. */
export const storageTablesQuery = (ref: string) =>
  queryOptions({
    // as pages of the database ask for them, which knows when they change
    queryKey: sqlKey(ref, 'database', 'relations', storageSchema),
    queryFn: ({ signal }) => fetchRows(ref, listRelationSummaries({ schema: storageSchema }), signal),
    staleTime: 10_000,
  })
