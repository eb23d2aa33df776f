import type { ClusterEndpoint } from '../../clusters.ts'
import type { Upgrades } from '../../upgrades.ts'
import type { CopyingParts } from '../copies/copying-parts.ts'
import { scratchPaths } from '../copies/scratch-server.ts'
import { loadingSettingsText } from '../engine/settings.ts'
import type { StopTimes } from '../process/postmaster.ts'
import { onDisk, removeTree } from '../storage/files.ts'
import { removeSocketFolder } from '../storage/sockets.ts'
import { makeEmpty, withPassingServer } from './passing-server.ts'

export interface BlankParts extends Pick<CopyingParts, 'use' | 'failpoint'> {
  readonly stopTimes: StopTimes
}

/** An empty cluster, as initdb makes it, in `making`. */
export function createBlank({ use, failpoint, stopTimes }: BlankParts): Pick<Upgrades, 'blank'> {
  return {
    async blank<T>(
      { version, compute, names = 'current' }: Parameters<Upgrades['blank']>[0],
      work: (server: ClusterEndpoint) => Promise<T>,
      signal?: AbortSignal,
    ) {
      const { paths, engines, accounts } = use()
      const engine = await engines.of(version)
      const account = accounts.next()
      const own = scratchPaths(paths)
      try {
        return await onDisk(async () => {
          await makeEmpty({ own, engine, account }, names)
          signal?.throwIfAborted()
          await failpoint('clusters.blank.start.before')
          return withPassingServer({ paths, engine, own, compute, account, stopTimes, signal }, loadingSettingsText, work)
        })
      } finally {
        await removeTree(own.folder)
        await removeSocketFolder(own)
        accounts.free(account)
      }
    },
  }
}
