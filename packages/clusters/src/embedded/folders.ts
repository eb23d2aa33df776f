import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failpoint, Logger } from '@colonnade/core'
import type { ClusterSpec } from '../clusters.ts'
import { finishReplacements } from './backups/backups.ts'
import { readMajor } from './engine/engines.ts'
import type { OpenedHome } from './open-home.ts'
import type { StopTimes } from './process/postmaster.ts'
import type { Registry } from './registry.ts'
import { clearUnfinished, removeCluster } from './remains.ts'
import { readDescription, writeDescription } from './storage/cluster-file.ts'
import { onDisk, syncFolder } from './storage/files.ts'
import { clusterPaths } from './storage/paths.ts'

export interface FoldersParts extends Pick<Registry, 'emit' | 'register' | 'markOf' | 'entries'> {
  readonly failpoint: Failpoint
  readonly logger: Logger
  readonly stopTimes: StopTimes
}

/** Makes the folders of clusters, finds them again after a restart, and removes them. */
export function createFolders({ emit, register, markOf, entries, failpoint, logger, stopTimes }: FoldersParts) {
  const create = async (open: OpenedHome, ref: string, spec: ClusterSpec): Promise<void> => {
    const { paths, pool, ports, engines, templates } = open
    const target = paths.cluster(ref)
    if (await repair(open, ref, spec)) return
    await failpoint('clusters.ensure.copy.before')
    const engine = spec.version === undefined ? engines.standard : await engines.of(spec.version)
    const copy = engine.version === engines.standard.version ? await pool.take() : await pool.make(engine, await templates.of(engine))
    await failpoint('clusters.ensure.copy.after')
    let { folder } = copy
    let port: number | undefined
    try {
      port = await ports.allocate()
      const description = { ref, compute: spec.compute, version: engine.version, port, account: copy.account, follows: null }
      await onDisk(async () => {
        await failpoint('clusters.ensure.describe.before')
        await writeDescription(clusterPaths(copy.folder).description, description)
        await failpoint('clusters.ensure.describe.after')
        await failpoint('clusters.ensure.claim.before')
        await rename(folder, target.folder)
        folder = target.folder
        await syncFolder(paths.clusters)
        await failpoint('clusters.ensure.claim.after')
      })
      emit(register(open, description).status())
    } catch (error) {
      if (port !== undefined) ports.free(port)
      await pool.discard({ ...copy, folder }).catch((failure: unknown) => logger.warn('copy not discarded', { error: failure }))
      throw error
    }
  }

  /** A folder whose description is lost keeps its data and gets a new one; a folder without data is not worth keeping. */
  const repair = async (open: OpenedHome, ref: string, { compute }: ClusterSpec): Promise<boolean> => {
    const target = open.paths.cluster(ref)
    const owner = await stat(join(target.data, 'PG_VERSION')).catch(() => undefined)
    if (owner === undefined) {
      await wipe(open, ref)
      return false
    }
    const { version } = await open.engines.of((await readMajor(target.data)) ?? open.engines.standard.version)
    const [port, account] = [await open.ports.allocate(), open.accounts.of(owner)]
    const description = { ref, compute, version, port, account, follows: null }
    await onDisk(() => writeDescription(target.description, description))
    emit(register(open, description).status())
    logger.warn('cluster description rewritten', { ref })
    return true
  }

  const wipe = async (open: OpenedHome, ref: string): Promise<void> => {
    const paths = open.paths.cluster(ref)
    const owner = await stat(paths.data).catch(() => undefined)
    const account = owner === undefined ? null : open.accounts.of(owner)
    await removeCluster({ home: open.paths, paths, mark: markOf(open, ref, account), account, stopTimes, failpoint })
  }

  const takeOver = async (open: OpenedHome): Promise<void> => {
    await finishReplacements(open.paths)
    const running = await clearUnfinished(open.paths, logger)
    for (const ref of await readdir(open.paths.clusters)) {
      const description = await readDescription(open.paths.cluster(ref).description)
      if (description?.ref === ref) register(open, description) // ensure and destroy know what to do with the rest
    }
    // a primary that is up keeps nothing for replicas that are not known by then
    for (const [ref, cluster] of entries()) {
      const server = running.get(open.paths.cluster(ref).data)
      if (server?.uid === markOf(open, ref, cluster.description().account).uid) cluster.adopt(server.pid)
    }
  }

  return { create, wipe, takeOver }
}
