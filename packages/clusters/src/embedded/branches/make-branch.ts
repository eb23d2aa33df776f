import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failpoint, Random } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import { type BaseCopy, copyBase } from '../copies/base-copy.ts'
import { withRecoveryServer } from '../copies/recovery-server.ts'
import { scratchPaths } from '../copies/scratch-server.ts'
import { dropSpareWal, giveIdentity } from '../engine/identity.ts'
import type { Engine } from '../engine/engine.ts'
import type { StopTimes } from '../process/postmaster.ts'
import type { Account } from '../storage/accounts.ts'
import type { ReadyCopy } from '../storage/pool.ts'
import { type ClusterDescription, writeDescription } from '../storage/cluster-file.ts'
import { onDisk, removeTree, syncFolder, syncTree } from '../storage/files.ts'
import type { ClusterPaths, HomePaths } from '../storage/paths.ts'
import { removeSocketFolder } from '../storage/sockets.ts'
import { settleBranch } from './settle-branch.ts'

export interface RehearsalPlan {
  readonly paths: HomePaths
  readonly engine: Engine
  readonly failpoint: Failpoint
  /** The cluster that is copied, which runs. */
  readonly source: ClusterPaths
  readonly endpoint: ClusterEndpoint
  readonly stopTimes: StopTimes
  readonly signal: AbortSignal | undefined
}

export interface BranchPlan extends RehearsalPlan {
  readonly random: Random
  /** Of the branch. */
  readonly description: ClusterDescription
  /** A ready copy of the template, of the branch's account, which becomes the branch. */
  readonly ready: ReadyCopy | undefined
  readonly isWithData: boolean
}

/**
 * Creates the folder of a branch: a copy of a running cluster's files with its own system identifier. Returns the bytes of its source. If
 * anything must be cleaned up before the branch is used, a recovery server first brings it to a consistent state; otherwise its first start
 * does, as after a crash (PostgreSQL documentation, "Recovering Using a Continuous Archive Backup"). The copy includes all WAL for that. A
 * crash at any point leaves either a complete branch or leftovers in `making`.
 */
export async function makeBranch(plan: BranchPlan): Promise<number> {
  const { paths, random, failpoint, description, ready, signal, isWithData } = plan
  const target = paths.cluster(description.ref)
  const own = scratchPaths(paths)
  const { account, compute } = description
  try {
    return await onDisk(async () => {
      if (ready === undefined) await mkdir(own.folder)
      else await rename(ready.folder, own.folder)
      const { bytes, isSubscribed } = await copySource(plan, own, account)
      await failpoint('clusters.branch.copy.after')
      if (isSubscribed || !isWithData) {
        await withRecoveryServer({ ...plan, own, compute, account, what: 'copy' }, (server) => settleBranch(server, isWithData))
        await failpoint('clusters.branch.recover.after')
        await dropSpareWal(own.data)
        for (const scrap of [own.settings, own.startupLog, join(own.data, 'backup_label.old')]) await rm(scrap, { force: true })
      }
      signal?.throwIfAborted()
      await giveIdentity(own.data, random)
      await Promise.all([syncTree(own.data), writeDescription(own.description, description)])
      await failpoint('clusters.branch.claim.before')
      await rename(own.folder, target.folder)
      await syncFolder(paths.clusters)
      await failpoint('clusters.branch.claim.after')
      return bytes
    })
  } catch (error) {
    await removeTree(own.folder)
    if (ready !== undefined) await removeTree(ready.folder)
    throw error
  } finally {
    await removeSocketFolder(own)
  }
}

/**
 * Has a server that nobody else can reach run on a copy of a running cluster for as long as the work takes, and leaves nothing. It takes part
 * in no replication.
 */
export async function rehearse<T>(
  plan: RehearsalPlan,
  { account, compute }: Pick<ClusterDescription, 'account' | 'compute'>,
  work: (server: ClusterEndpoint) => Promise<T>,
): Promise<T> {
  const own = scratchPaths(plan.paths)
  try {
    return await onDisk(async () => {
      await mkdir(own.folder)
      await copySource(plan, own, account)
      await plan.failpoint('clusters.rehearse.copy.after')
      return withRecoveryServer({ ...plan, own, compute, account, what: 'copy' }, async (server) => {
        await settleBranch(server, true)
        return work(server)
      })
    })
  } finally {
    await removeTree(own.folder)
    await removeSocketFolder(own)
  }
}

async function copySource({ endpoint, source, signal }: RehearsalPlan, own: ClusterPaths, account: Account): Promise<BaseCopy> {
  await chmod(own.folder, account === null ? 0o700 : 0o711)
  const copy = await copyBase({ endpoint, source: source.data, target: own.data, owner: account, label: 'colonnade branch', withWal: true, signal })
  signal?.throwIfAborted()
  return copy
}
