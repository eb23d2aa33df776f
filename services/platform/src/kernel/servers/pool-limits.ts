import { type ComputeSize, computeTable } from '@colonnade/clusters'
import type { ConnectionLimits } from '@colonnade/contracts/connections/connection-limits'
import { connectionsKeptBack, pooledClientsPerConnection, pooledShare } from '../limits.ts'

/** A project's custom limits; null to follow its compute size. */
export interface ChosenLimits {
  readonly pool_size: number | null
  readonly max_clients: number | null
}

/** Returns the limits for a compute size. Limits chosen for a larger one are reduced to what this one allows. */
export function limitsOf(compute: ComputeSize, chosen: ChosenLimits): ConnectionLimits {
  const { maxConnections } = computeTable[compute]
  const forPoolers = maxConnections - connectionsKeptBack
  // leaves at least one for session mode
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
