import type { Clock, Logger, Random } from '@colonnade/core'
import type { KnownProjects, ProjectDirectory } from '@colonnade/projects'

/** What the service is given. */
export interface StorageContext {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold'>
  readonly known: KnownProjects
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}
