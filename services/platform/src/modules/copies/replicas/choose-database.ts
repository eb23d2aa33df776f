import { AppError } from '@colonnade/core'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { findCluster } from './store.ts'
import { messages } from './messages.ts'

/** A project database that accepts queries. */
export interface ChosenDatabase {
  /** Ref of its cluster, which identifies its connections. */
  readonly ref: string
  /** True if it's read-only. */
  readonly isReplica: boolean
}

/**
 * Returns the database with an identifier, as listed by `projects.databases`; the primary, identified by the project's ref, if none is given.
 * All queries choose their database here.
 *
 * @throws AppError `database_not_found`; `replica_not_ready` for a replica that isn't healthy
 */
export async function chooseDatabase(ctx: PlatformContext, { ref }: ProjectScope, identifier: string | undefined): Promise<ChosenDatabase> {
  if (identifier === undefined || identifier === ref) return { ref, isReplica: false }
  const replica = await findCluster(ctx.database, ref, identifier)
  if (replica === undefined) throw new AppError('database_not_found', { database: identifier })
  const { cluster_ref, status } = replica
  if (status !== 'ACTIVE_HEALTHY') {
    throw new AppError('replica_not_ready', { status }, { message: messages.notAvailable(status) })
  }
  return { ref: cluster_ref, isReplica: true }
}
