import type { Replicas } from '../../replicas.ts'
import type { CopyingParts } from '../copies/copying-parts.ts'
import { makeReplica } from './make-replica.ts'
import { readReplication } from './replication.ts'

export interface ReplicatingParts extends CopyingParts {
  /** Refs of the replicas of a cluster. */
  followersOf(ref: string): string[]
}

export function createReplicating(parts: ReplicatingParts): Replicas {
  return {
    replicate: (ref, primary, { compute }, { onStep = async () => {}, signal } = {}) =>
      parts.inLine(ref, async ({ paths, ports }) => {
        if (parts.exists(ref)) {
          for (const step of ['launched', 'initiated', 'copied'] as const) await onStep(step)
          return
        }
        // it reads the primary's socket, which only the primary's own user may
        const { version, account, compute: followedCompute } = parts.copyable(primary)
        await parts.wipe(ref)
        const port = await ports.allocate()
        const description = { ref, compute, version, port, account, follows: primary, followedCompute }
        try {
          await makeReplica({ paths, failpoint: parts.failpoint, endpoint: await parts.endpointOf(primary), description, onStep, signal })
        } catch (error) {
          ports.free(port)
          throw error
        }
        parts.add(description)
      }),
    replication: async (primary) => readReplication(await parts.endpointOf(primary), parts.followersOf(primary)),
  }
}
