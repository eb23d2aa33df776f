import { randomBytes } from 'node:crypto'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint, ComputeSize } from '../../clusters.ts'
import type { Engine } from '../engine/engine.ts'
import { recoverySettingsText, type RecoveryTarget } from '../engine/settings.ts'
import { launchPostmaster, type StopTimes, stopPostmaster, waitUntilNoted } from '../process/postmaster.ts'
import { run } from '../process/run.ts'
import { lastLogLines } from '../process/server-log.ts'
import type { Account } from '../storage/accounts.ts'
import { endedByDisk } from '../storage/files.ts'
import { type ClusterPaths, clusterPaths, fitsSocket, type HomePaths } from '../storage/paths.ts'
import { prepareSocketParent } from '../storage/sockets.ts'

export interface RecoveryServerPlan {
  readonly paths: HomePaths
  readonly engine: Engine
  /** Where the copy is, of `scratchPaths`. Its settings are written. */
  readonly own: ClusterPaths
  readonly compute: ComputeSize
  /** Whom the server runs as, and the files belong to. */
  readonly account: Account
  readonly stopTimes: StopTimes
  readonly target?: RecoveryTarget
  /** What is recovered, for people: "backup". */
  readonly what: string
  readonly signal?: AbortSignal | undefined
}

/** A recovery may have hours of WAL to repeat. */
const recoveryMs = 12 * 60 * 60_000
/** It listens on no port; this is but the number in the name of its socket. */
const socketNumber = 5432

/**
 * Has a server that nobody else can reach recover a copy to where it should, runs while `during` does, and is stopped cleanly.
 *
 * @throws AppError `recovery_failed` (details.log) when it says why it does not get there, `cluster_start_failed` when it is ended without a word,
 * `storage_full`
 */
export async function withRecoveryServer<T>(plan: RecoveryServerPlan, during: (server: ClusterEndpoint) => Promise<T>): Promise<T> {
  const { engine, paths, own, compute, account, stopTimes, target, signal, what } = plan
  const mark = { processName: `recovery-${randomBytes(4).toString('hex')}-${paths.mark}`, uid: account?.uid ?? process.getuid!() }
  await writeFile(join(own.data, 'recovery.signal'), '', { mode: 0o600 })
  await prepareSocketParent(own)
  for (const folder of [own.log, own.socket]) await mkdir(folder, { recursive: true, mode: 0o700 })
  const input = { version: engine.version, compute, port: socketNumber, socket: own.socket, log: own.log, processName: mark.processName }
  await writeFile(own.settings, recoverySettingsText(input, target), { mode: 0o644 })
  if (account !== null) {
    await run('chown', ['-R', `${account.uid}:${account.gid}`, own.data, own.log])
    await chown(own.socket, account.uid, account.gid)
  }
  signal?.throwIfAborted()
  const server = await launchPostmaster(engine.postgres, own, account)
  const giveUp = (): void => void stopPostmaster(server, mark, { fastMs: 0, immediateMs: stopTimes.immediateMs })
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    // without a hot standby, it is ready only when it has recovered to where it should
    if (!(await waitUntilNoted(server, own.data, recoveryMs))) {
      signal?.throwIfAborted()
      throw await recoveryFailure(what, own)
    }
    return await during({ host: own.socket, port: socketNumber })
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await stopPostmaster(server, mark, stopTimes)
    await rm(own.startupLog, { force: true })
  }
}

/** Only what Postgres itself refuses tells anything about the copy. */
async function recoveryFailure(what: string, own: ClusterPaths): Promise<AppError> {
  const log = await lastLogLines(own.log, own.startupLog)
  const disk = await endedByDisk(own.folder, log)
  if (disk !== undefined) return disk
  const message = /(?:FATAL|PANIC): {1,2}(.*)/.exec(log.join('\n'))?.[1]
  if (message === undefined) return new AppError('cluster_start_failed', { log }, { message: `The server that was to recover the ${what} was ended` })
  return new AppError('recovery_failed', { log }, { message: `The ${what} could not be recovered: ${message}` })
}

/** A place in `making`. As for a cluster: a socket whose path under the home would be too long lies elsewhere. */
export function scratchPaths(paths: HomePaths): ClusterPaths {
  const name = randomBytes(6).toString('hex')
  const own = clusterPaths(join(paths.making, name))
  return fitsSocket(own.socket) ? own : { ...own, socket: join(tmpdir(), `colonnade-${paths.mark}`, name) }
}
