import { type Clusters, targetOf } from '@colonnade/clusters'
import { createDatabase, openDatabase, type Database, targetFromUrl } from '@colonnade/pg'

/** The cluster that holds the control plane's own database. */
const controlPlaneRef = 'platform'
const controlPlaneDatabase = 'colonnade'
const maxConnections = 12

/** Opens the control plane's database: the one that was configured, or a cluster of our own, made and started when needed. */
export async function openControlPlane(clusters: Clusters, databaseUrl: string | null): Promise<Database> {
  if (databaseUrl !== null) return openDatabase(targetFromUrl(databaseUrl), { maxConnections })
  await clusters.ensure(controlPlaneRef, { compute: 'nano' })
  await clusters.start(controlPlaneRef)
  const { host, port, user } = targetOf(await clusters.endpoint(controlPlaneRef), 'administrator')
  const server = { host, port, user }
  await createDatabase({ ...server, database: 'postgres' }, controlPlaneDatabase)
  return openDatabase({ ...server, database: controlPlaneDatabase, settings: { search_path: 'public' } }, { maxConnections })
}
