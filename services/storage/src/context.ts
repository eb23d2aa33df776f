import type { Clock, Logger } from '@colonnade/core'
import type { VersionStores } from '@colonnade/objects'
import type { Images } from './renders/images.ts'
import type { KnownProjects, ProjectDirectory } from '@colonnade/projects'

/** What the service is given. */
export interface StorageContext {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold' | 's3Keys' | 'reportS3KeyUse' | 'countSent' | 'countTransformed'>
  readonly known: KnownProjects
  /** The bytes of all projects. */
  readonly stores: VersionStores
  /** Images of them in other sizes and formats. */
  readonly images: Images
  readonly clock: Clock
  readonly logger: Logger
}
