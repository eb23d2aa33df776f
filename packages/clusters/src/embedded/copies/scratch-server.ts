import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppError } from '@colonnade/core'
import type { ClusterEndpoint, ComputeSize } from '../../clusters.ts'
import type { Engine } from '../engine/engine.ts'
import type { SettingsInput } from '../engine/settings.ts'
import { launchPostmaster, type StopTimes, stopPostmaster, waitUntilNoted } from '../process/postmaster.ts'
import { run } from '../process/run.ts'
import { lastLogLines } from '../process/server-log.ts'
import type { Account } from '../storage/accounts.ts'
import { endedByDisk } from '../storage/files.ts'
import { isMarked } from '../names/mark.ts'
import { readNames } from '../names/read-names.ts'
import { type ClusterPaths, clusterPaths, fitsSocket, type HomePaths } from '../storage/paths.ts'
import { prepareSocketParent } from '../storage/sockets.ts'

/** A server that nobody else can reach, on files that are no cluster's yet, or never will be. */
export interface ScratchServer {
  readonly paths: HomePaths
  readonly engine: Engine
  /** Where the files are, of `scratchPaths`. Its settings are written. */
  readonly own: ClusterPaths
  readonly compute: ComputeSize
  /** Whom the server runs as, and the files belong to. */
  readonly account: Account
  readonly stopTimes: StopTimes
  readonly signal?: AbortSignal | undefined
}

export interface ScratchRun {
  /** What its processes are called by, for whoever looks at them. */
  readonly kind: 'recovery' | 'blank'
  readonly settingsOf: (input: SettingsInput) => string
  /** Until it takes connections. */
  readonly startMs: number
  /** Why it did not, where the disk is not the reason. */
  readonly failureOf: (log: string[]) => AppError
}

/** It listens on no port; this is but the number in the name of its socket. */
const socketNumber = 5432

/** Lets it run for as long as the work takes, and stops it in order. @throws AppError `storage_full`, what `failureOf` says */
export async function withScratchServer<T>(
  { paths, engine, own, compute, account, stopTimes, signal }: ScratchServer,
  { kind, settingsOf, startMs, failureOf }: ScratchRun,
  work: (server: ClusterEndpoint) => Promise<T>,
): Promise<T> {
  const mark = { processName: `${kind}-${randomBytes(4).toString('hex')}-${paths.mark}`, uid: account?.uid ?? process.getuid!() }
  const input = { version: engine.version, compute, port: socketNumber, socket: own.socket, log: own.log, processName: mark.processName }
  await writeFile(own.settings, settingsOf(input), { mode: 0o644 })
  await prepareSocketParent(own)
  for (const folder of [own.log, own.socket]) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, own.data, own.log, own.socket])
  signal?.throwIfAborted()
  const server = await launchPostmaster(engine.postgres, own, account, paths.hidden)
  const giveUp = (): void => void stopPostmaster(server, mark, { fastMs: 0, immediateMs: stopTimes.immediateMs })
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    if (!(await waitUntilNoted(server, own.data, startMs))) {
      signal?.throwIfAborted()
      const log = await lastLogLines(own.log, own.startupLog)
      throw (await endedByDisk(own.folder, log)) ?? failureOf(log)
    }
    const place = { host: own.socket, port: socketNumber }
    return await work({ ...place, names: isMarked(own.data) ? 'current' : (await readNames(place)).names })
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await stopPostmaster(server, mark, stopTimes)
  }
}

/** A place in `making`. As for a cluster: a socket whose path under the home would be too long lies elsewhere. */
export function scratchPaths(paths: HomePaths): ClusterPaths {
  const name = randomBytes(6).toString('hex')
  const own = clusterPaths(join(paths.making, name))
  return fitsSocket(own.socket) ? own : { ...own, socket: join(tmpdir(), `colonnade-${paths.mark}`, name) }
}
