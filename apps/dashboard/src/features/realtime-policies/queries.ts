import { listRelationSummaries } from '@colonnade/pg-meta/relations'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'

export const realtimeSchema = 'realtime'
export const messagesTable = 'messages'

/** Loads the table with the policies for private channels; null if it doesn't exist. */
export const messagesTableQuery = (ref: string) =>
  queryOptions({
    // shares its key with the database pages, so their changes refresh it
    queryKey: sqlKey(ref, 'database', 'relations', realtimeSchema),
    queryFn: ({ signal }) => fetchRows(ref, listRelationSummaries({ schema: realtimeSchema }), signal),
    select: (tables) => tables.find(({ name }) => name === messagesTable) ?? null,
    staleTime: 10_000,
  })
