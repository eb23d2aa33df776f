import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type Failpoint, type Random } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import { copyBase } from '../copies/base-copy.ts'
import { dropSpareWal, giveIdentity } from '../engine/identity.ts'
import type { Engine } from '../engine/engine.ts'
import { recoverySettingsText } from '../engine/settings.ts'
import { launchPostmaster, stopPostmaster, type StopTimes, waitUntilNoted } from '../process/postmaster.ts'
import { run } from '../process/run.ts'
import { lastLogLines } from '../process/server-log.ts'
import type { ReadyCopy } from '../storage/pool.ts'
import { type ClusterDescription, writeDescription } from '../storage/cluster-file.ts'
import { onDisk, removeTree, syncFolder } from '../storage/files.ts'
import { type ClusterPaths, clusterPaths, fitsSocket, type HomePaths } from '../storage/paths.ts'
import { settleBranch } from './settle-branch.ts'

export interface BranchPlan {
  readonly paths: HomePaths
  readonly engine: Engine
  readonly random: Random
  readonly failpoint: Failpoint
  /** The cluster that is copied, which runs. */
  readonly source: ClusterPaths
  readonly endpoint: ClusterEndpoint
  /** Of the branch. */
  readonly description: ClusterDescription
  /** A ready copy of the template, of the branch's account, which becomes the branch. */
  readonly ready: ReadyCopy | undefined
  readonly isWithData: boolean
  /** For its short-lived server. */
  readonly temporary: string
  readonly startMs: number
  readonly stopTimes: StopTimes
  readonly signal: AbortSignal | undefined
}

/**
 * Makes the folder of a branch: a copy of a running cluster's files, brought to the instant at which the copy was whole, with an identity
 * of its own. A kill at any instant leaves a whole branch, or only something in `making`.
 */
export async function makeBranch(plan: BranchPlan): Promise<void> {
  const { paths, engine, random, failpoint, description, endpoint, source, ready, signal } = plan
  const target = paths.cluster(description.ref)
  const own = clusterPaths(join(paths.making, randomBytes(6).toString('hex')))
  const { account } = description
  try {
    await onDisk(async () => {
      if (ready === undefined) await mkdir(own.folder)
      else await rename(ready.folder, own.folder)
      await chmod(own.folder, account === null ? 0o700 : 0o711)
      await copyBase({
        endpoint,
        source: source.data,
        target: own.data,
        label: 'colonnade branch',
        signalFile: 'recovery.signal',
        withWal: true,
        signal,
      })
      signal?.throwIfAborted()
      await failpoint('clusters.branch.copy.after')
      for (const folder of [own.log, own.socket]) await mkdir(folder, { recursive: true, mode: 0o700 })
      if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, own.data, own.log, own.socket])
      await recover(plan, own)
      signal?.throwIfAborted()
      await failpoint('clusters.branch.recover.after')
      await dropSpareWal(own.data)
      await giveIdentity(own.data, random)
      for (const scrap of [own.settings, own.startupLog, join(own.data, 'backup_label.old')]) await rm(scrap, { force: true })
      const method = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
      await run(engine.initdb, ['--sync-only', ...method, '-D', own.data], { account })
      await writeDescription(own.description, description)
      await failpoint('clusters.branch.claim.before')
      await rename(own.folder, target.folder)
      await syncFolder(paths.clusters)
      await failpoint('clusters.branch.claim.after')
    })
  } catch (error) {
    await removeTree(own.folder)
    if (ready !== undefined) await removeTree(ready.folder)
    throw error
  }
}

/** Runs a server on the copy, which nobody else can reach, until it has repeated what its source wrote meanwhile, and is settled. */
async function recover({ engine, description, isWithData, temporary, startMs, stopTimes }: BranchPlan, own: ClusterPaths): Promise<void> {
  const { account, compute, port } = description
  const isShort = fitsSocket(own.socket)
  const paths = isShort ? own : { ...own, socket: join(temporary, `colonnade-branch-${randomBytes(4).toString('hex')}`) }
  const processName = `branch-${randomBytes(4).toString('hex')}`
  await writeFile(paths.settings, recoverySettingsText({ compute, port, socket: paths.socket, log: paths.log, processName }), { mode: 0o644 })
  try {
    if (!isShort) {
      await mkdir(paths.socket, { mode: 0o700 })
      if (account !== null) await run('chown', [`${account.uid}:${account.gid}`, paths.socket])
    }
    const postmaster = await launchPostmaster(engine.postgres, paths, account)
    try {
      if (!(await waitUntilNoted(postmaster, paths.data, startMs))) {
        const log = await lastLogLines(paths.log, paths.startupLog)
        throw new AppError('cluster_start_failed', { log }, { message: 'The copy of the database server did not start' })
      }
      await settleBranch({ host: paths.socket, port }, isWithData)
    } finally {
      await stopPostmaster(postmaster, { processName, uid: account?.uid ?? process.getuid!() }, stopTimes)
    }
  } finally {
    if (!isShort) await removeTree(paths.socket)
  }
}
