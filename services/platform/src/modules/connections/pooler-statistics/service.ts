import type { PoolerStatistics } from '@colonnade/contracts/connections/pooler-statistics'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { retrieveLimits } from '../connection-limits/service.ts'

/** Uses the pooler's counts only, not the project's server. */
export async function retrievePoolerStatistics(ctx: PlatformContext, { ref }: ProjectScope): Promise<PoolerStatistics | null> {
  const pooler = ctx.pooler()
  if (pooler === null) return null
  const limits = await retrieveLimits(ctx.database, ref)
  const { since, clients, sessions, servers, waiting, served, waitedMs, refused, bytesFromClients, bytesToClients } = pooler.statistics(ref)
  return {
    since: since.toISOString(),
    sessions,
    sessions_max: limits.sessions,
    transaction_clients: clients - sessions,
    transaction_clients_max: limits.max_clients.value,
    // a session gets its connection shortly after it starts
    shared_connections: Math.max(0, servers - sessions),
    shared_connections_max: limits.pool_size.value,
    waiting,
    served,
    average_wait_ms: served === 0 ? null : waitedMs / served,
    refused,
    bytes_from_clients: bytesFromClients,
    bytes_to_clients: bytesToClients,
  }
}
