import type { Clusters } from '@colonnade/clusters'
import { createDatabase, openDatabase, type Database, targetFromUrl } from '@colonnade/pg'

/** The cluster that holds the control plane's own database. */
const controlPlaneRef = 'platform'
const controlPlaneDatabase = 'colonnade'
const maxConnections = 12

/** Opens the control plane's database: the one that was configured, or a cluster of our own, made and started when needed. */
export async function openControlPlane(clusters: Clusters, databaseUrl: string | null): Promise<Database> {
  if (databaseUrl !== null) return outliveLosses(openDatabase(targetFromUrl(databaseUrl), { maxConnections }))
  await clusters.ensure(controlPlaneRef, { compute: 'nano' })
  await clusters.start(controlPlaneRef)
  const endpoint = await clusters.endpoint(controlPlaneRef)
  const server = { ...endpoint, user: 'platform_admin' }
  await createDatabase({ ...server, database: 'postgres' }, controlPlaneDatabase)
  return outliveLosses(openDatabase({ ...server, database: controlPlaneDatabase, settings: { search_path: 'public' } }, { maxConnections }))
}

/**
 * A connection that is lost between two statements of a transaction says so in an event that would end the process, were nobody
 * listening: the pool itself only listens to idle ones. The transaction's next statement fails all the same.
 */
function outliveLosses(database: Database): Database {
  database.pool.on('connect', (client) => void client.on('error', () => {}))
  return database
}
