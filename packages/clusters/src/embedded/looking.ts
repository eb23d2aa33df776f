import { statfs } from 'node:fs/promises'
import type { Clusters } from '../clusters.ts'
import type { Cluster } from './cluster.ts'
import type { OpenedHome } from './open-home.ts'
import { readServerMemory } from './process/server-memory.ts'
import { diskUse, onDisk } from './storage/files.ts'

export interface LookingParts {
  readonly use: () => OpenedHome
  /** @throws AppError `cluster_not_found` */
  readonly find: (ref: string) => Cluster
}

/** What clusters take of the machine, and what it has for them. */
export function createLooking({ use, find }: LookingParts): Pick<Clusters, 'size' | 'memory' | 'volume'> {
  return {
    async size(ref) {
      find(ref)
      return diskUse(use().paths.cluster(ref).folder)
    },
    async memory(ref) {
      find(ref)
      return readServerMemory(use().paths.cluster(ref).data)
    },
    async volume() {
      const { bavail, blocks, bsize } = await onDisk(() => statfs(use().paths.clusters))
      return { free: bavail * bsize, total: blocks * bsize }
    },
  }
}
