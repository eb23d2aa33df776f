import { AppError } from '@colonnade/core'
import type { ProjectScope } from '../../serve.ts'

/** A database of a project that can be asked. */
export interface ChosenDatabase {
  /** What its connections are known by. */
  readonly ref: string
  /** Nothing can be changed there. */
  readonly isReplica: boolean
}

/**
 * The database with an identifier, as `projects.databases` lists them; the primary, whose identifier is the project's, when none is named.
 * The one place where it is decided whom a run asks: replicas are found here.
 *
 * @throws AppError `database_not_found`
 */
export function chooseDatabase({ ref }: ProjectScope, identifier: string | undefined): ChosenDatabase {
  if (identifier === undefined || identifier === ref) return { ref, isReplica: false }
  throw new AppError('database_not_found', { database: identifier })
}
