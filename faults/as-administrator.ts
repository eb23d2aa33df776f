import { type Queryable, withClient } from '@colonnade/pg'
import { readFile } from 'node:fs/promises'
import type { Installation } from '../e2e/recovery/installation.ts'

/** Connects to the server of a cluster as only the platform does. */
export async function asAdministrator(
  { paths }: Installation,
  cluster: string,
  database: string,
  work: (client: Queryable) => Promise<unknown>,
): Promise<void> {
  const { socket, description } = paths.cluster(cluster)
  const { port } = JSON.parse(await readFile(description, 'utf8')) as { port: number }
  await withClient({ host: socket, port, user: 'supabase_admin', database, settings: { search_path: 'public' } }, work)
}
