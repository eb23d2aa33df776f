import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint, ComputeSize } from '../../clusters.ts'
import type { Engine } from '../engine/engine.ts'
import { accessText, configurationText, type SettingsInput } from '../engine/settings.ts'
import { initialize } from '../engine/template.ts'
import { launchPostmaster, type StopTimes, stopPostmaster, waitUntilNoted } from '../process/postmaster.ts'
import { run } from '../process/run.ts'
import { lastLogLines } from '../process/server-log.ts'
import type { Account } from '../storage/accounts.ts'
import { endedByDisk } from '../storage/files.ts'
import type { ClusterPaths, HomePaths } from '../storage/paths.ts'
import { prepareSocketParent } from '../storage/sockets.ts'

export interface PassingServer {
  readonly paths: HomePaths
  readonly engine: Engine
  /** Where the cluster is, of `scratchPaths`. */
  readonly own: ClusterPaths
  readonly compute: ComputeSize
  /** Whom the server runs as, and the files belong to. */
  readonly account: Account
  readonly stopTimes: StopTimes
  readonly signal?: AbortSignal | undefined
}

/** It listens on no port; this is but the number in the name of its socket. */
const socketNumber = 5432
const startMs = 60_000

/** An empty cluster, as initdb makes it. */
export async function makeEmpty({ own, engine, account }: Pick<PassingServer, 'own' | 'engine' | 'account'>): Promise<void> {
  await mkdir(own.folder)
  await chmod(own.folder, account === null ? 0o700 : 0o711)
  await initialize(engine, own, account)
  await writeFile(join(own.data, 'postgresql.conf'), configurationText)
  await writeFile(join(own.data, 'pg_hba.conf'), accessText)
}

/** Lets a server that nobody else can reach run on a cluster for as long as the work takes, and stops it in order. */
export async function withPassingServer<T>(
  { paths, engine, own, compute, account, stopTimes, signal }: PassingServer,
  settingsOf: (input: SettingsInput) => string,
  work: (server: ClusterEndpoint) => Promise<T>,
): Promise<T> {
  const mark = { processName: `blank-${randomBytes(4).toString('hex')}-${paths.mark}`, uid: account?.uid ?? process.getuid!() }
  const input = { version: engine.version, compute, port: socketNumber, socket: own.socket, log: own.log, processName: mark.processName }
  await writeFile(own.settings, settingsOf(input), { mode: 0o644 })
  await prepareSocketParent(own)
  for (const folder of [own.log, own.socket]) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, own.data, own.log, own.socket])
  signal?.throwIfAborted()
  const server = await launchPostmaster(engine.postgres, own, account)
  const giveUp = (): void => void stopPostmaster(server, mark, { fastMs: 0, immediateMs: stopTimes.immediateMs })
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    if (!(await waitUntilNoted(server, own.data, startMs))) {
      signal?.throwIfAborted()
      const log = await lastLogLines(own.log, own.startupLog)
      const words = { message: 'The new database server did not start', internal: log.join('\n') }
      throw (await endedByDisk(own.folder, log)) ?? new AppError('cluster_start_failed', { log }, words)
    }
    return await work({ host: own.socket, port: socketNumber })
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await stopPostmaster(server, mark, stopTimes)
  }
}
