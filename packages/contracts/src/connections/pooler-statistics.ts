import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** What the shared pooler does for the project: who is there now, and what has been since it began to listen. */
export const PoolerStatistics = z.object({
  since: Timestamp,
  /** Clients in session mode, each with a connection of its own, and how many there may be. */
  sessions: z.number().int(),
  sessions_max: z.number().int(),
  /** Clients in transaction mode, and how many there may be. */
  transaction_clients: z.number().int(),
  transaction_clients_max: z.number().int(),
  /** Connections that these share, and how many there may be. */
  shared_connections: z.number().int(),
  shared_connections_max: z.number().int(),
  /** Who waits for a connection right now. */
  waiting: z.number().int(),
  /** How often a client or a transaction got a connection, and how long it waited for it; null before the first. */
  served: z.number().int(),
  average_wait_ms: z.number().nullable(),
  /** Clients that were turned away: there were too many, or the project let nobody in, or not them. */
  refused: z.number().int(),
  bytes_from_clients: z.number().int(),
  bytes_to_clients: z.number().int(),
})
export type PoolerStatistics = z.infer<typeof PoolerStatistics>

export const poolerStatistics = resource('/platform/projects/{ref}/config/supavisor', {
  retrieve: get('/statistics', {
    summary: 'Clients, connections, waits and bytes of the shared pooler; null where none runs. Wakes nobody',
    auth: 'user',
    permission: 'projects:read',
    reply: PoolerStatistics.nullable(),
  }),
})
