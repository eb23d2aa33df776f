import { type ComputeSize, computeTable } from '@colonnade/clusters'
import type { ConnectionLimits } from '@colonnade/contracts/connections/connection-limits'
import { connectionsKeptBack, pooledClientsPerConnection, pooledShare } from '../limits.ts'

/** What somebody has chosen for a project; null follows the size of its server. */
export interface ChosenLimits {
  readonly pool_size: number | null
  readonly max_clients: number | null
}

/** For a server of that size. What was chosen for a larger one is as much of it as this one can have. */
export function limitsOf(compute: ComputeSize, chosen: ChosenLimits): ConnectionLimits {
  const { maxConnections } = computeTable[compute]
  const forPoolers = maxConnections - connectionsKeptBack
  // one at least is left for a session
  const pool_size = limit(chosen.pool_size, Math.floor(maxConnections * pooledShare), 1, forPoolers - 1)
  const most = maxConnections * pooledClientsPerConnection
  return {
    max_connections: maxConnections,
    kept_back: connectionsKeptBack,
    pool_size,
    max_clients: limit(chosen.max_clients, most, 1, most),
    sessions: forPoolers - pool_size.value,
  }
}

function limit(chosen: number | null, otherwise: number, min: number, max: number): ConnectionLimits['pool_size'] {
  return { value: Math.min(chosen ?? otherwise, max), is_chosen: chosen !== null, default: otherwise, min, max }
}
