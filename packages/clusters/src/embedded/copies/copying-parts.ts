import type { Failpoint } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import type { OpenedHome } from '../open-home.ts'
import type { ClusterDescription } from '../storage/cluster-file.ts'

/** What copying running clusters needs from the driver. */
export interface CopyingParts {
  readonly failpoint: Failpoint
  use(): OpenedHome
  inLine<T>(ref: string, work: (open: OpenedHome) => Promise<T>): Promise<T>
  exists(ref: string): boolean
  /** @throws AppError if the cluster's files can't be copied now */
  copyable(ref: string): ClusterDescription
  endpointOf(ref: string): Promise<ClusterEndpoint>
  wipe(ref: string): Promise<void>
  /** Registers a new cluster. */
  add(description: ClusterDescription): void
}
