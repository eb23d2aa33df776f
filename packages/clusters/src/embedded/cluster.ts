import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type Clock, type Failpoint, type Logger, toAppError } from '@colonnade/core'
import type { ClusterState, ClusterStatus } from '../clusters.ts'
import type { OwnNames } from '../own-names.ts'
import type { Engine } from './engine/engine.ts'
import { type Engines, readMajor } from './engine/engines.ts'
import type { PrimaryAddress } from './engine/settings.ts'
import { settleNames } from './names/settle-names.ts'
import { limitsOf, prepareArchive, prepareStart, textOf, writeAccess, writeSettings } from './prepare-start.ts'
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
import { linesOf, logOfFailure, requireData, startFailure } from './start-failure.ts'
import { type ClusterDescription, writeDescription } from './storage/cluster-file.ts'
import { endedByDisk, onDisk, readIfThere } from './storage/files.ts'
import type { ClusterPaths } from './storage/paths.ts'
import { isPortFree, loopback, type Ports } from './storage/ports.ts'

/** How long things may take, and how often a cluster may crash. */
export interface Patience {
  /** until a starting server takes connections; recovery after a crash is part of it */
  readonly startMs: number
  readonly stopMs: number
  readonly immediateStopMs: number
  /** until a segment of WAL that is full must have been archived */
  readonly archiveMs: number
  /** until a replica must stream from the cluster that was promoted: it asks again at least every `wal_retrieve_retry_interval` */
  readonly rejoinMs: number
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
  rejoinMs: 5_000,
  leftoversMs: 10_000,
  maxCrashes: 5,
  crashWindowMs: 60_000,
  steadyMs: 5_000,
  firstRestartMs: 20,
  maxRestartMs: 5_000,
}

/** Why a start ends that a stop did not wait for. */
const givenUp = new AppError('cluster_start_failed', {}, { message: 'The database server was stopped during startup' })

/** What a cluster is given by the driver. `enqueue` puts the supervisor's own work into the cluster's line. */
export interface ClusterContext {
  readonly engines: Engines
  readonly paths: ClusterPaths
  /** Folders that its server must not see. */
  readonly hidden: readonly string[]
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
  /** What our roles are called there; undefined as long as it has not been asked. */
  names(): OwnNames | undefined
  /** The same, asked again where a replica may have got others since. */
  currentNames(): Promise<OwnNames | undefined>
  /** Replaces the description; it applies at the next start. */
  describe(next: ClusterDescription): Promise<void>
  /** @param signal gives the start up */
  start(signal?: AbortSignal): Promise<void>
  stop(): Promise<void>
  /**
   * Gives up the start that is under way, and any that comes before the stop that is in line: a replica waits for its primary for as long as it is
   * let. To be called back when that stop begins.
   */
  expectStop(): () => void
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
  let stopsExpected = 0
  let starting: AbortController | undefined
  let names: OwnNames | undefined

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
      // a query that exhausts memory kills the server; no action is needed as long as it restarts
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
    const ofDisk = await endedByDisk(paths.data, [message, ...log])
    if (crashes.length > patience.maxCrashes && ofDisk === undefined)
      return enter('failed', { message: `${message}; it crashed ${crashes.length} times in a row`, log })
    enter('crashed', { message: ofDisk?.message ?? message, log })
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
      if (error === givenUp) return enter('stopped')
      const failure = toAppError(error)
      await crashed(failure.message, linesOf(failure))
    }
  }

  /** @throws `givenUp`, the signal's reason, AppError */
  const bringUp = async (signal?: AbortSignal): Promise<void> => {
    starting = new AbortController()
    if (stopsExpected > 0) starting.abort(givenUp)
    try {
      await launchAndWait(signal === undefined ? starting.signal : AbortSignal.any([signal, starting.signal]))
      await settle()
    } finally {
      starting = undefined
    }
  }

  /** Before anybody else uses the server: what our roles are called in it. One that doesn't say so is as good as it was. */
  const settle = async (): Promise<void> => {
    const { ref, port, account, isClosed = false } = description
    try {
      names = await settleNames({ ref, data: paths.data, account, isClosed, endpoint: { host: paths.socket, port }, logger, failpoint })
      if ((await onDisk(() => writeAccess(context, description, names))) && postmaster !== undefined) signal(postmaster.pid, 'SIGHUP')
    } catch (error) {
      logger.warn('the names of our roles are not known', { ref, error })
    }
  }

  /** Starts the server and waits until it takes connections; a taken port or a predecessor's leftovers are worked around. */
  const launchAndWait = async (giveUp: AbortSignal): Promise<void> => {
    const begin = performance.now()
    giveUp.throwIfAborted()
    if (await joinRunning(giveUp)) return
    await requireData(description.ref, paths)
    const engine = await engines.of((await readMajor(paths.data)) ?? description.version)
    if (description.version !== engine.version) await describe({ ...description, version: engine.version })
    for (let attempt = 1; ; attempt += 1) {
      if (!(await isPortFree(description.port))) await movePort()
      const sinceMs = Date.now() - 1 // the machine's own clock, which the server's log has too
      const launched = await launch(engine)
      try {
        if (await waitUntilNoted(launched, paths.data, patience.startMs, giveUp)) return watch(launched)
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
        if (await joinRunning(giveUp)) return
        await endChildren(context.mark)
        await delay(20)
      } else throw startFailure(description.ref, log, await endedByDisk(paths.data, log))
    }
  }

  /** Takes over one of our servers that runs unsupervised, because it came up after its start timed out. */
  const joinRunning = async (giveUp: AbortSignal): Promise<boolean> => {
    const pid = await findPostmaster(paths.data, context.mark.uid)
    if (pid === undefined) return false
    const found = adoptPostmaster(pid)
    try {
      const isReady = await waitUntilReady(found, paths.socket, description.port, patience.startMs, giveUp)
      if (isReady) watch(found)
      return isReady
    } catch (error) {
      if (giveUp.aborted) await stopPostmaster(found, context.mark, { fastMs: 0, immediateMs: patience.immediateStopMs })
      throw error
    }
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
    await onDisk(() => prepareStart(context, description, names))
    await disownDeadPostmaster(paths.data)
    await failpoint('clusters.start.settings.after')
    await failpoint('clusters.start.launch.before')
    const launched = await onDisk(() => launchPostmaster(engine.postgres, paths, description.account, context.hidden))
    await failpoint('clusters.start.launch.after')
    return launched
  }

  return {
    description: () => description,
    status,
    names: () => names,
    async currentNames() {
      // it gets them by replication; where its primary keeps them, so does it
      if (state === 'running' && names === 'former' && description.follows !== null && context.primaryOf(description)?.names !== 'former')
        await settle()
      return names
    },
    describe,
    async start(signal) {
      if (state === 'running' && postmaster?.hasExited() === false) return
      calm()
      postmaster?.release()
      postmaster = undefined
      enter('starting')
      try {
        await bringUp(signal)
        await failpoint('clusters.start.ready.after')
        enter('running')
      } catch (error) {
        if (error === givenUp || signal?.aborted) {
          enter('stopped')
          throw error
        }
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
    expectStop() {
      stopsExpected += 1
      starting?.abort(givenUp)
      return () => void (stopsExpected -= 1)
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
        if (postmaster !== adopted || stopsExpected > 0) return
        starting = new AbortController()
        const isReady = await waitUntilReady(adopted, paths.socket, description.port, patience.startMs, starting.signal).catch(() => false)
        starting = undefined
        if (!isReady || postmaster !== adopted) return
        await settle()
        enter('running')
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
