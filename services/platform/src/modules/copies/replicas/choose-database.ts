import { AppError } from '@colonnade/core'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { findCluster } from './store.ts'

/** A database of a project that can be asked. */
export interface ChosenDatabase {
  /** What its connections are known by. */
  readonly ref: string
  /** Nothing can be changed there. */
  readonly isReplica: boolean
}

/**
 * The database with an identifier, as `projects.databases` lists them; the primary, whose identifier is the project's, when none is named.
 * The one place where it is decided whom a run asks.
 *
 * @throws AppError `database_not_found`; `replica_not_ready` for a replica that is not healthy
 */
export async function chooseDatabase(ctx: PlatformContext, { ref }: ProjectScope, identifier: string | undefined): Promise<ChosenDatabase> {
  if (identifier === undefined || identifier === ref) return { ref, isReplica: false }
  const replica = await findCluster(ctx.database, ref, identifier)
  if (replica === undefined) throw new AppError('database_not_found', { database: identifier })
  const { cluster_ref, status } = replica
  if (status !== 'ACTIVE_HEALTHY') {
    throw new AppError('replica_not_ready', { status }, { message: `The replica takes no requests while it is ${status}. Choose another database` })
  }
  return { ref: cluster_ref, isReplica: true }
}
