import { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { listReplicas } from './store.ts'
import { retrieveProject } from '../../projects/projects/store.ts'
import type { Context } from './context.ts'

/** The primary and its replicas, as what connects to a project chooses among them; empty while it has no address. */
export async function listDatabases(ctx: Context, { ref }: ProjectScope): Promise<DatabaseEntry[]> {
  const project = await retrieveProject(ctx.database, ref)
  if (project.db_host === null || project.db_port === null) return []
  const replicas = await listReplicas(ctx.database, ref)
  return [
    {
      identifier: ref,
      database_type: 'PRIMARY',
      region: project.region,
      status: project.status,
      inserted_at: project.inserted_at,
      db_host: project.db_host,
      db_port: project.db_port,
      db_name: 'postgres',
      db_user: 'postgres',
      connection_string: `postgresql://postgres:[YOUR-PASSWORD]@${project.db_host}:${project.db_port}/postgres`,
      pool_mode: null,
    },
    ...replicas.map((replica) => DatabaseEntry.parse(replica)),
  ]
}
