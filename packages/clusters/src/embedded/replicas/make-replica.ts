import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failpoint } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import type { ReplicaStep } from '../../replicas.ts'
import { copyBase } from '../copies/base-copy.ts'
import { giveTo } from '../storage/accounts.ts'
import { type ClusterDescription, writeDescription } from '../storage/cluster-file.ts'
import { onDisk, removeTree, syncFolder, syncTree } from '../storage/files.ts'
import { clusterPaths, type HomePaths } from '../storage/paths.ts'
import { dropSlots, makeSlot } from './slots.ts'

export interface ReplicaPlan {
  readonly paths: HomePaths
  readonly failpoint: Failpoint
  /** The primary, which runs. */
  readonly endpoint: ClusterEndpoint
  /** Of the replica; `follows` names the primary. */
  readonly description: ClusterDescription & { readonly follows: string }
  readonly onStep: (step: ReplicaStep) => Promise<void>
  readonly signal: AbortSignal | undefined
}

/**
 * Creates the folder of a replica. A crash at any point leaves either a complete replica, or leftovers in `making` and a slot that the next
 * attempt re-creates.
 */
export async function makeReplica({ paths, failpoint, endpoint, description, onStep, signal }: ReplicaPlan): Promise<void> {
  const { ref, follows, account } = description
  const target = paths.cluster(ref)
  const own = clusterPaths(join(paths.making, randomBytes(6).toString('hex')))
  try {
    await onDisk(async () => {
      await mkdir(own.folder)
      await chmod(own.folder, account === null ? 0o700 : 0o711)
      await failpoint('clusters.replicate.slot.before')
      await makeSlot(endpoint, ref)
      await failpoint('clusters.replicate.slot.after')
      await onStep('launched')
      await copyBase({
        endpoint,
        source: paths.cluster(follows).data,
        target: own.data,
        owner: account,
        label: 'colonnade replica',
        signalFile: 'standby.signal',
        began: () => onStep('initiated'),
        signal,
      })
      signal?.throwIfAborted()
      await failpoint('clusters.replicate.copy.after')
      for (const folder of [own.log, own.socket]) {
        await mkdir(folder, { mode: 0o700 })
        await giveTo(account, folder)
      }
      await Promise.all([syncTree(own.data), writeDescription(own.description, description)])
      await failpoint('clusters.replicate.claim.before')
      await rename(own.folder, target.folder)
      await syncFolder(paths.clusters)
      await failpoint('clusters.replicate.claim.after')
    })
  } catch (error) {
    await removeTree(own.folder)
    // a server that is gone drops it when it comes up
    await dropSlots(endpoint, [ref]).catch(() => {})
    throw error
  }
  await onStep('copied')
}
