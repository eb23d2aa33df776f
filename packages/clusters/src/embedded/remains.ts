import { randomBytes } from 'node:crypto'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failpoint, Logger } from '@colonnade/core'
import { adoptPostmaster, endChildren, findPostmaster, stopPostmaster, type StopTimes } from './process/postmaster.ts'
import {
  findPostmasters,
  isAlive,
  listProcesses,
  mentions,
  postmasterFolder,
  type ProcessInfo,
  type ServerMark,
  signal,
} from './process/processes.ts'
import { releaseSharedMemory } from './process/shared-memory.ts'
import type { Account } from './storage/accounts.ts'
import { isMissing, removeTree, syncFolder } from './storage/files.ts'
import type { ClusterPaths, HomePaths } from './storage/paths.ts'
import { removeSocketFolder } from './storage/sockets.ts'

/**
 * Clears away what an earlier life left unfinished: halves of copies and of removals, and the programs that work on them. Returns the
 * servers of clusters that still run, by data folder.
 */
export async function clearUnfinished(paths: HomePaths, logger: Logger): Promise<Map<string, ProcessInfo>> {
  const processes = (await listProcesses()).filter(({ pid }) => isAlive(pid))
  const running = new Map([...(await findPostmasters(processes))].filter(([folder]) => folder.startsWith(`${paths.clusters}/`)))
  for (const info of processes) {
    const folder = postmasterFolder(info)
    if (folder?.startsWith(`${paths.clusters}/`)) continue
    if (folder?.startsWith(`${paths.home}/`) || mentions(info, `${paths.making}/`)) {
      signal(info.pid, 'SIGKILL')
      logger.warn('orphaned process ended', { pid: info.pid })
    }
  }
  for (const folder of [paths.making, paths.trash]) {
    for (const name of await readdir(folder)) await removeTree(join(folder, name))
  }
  return running
}

export interface Removal {
  readonly home: HomePaths
  readonly paths: ClusterPaths
  readonly mark: ServerMark
  readonly account: Account
  readonly stopTimes: StopTimes
  readonly failpoint: Failpoint
}

/** Ends every process of a cluster and removes what belongs to it, however much of it there is. */
export async function removeCluster({ home, paths, mark, account, stopTimes, failpoint }: Removal): Promise<void> {
  if (await isThere(paths.folder)) {
    const pid = (await findPostmaster(paths.data, mark.uid)) ?? (await findPostmasters(await listProcesses())).get(paths.data)?.pid
    if (pid !== undefined) await stopPostmaster(adoptPostmaster(pid), mark, stopTimes)
    if (await isThere(join(paths.data, 'postmaster.pid'))) {
      await endChildren(mark)
      await releaseSharedMemory(paths.data, account)
    }
    // renamed first: from here on, the folder isn't a cluster, even if we crash
    const grave = join(home.trash, `${mark.processName}-${randomBytes(4).toString('hex')}`)
    await failpoint('clusters.destroy.bury.before')
    await rename(paths.folder, grave)
    await syncFolder(home.clusters)
    await failpoint('clusters.destroy.bury.after')
    await removeTree(grave)
    await failpoint('clusters.destroy.remove.after')
  }
  await removeSocketFolder(paths)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
}
