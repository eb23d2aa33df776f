import { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { listReplicas } from './store.ts'
import { retrieveProject } from '../../projects/projects/store.ts'
import { findServer } from '../../projects/external-servers/store.ts'
import type { Context } from './context.ts'

/** Returns the primary and its replicas as connection targets; empty while the project has no address. */
export async function listDatabases(ctx: Context, { ref }: ProjectScope): Promise<DatabaseEntry[]> {
  const project = await retrieveProject(ctx.database, ref)
  if (project.db_host === null || project.db_port === null) return []
  const [replicas, server] = await Promise.all([listReplicas(ctx.database, ref), findServer(ctx.database, ref)])
  const { user, database } = server ?? { user: 'postgres', database: 'postgres' }
  return [
    {
      identifier: ref,
      database_type: 'PRIMARY',
      region: project.region,
      status: project.status,
      inserted_at: project.inserted_at,
      db_host: project.db_host,
      db_port: project.db_port,
      db_name: database,
      db_user: user,
      connection_string: `postgresql://${encodeURIComponent(user)}:[YOUR-PASSWORD]@${project.db_host}:${project.db_port}/${encodeURIComponent(database)}`,
      pool_mode: null,
    },
    ...replicas.map((replica) => DatabaseEntry.parse(replica)),
  ]
}
