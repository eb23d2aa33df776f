import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint, Clusters } from '../../clusters.ts'
import type { CopyingParts } from '../copies/copying-parts.ts'
import { scratchPaths } from '../copies/recovery-server.ts'
import { accessText, configurationText, loadingSettingsText } from '../engine/settings.ts'
import { initialize } from '../engine/template.ts'
import { launchPostmaster, type StopTimes, stopPostmaster, waitUntilNoted } from '../process/postmaster.ts'
import { run } from '../process/run.ts'
import { lastLogLines } from '../process/server-log.ts'
import { onDisk, removeTree } from '../storage/files.ts'
import { removeSocketFolder, prepareSocketParent } from '../storage/sockets.ts'

export interface BlankParts extends Pick<CopyingParts, 'use' | 'failpoint'> {
  readonly stopTimes: StopTimes
}

/** It listens on no port; this is but the number in the name of its socket. */
const socketNumber = 5432
const startMs = 60_000

/** An empty cluster, as initdb makes it, in `making`. */
export function createBlank({ use, failpoint, stopTimes }: BlankParts): Pick<Clusters, 'blank'> {
  return {
    async blank<T>({ version, compute }: Parameters<Clusters['blank']>[0], work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal) {
      const { paths, engines, accounts } = use()
      const engine = await engines.of(version)
      const account = accounts.next()
      const own = scratchPaths(paths)
      const mark = { processName: `blank-${randomBytes(4).toString('hex')}-${paths.mark}`, uid: account?.uid ?? process.getuid!() }
      try {
        return await onDisk(async () => {
          await mkdir(own.folder)
          await chmod(own.folder, account === null ? 0o700 : 0o711)
          await initialize(engine, own, account)
          await writeFile(join(own.data, 'postgresql.conf'), configurationText)
          await writeFile(join(own.data, 'pg_hba.conf'), accessText)
          const input = { version: engine.version, compute, port: socketNumber, socket: own.socket, log: own.log, processName: mark.processName }
          await writeFile(own.settings, loadingSettingsText(input), { mode: 0o644 })
          await prepareSocketParent(own)
          for (const folder of [own.log, own.socket]) await mkdir(folder, { recursive: true, mode: 0o700 })
          if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, own.data, own.log, own.socket])
          signal?.throwIfAborted()
          await failpoint('clusters.blank.start.before')
          const server = await launchPostmaster(engine.postgres, own, account)
          const giveUp = (): void => void stopPostmaster(server, mark, { fastMs: 0, immediateMs: stopTimes.immediateMs })
          signal?.addEventListener('abort', giveUp, { once: true })
          try {
            if (!(await waitUntilNoted(server, own.data, startMs))) {
              signal?.throwIfAborted()
              const log = await lastLogLines(own.log, own.startupLog)
              throw new AppError('cluster_start_failed', { log }, { message: 'The empty database server did not start', internal: log.join('\n') })
            }
            return await work({ host: own.socket, port: socketNumber })
          } finally {
            signal?.removeEventListener('abort', giveUp)
            await stopPostmaster(server, mark, stopTimes)
          }
        })
      } finally {
        await removeTree(own.folder)
        await removeSocketFolder(own)
        accounts.free(account)
      }
    },
  }
}
