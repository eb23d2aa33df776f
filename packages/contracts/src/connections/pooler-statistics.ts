import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Statistics of a project in the shared pooler: current clients, and totals since the pooler started. */
export const PoolerStatistics = z.object({
  since: Timestamp,
  /** Session-mode clients, each with its own connection, and their limit. */
  sessions: z.number().int(),
  sessions_max: z.number().int(),
  /** Transaction-mode clients and their limit. */
  transaction_clients: z.number().int(),
  transaction_clients_max: z.number().int(),
  /** Server connections of the transaction-mode pool and their limit. */
  shared_connections: z.number().int(),
  shared_connections_max: z.number().int(),
  /** Clients that are waiting for a connection. */
  waiting: z.number().int(),
  /** Number of assigned connections and their wait times; null before the first. */
  served: z.number().int(),
  average_wait_ms: z.number().nullable(),
  /** Refused clients, because of a limit, the project's state or its restrictions. */
  refused: z.number().int(),
  bytes_from_clients: z.number().int(),
  bytes_to_clients: z.number().int(),
})
export type PoolerStatistics = z.infer<typeof PoolerStatistics>

export const poolerStatistics = resource('/platform/projects/{ref}/config/supavisor', {
  retrieve: get('/statistics', {
    summary: 'Retrieve statistics of the shared pooler: clients, connections, waits and bytes. null if it isn’t running. Does not wake the project',
    auth: 'user',
    permission: 'projects:read',
    reply: PoolerStatistics.nullable(),
  }),
})
