import type { Clock, Logger } from '@colonnade/core'
import type { VersionStores } from '@colonnade/objects'
import type { KnownProjects, ProjectDirectory } from '@colonnade/projects'

/** What the service is given. */
export interface StorageContext {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold'>
  readonly known: KnownProjects
  /** The bytes of all projects. */
  readonly stores: VersionStores
  readonly clock: Clock
  readonly logger: Logger
}
