import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type Clock, type Failpoint, type Logger, toAppError } from '@colonnade/core'
import type { ClusterState, ClusterStatus } from '../clusters.ts'
import { outbox, prepareOutbox } from './backups/archive.ts'
import type { Engine } from './engine/engine.ts'
import { type Engines, readMajor } from './engine/engines.ts'
import { closedAccessText, type PrimaryAddress, settingsText } from './engine/settings.ts'
import {
  adoptPostmaster,
  disownDeadPostmaster,
  endChildren,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  stopPostmaster,
  waitUntilNoted,
  waitUntilReady,
} from './process/postmaster.ts'
import { type ServerMark, signal } from './process/processes.ts'
import { lastLogLines } from './process/server-log.ts'
import { type ClusterDescription, writeDescription } from './storage/cluster-file.ts'
import { isShortOfRoom, onDisk, readIfThere, storageError } from './storage/files.ts'
import type { ClusterPaths } from './storage/paths.ts'
import { isPortFree, loopback, type Ports } from './storage/ports.ts'
import { prepareSocketParent } from './storage/sockets.ts'

/** How long things may take, and how often a cluster may crash. */
export interface Patience {
  /** until a starting server takes connections; recovery after a crash is part of it */
  readonly startMs: number
  readonly stopMs: number
  readonly immediateStopMs: number
  /** until a segment of WAL that is full must have been archived */
  readonly archiveMs: number
  /** a killed server's children hold its memory for a moment */
  readonly leftoversMs: number
  /** more crashes than this within `crashWindowMs`, of servers that ran for less than `steadyMs`, and the supervisor gives up */
  readonly maxCrashes: number
  readonly crashWindowMs: number
  readonly steadyMs: number
  readonly firstRestartMs: number
  readonly maxRestartMs: number
}

export const defaultPatience: Patience = {
  startMs: 300_000,
  stopMs: 20_000,
  immediateStopMs: 5_000,
  archiveMs: 30_000,
  leftoversMs: 10_000,
  maxCrashes: 5,
  crashWindowMs: 60_000,
  steadyMs: 5_000,
  firstRestartMs: 20,
  maxRestartMs: 5_000,
}

/** What a cluster is given by the driver. `enqueue` puts the supervisor's own work into the cluster's line. */
export interface ClusterContext {
  readonly engines: Engines
  readonly paths: ClusterPaths
  readonly ports: Ports
  readonly clock: Clock
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly patience: Patience
  readonly mark: ServerMark
  enqueue(work: () => Promise<void>): Promise<void>
  emit(status: ClusterStatus): void
  /** Where the cluster is that a description says to follow; asked at each start. */
  primaryOf(description: ClusterDescription): PrimaryAddress | undefined
}

/** One cluster of this machine: its description, its server process, and the supervisor of that. Calls come one at a time. */
export interface Cluster {
  description(): ClusterDescription
  status(): ClusterStatus
  /** Replaces the description; it applies at the next start. */
  describe(next: ClusterDescription): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  /** For a replica, when its primary has come up again: goes there, or starts again where that has grown. */
  refollow(): Promise<void>
  /** Has it read its settings again, which need no restart. */
  reload(): Promise<void>
  /** Takes over a server that runs already. */
  adopt(pid: number): void
  /** Stops watching and restarting. */
  release(): void
}

export function createCluster(context: ClusterContext, initial: ClusterDescription): Cluster {
  const { paths, engines, patience, logger, failpoint } = context
  let description = initial
  let state: ClusterState = 'stopped'
  let problem: ClusterStatus['problem'] = null
  let postmaster: Postmaster | undefined
  let restartTimer: NodeJS.Timeout | undefined
  let crashes: number[] = []
  let isReleased = false

  const status = (): ClusterStatus => ({
    ref: description.ref,
    state,
    compute: description.compute,
    version: description.version,
    address: { host: loopback, port: description.port },
    follows: description.follows,
    problem,
  })
  const enter = (next: ClusterState, why: ClusterStatus['problem'] = null): void => {
    if (state === next && why === problem) return
    ;[state, problem] = [next, why]
    context.emit(status())
  }
  const describe = async (next: ClusterDescription): Promise<void> => {
    await onDisk(() => writeDescription(paths.description, next))
    description = next
  }
  const calm = (): void => {
    clearTimeout(restartTimer)
    crashes = []
  }

  const watch = (watched: Postmaster): void => {
    postmaster = watched
    const since = context.clock.now()
    const lost = async (): Promise<void> => {
      const how = await watched.exited
      if (postmaster !== watched) return // stopped on purpose, in the meantime
      postmaster = undefined
      // each query that takes all memory ends a server; as long as it comes up again, nobody has to be there
      if (context.clock.now() - since >= patience.steadyMs) crashes = []
      await crashed(`The database server ${how}`)
    }
    void watched.exited.then(() => (isReleased ? undefined : context.enqueue(lost)))
  }

  const crashed = async (message: string, known?: readonly string[]): Promise<void> => {
    const now = context.clock.now()
    crashes = [...crashes.filter((time) => now - time < patience.crashWindowMs), now]
    // what can't be read of the log keeps nobody from starting it again
    const log = known ?? (await lastLogLines(paths.log, paths.startupLog).catch(() => []))
    logger.warn('cluster crashed', { ref: description.ref, message, crashes: crashes.length })
    // that passes, and nobody may be there then to start it again; a server that has no room has none for its log either
    const isOfDisk = storageError(new Error([message, ...log].join('\n'))) !== undefined || (await isShortOfRoom(paths.data))
    if (crashes.length > patience.maxCrashes && !isOfDisk)
      return enter('failed', { message: `${message}; it crashed ${crashes.length} times in a row`, log })
    enter('crashed', { message, log })
    const waitMs = Math.min(patience.maxRestartMs, patience.firstRestartMs * 4 ** (crashes.length - 1))
    restartTimer = setTimeout(() => void context.enqueue(restartCrashed), waitMs)
    restartTimer.unref()
  }

  const restartCrashed = async (): Promise<void> => {
    if (state !== 'crashed' || isReleased) return
    try {
      await bringUp()
      enter('running')
      logger.info('cluster restarted after a crash', { ref: description.ref })
    } catch (error) {
      const failure = toAppError(error)
      await crashed(failure.message, linesOf(failure))
    }
  }

  /** Starts the server and waits until it takes connections; a taken port or a predecessor's leftovers are worked around. */
  const bringUp = async (): Promise<void> => {
    const begin = performance.now()
    if (await joinRunning()) return
    const engine = await engines.of((await readMajor(paths.data)) ?? description.version)
    if (description.version !== engine.version) await describe({ ...description, version: engine.version })
    for (let attempt = 1; ; attempt += 1) {
      if (!(await isPortFree(description.port))) await movePort()
      const sinceMs = Date.now() - 1 // the machine's own clock, which the server's log has too
      const launched = await launch(engine)
      try {
        if (await waitUntilNoted(launched, paths.data, patience.startMs)) return watch(launched)
      } catch (error) {
        await stopPostmaster(launched, context.mark, { fastMs: 0, immediateMs: patience.immediateStopMs })
        throw error
      }
      const log = await logOfFailure(paths, sinceMs)
      const text = log.join('\n')
      const isPortTaken = /could not create any TCP\/IP sockets/.test(text)
      const hasLeftovers = /pre-existing shared memory block|lock file ".*" already exists/.test(text)
      if (isPortTaken && attempt < 5) await movePort()
      else if (hasLeftovers && performance.now() - begin < patience.leftoversMs) {
        if (await joinRunning()) return
        await endChildren(context.mark)
        await delay(20)
      } else throw startFailure(description.ref, log)
    }
  }

  /** Takes over a server of ours that runs unwatched: one that came up after we had given it up. */
  const joinRunning = async (): Promise<boolean> => {
    const pid = await findPostmaster(paths.data, context.mark.uid)
    if (pid === undefined) return false
    const found = adoptPostmaster(pid)
    const isReady = await waitUntilReady(found, paths.socket, description.port, patience.startMs)
    if (isReady) watch(found)
    return isReady
  }

  const movePort = async (): Promise<void> => {
    const port = await context.ports.allocate()
    const previous = description.port
    await describe({ ...description, port })
    context.ports.free(previous)
    logger.info('cluster moved to another port', { ref: description.ref, previous, port })
  }

  const launch = async (engine: Engine): Promise<Postmaster> => {
    await failpoint('clusters.start.settings.before')
    await onDisk(() => prepareStart(context, description))
    await disownDeadPostmaster(paths.data)
    await failpoint('clusters.start.settings.after')
    await failpoint('clusters.start.launch.before')
    const launched = await onDisk(() => launchPostmaster(engine.postgres, paths, description.account))
    await failpoint('clusters.start.launch.after')
    return launched
  }

  return {
    description: () => description,
    status,
    describe,
    async start() {
      if (state === 'running' && postmaster?.hasExited() === false) return
      calm()
      postmaster?.release()
      postmaster = undefined
      enter('starting')
      try {
        await bringUp()
        await failpoint('clusters.start.ready.after')
        enter('running')
      } catch (error) {
        const failure = toAppError(error)
        enter('failed', { message: failure.message, log: linesOf(failure) })
        throw failure
      }
    },
    async stop() {
      calm()
      const running = postmaster
      postmaster = undefined
      if (running !== undefined && !running.hasExited()) {
        enter('stopping')
        await failpoint('clusters.stop.signal.before')
        await stopPostmaster(running, context.mark, { fastMs: patience.stopMs, immediateMs: patience.immediateStopMs })
        await failpoint('clusters.stop.signal.after')
      } else if (state !== 'stopped') await endChildren(context.mark)
      enter('stopped')
    },
    async refollow() {
      if (state !== 'running' || postmaster === undefined) return
      const [now, next] = [await readIfThere(paths.settings), textOf(context, description)]
      if (now === next) return
      if (limitsOf(now) === limitsOf(next)) {
        await onDisk(() => writeSettings(context, description))
        signal(postmaster.pid, 'SIGHUP')
        return
      }
      await this.stop()
      await this.start()
    },
    async reload() {
      if (postmaster === undefined || postmaster.hasExited()) return
      await onDisk(() => prepareArchive(context, description))
      await onDisk(() => writeSettings(context, description))
      signal(postmaster.pid, 'SIGHUP')
    },
    adopt(pid) {
      const adopted = adoptPostmaster(pid)
      watch(adopted)
      enter('starting')
      void context.enqueue(async () => {
        if (postmaster !== adopted) return
        const isReady = await waitUntilReady(adopted, paths.socket, description.port, patience.startMs).catch(() => false)
        if (isReady && postmaster === adopted) enter('running')
      })
    },
    release() {
      isReleased = true
      calm()
      postmaster?.release()
    },
  }
}

/** The status of what there is not. */
export function absent(ref: string): ClusterStatus {
  return { ref, state: 'absent', compute: null, version: null, address: null, follows: null, problem: null }
}

function textOf(context: ClusterContext, description: ClusterDescription): string {
  const { paths, mark } = context
  const { version, compute, port } = description
  const primary = context.primaryOf(description)
  const archive = description.isArchiving === true ? outbox(paths) : undefined
  const leaves = description.promotion?.leaves
  const closedBy = description.isClosed === true ? closedAccess(paths) : undefined
  return settingsText({
    version,
    compute,
    port,
    socket: paths.socket,
    log: paths.log,
    processName: mark.processName,
    primary,
    archive,
    leaves,
    closedBy,
  })
}

function closedAccess({ folder }: ClusterPaths): string {
  return join(folder, 'closed_hba.conf')
}

/** The settings but for the address of the primary, which alone can change while a server runs. */
function limitsOf(text: string | undefined): string | undefined {
  return text?.replace(/^primary_conninfo = .*$/m, '')
}

async function prepareArchive({ paths }: ClusterContext, { isArchiving, account }: ClusterDescription): Promise<void> {
  if (isArchiving === true) await prepareOutbox(paths, account)
}

/** Writes the settings where they changed. */
async function writeSettings(context: ClusterContext, description: ClusterDescription): Promise<void> {
  const { paths } = context
  const text = textOf(context, description)
  if ((await readIfThere(paths.settings)) === text) return
  await writeFile(`${paths.settings}.next`, text, { mode: 0o644 })
  await rename(`${paths.settings}.next`, paths.settings)
}

/** Writes the settings, and makes sure of the folders the server needs. */
async function prepareStart(context: ClusterContext, description: ClusterDescription): Promise<void> {
  const { paths } = context
  const { account } = description
  await prepareArchive(context, description)
  if (description.isClosed === true) await writeFile(closedAccess(paths), closedAccessText, { mode: 0o644 })
  await writeSettings(context, description)
  await prepareSocketParent(paths)
  for (const folder of [paths.log, paths.socket]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    if (account !== null) await chown(folder, account.uid, account.gid)
  }
  // sockets of a killed server that had another port
  for (const name of await readdir(paths.socket)) await rm(join(paths.socket, name), { force: true })
}

/** The log of a start that failed; the server's log process may still be writing its last line. */
async function logOfFailure(paths: ClusterPaths, sinceMs: number): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const log = await lastLogLines(paths.log, paths.startupLog, sinceMs)
    if (look === 20 || log.some((line) => /FATAL|PANIC/.test(line))) return log
    await delay(10)
  }
}

function startFailure(ref: string, log: readonly string[]): AppError {
  const text = log.join('\n')
  const message = /(?:FATAL|PANIC): {1,2}(.*)/.exec(text)?.[1]
  const storage = storageError(new Error(text))
  if (storage !== undefined) return new AppError(storage.code, { ref, log })
  return new AppError(
    'cluster_start_failed',
    { ref, log },
    { message: `The database server did not start${message === undefined ? '' : `: ${message}`}` },
  )
}

function linesOf(error: AppError): readonly string[] {
  return Array.isArray(error.details['log']) ? (error.details['log'] as string[]) : []
}
