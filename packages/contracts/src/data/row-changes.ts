import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { QueryInteger, Timestamp } from '../foundation/values.ts'

/** The publication whose tables can be followed: the one that existing SQL of the ecosystem adds tables to. */
export const realtimePublication = 'supabase_realtime'

/** Most changes of one transaction that are told one by one. */
export const maxToldChanges = 200

export const RowChange = z.object({
  kind: z.enum(['insert', 'update', 'delete', 'truncate']),
  /** Values of the key's columns, as Postgres prints them; null where they are not known: look at everything again. */
  key: z.array(z.string()).nullable(),
  /** Of an update that changed the key: what it was. */
  previous_key: z.array(z.string()).nullable(),
})
export type RowChange = z.infer<typeof RowChange>

export const RowChangeEvent = z.union([
  /**
   * From here on all changes are told; what was before is not, so look again at what is shown. Comes first, and again when the table's
   * form has changed. `columns` are the primary key's (or those of the index that is the replica identity), in its order.
   */
  z.object({ kind: z.literal('listening'), columns: z.array(z.string()) }),
  /** One transaction that was committed `at`. Rows are not sent: whoever may see them reads them. `is_cut`: many more changed, look again. */
  z.object({
    kind: z.literal('changes'),
    at: Timestamp,
    /** Where its commit is in the write-ahead log, e.g. "0/16B3748". */
    lsn: z.string(),
    columns: z.array(z.string()),
    changes: z.array(RowChange),
    is_cut: z.boolean(),
  }),
  /** The publication does not tell all changes of the table, or not any more; the last event. */
  z.object({ kind: z.literal('not_published') }),
])
export type RowChangeEvent = z.infer<typeof RowChangeEvent>

export const rowChanges = resource('/platform/pg-meta/{ref}/row-changes', {
  follow: get('/', {
    summary: `Changes of a table's rows as they are committed, if the publication ${realtimePublication} has the table. Nothing is kept for readers that are away: who comes back begins anew`,
    auth: 'user',
    permission: 'database:read',
    needsActive: true,
    /** The table's oid. */
    query: z.object({ table: QueryInteger.min(1).max(4_294_967_295) }),
    stream: true,
    reply: RowChangeEvent,
    errors: ['changes_unavailable', 'insufficient_privilege', 'connection_lost', 'unavailable'],
  }),
})
