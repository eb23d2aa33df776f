import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { QueryInteger, Timestamp } from '../foundation/values.ts'

/** Publication of the tables with row changes, the same that Supabase SQL adds tables to. */
export const realtimePublication = 'supabase_realtime'

/** Most changes of a transaction that are sent individually. */
export const maxToldChanges = 200

export const RowChange = z.object({
  kind: z.enum(['insert', 'update', 'delete', 'truncate']),
  /** Values of the key columns in Postgres's text format; null if unknown: reload everything. */
  key: z.array(z.string()).nullable(),
  /** Previous key of an update that changed the key. */
  previous_key: z.array(z.string()).nullable(),
})
export type RowChange = z.infer<typeof RowChange>

export const RowChangeEvent = z.union([
  /**
   * Start of the stream: all later changes are sent, so reload what is shown. Sent first, and again after the table's definition has changed.
   * `columns` are those of the primary key (or of the replica identity index), in order.
   */
  z.object({ kind: z.literal('listening'), columns: z.array(z.string()) }),
  /** A transaction committed `at`. Rows are not sent; clients read those they have access to. `is_cut`: too many changes, reload everything. */
  z.object({
    kind: z.literal('changes'),
    at: Timestamp,
    /** WAL position of the commit, such as "0/16B3748". */
    lsn: z.string(),
    columns: z.array(z.string()),
    changes: z.array(RowChange),
    is_cut: z.boolean(),
  }),
  /** The publication doesn't, or no longer does, contain all changes of the table. Always the last event. */
  z.object({ kind: z.literal('not_published') }),
])
export type RowChangeEvent = z.infer<typeof RowChangeEvent>

export const rowChanges = resource('/platform/pg-meta/{ref}/row-changes', {
  follow: get('/', {
    summary: `Stream committed row changes of a table in the publication ${realtimePublication}. Changes are not stored: a client that reconnects starts over`,
    auth: 'user',
    permission: 'database:read',
    needsActive: true,
    /** OID of the table. */
    query: z.object({ table: QueryInteger.min(1).max(4_294_967_295) }),
    stream: true,
    reply: RowChangeEvent,
    errors: ['changes_unavailable', 'insufficient_privilege', 'connection_lost', 'unavailable'],
  }),
})
