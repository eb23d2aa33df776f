import type { Clock, Logger } from '@colonnade/core'
import type { KnownProjects, ProjectDirectory } from '@colonnade/projects'
import type { ChangeReaders } from '@colonnade/row-feed'

/** Dependencies of the service. */
export interface RealtimeContext {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold' | 'awake' | 'countMessages' | 'countConnections'>
  readonly known: KnownProjects
  readonly readers: ChangeReaders
  readonly clock: Clock
  readonly logger: Logger
}
