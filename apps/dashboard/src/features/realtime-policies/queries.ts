import { listRelationSummaries } from '@colonnade/pg-meta/relations'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'

export const realtimeSchema = 'realtime'
export const messagesTable = 'messages'

/** The table whose policies decide about private channels; null where the database has none. */
export const messagesTableQuery = (ref: string) =>
  queryOptions({
    // as pages of the database ask for them, which knows when they change
    queryKey: sqlKey(ref, 'database', 'relations', realtimeSchema),
    queryFn: ({ signal }) => fetchRows(ref, listRelationSummaries({ schema: realtimeSchema }), signal),
    select: (tables) => tables.find(({ name }) => name === messagesTable) ?? null,
    staleTime: 10_000,
  })
