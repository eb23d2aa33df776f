import { type Clusters, targetOf } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Cancels what a backend runs. Returns false when there is no such backend. */
export async function cancelBackend(
  { clusters }: { readonly clusters: Pick<Clusters, 'endpoint'> },
  ref: string,
  processId: number,
): Promise<boolean> {
  const endpoint = await clusters.endpoint(ref)
  const row = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.first<{ cancelled: boolean }>(sql`select pg_cancel_backend(${processId}) as cancelled`),
  )
  return row?.cancelled ?? false
}
