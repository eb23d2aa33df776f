import { spawn } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@colonnade/core'
import type { Account } from '../storage/accounts.ts'
import { readIfThere } from '../storage/files.ts'
import type { ClusterPaths } from '../storage/paths.ts'
import { inspectProcess, isAlive, isChildOf, listProcesses, postmasterFolder, type ServerMark, signal } from './processes.ts'
import { askServer } from './ready.ts'
import { plainEnvironment } from './run.ts'
import { behindVeil } from './veil.ts'

/** A running server's first process: ours to watch, whether we started it or found it. */
export interface Postmaster {
  readonly pid: number
  /** Resolves, with how it ended in words, when the process is gone; never rejects. */
  readonly exited: Promise<string>
  hasExited(): boolean
  /** Looks more often whether it is gone, for as long as somebody waits for that. */
  hurry(): void
  /** Stops watching; the process goes on. */
  release(): void
}

/** A copy of a running server has this until it has recovered to where it is whole. */
const labelFile = 'backup_label'

/**
 * Starts a server. It has a session of its own (a terminal's Ctrl-C is not for it) and outlives us.
 *
 * @param hidden folders that it must not see; those of `HomePaths`
 */
export async function launchPostmaster(program: string, paths: ClusterPaths, account: Account, hidden: readonly string[] = []): Promise<Postmaster> {
  const [command, ...args] = behindVeil(hidden, [program, '-D', paths.data, ...recoveryOptions(paths)])
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
  const output = await open(paths.startupLog, flags, 0o600)
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      cwd: '/',
      env: plainEnvironment,
      ...account,
    })
    const { promise: exited, resolve } = Promise.withResolvers<string>()
    let isGone = false
    child.on('exit', (code, signalName) => {
      isGone = true
      resolve(signalName === null ? `exited with code ${code}` : `was killed by ${signalName}`)
    })
    await new Promise<void>((started, failed) => {
      child.once('spawn', started)
      child.once('error', failed)
    })
    child.unref()
    return { pid: child.pid!, exited, hasExited: () => isGone, hurry: () => {}, release: () => void child.removeAllListeners('exit') }
  } finally {
    await output.close()
  }
}

/** A copy is on the disk before it is anybody's; to walk over each of its files once more would take as long as copying it. */
function recoveryOptions({ data }: ClusterPaths): string[] {
  return existsSync(join(data, labelFile)) && process.platform === 'linux' ? ['-c', 'recovery_init_sync_method=syncfs'] : []
}

const adoptedPollMs = 250

/** Watches a server that somebody else started (ourselves, in an earlier life), by looking whether it is still there. */
export function adoptPostmaster(pid: number): Postmaster {
  const { promise: exited, resolve } = Promise.withResolvers<string>()
  let isGone = false
  let timer: NodeJS.Timeout | undefined
  const look = (everyMs: number): void => {
    clearInterval(timer)
    timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      isGone = true
      resolve('ended')
    }, everyMs)
    timer.unref()
  }
  look(adoptedPollMs)
  return {
    pid,
    exited,
    hasExited: () => isGone,
    hurry() {
      look(4)
      timer?.ref()
    },
    release: () => clearInterval(timer),
  }
}

/** The process id of the running server of a data folder, by the server's own note; a stale or forged note is seen through. */
export async function findPostmaster(data: string, uid: number): Promise<number | undefined> {
  const pid = Number.parseInt((await readIfThere(`${data}/postmaster.pid`))?.split('\n')[0] ?? '', 10)
  if (!(pid > 1) || !isAlive(pid)) return undefined
  const info = await inspectProcess(pid)
  return info !== undefined && info.uid === uid && postmasterFolder(info) === data ? pid : undefined
}

/** Larger than any process id, on every system. */
const nobodysPid = 2_147_483_647

/**
 * A dead server that nobody has reaped yet counts as alive for the next one, which would refuse to start: for seconds, or for ever where
 * a container's first process reaps nobody. Its note gets a number that no process has, and keeps the rest: whether the dead one's
 * shared memory is still in use Postgres then finds out itself.
 */
export async function disownDeadPostmaster(data: string): Promise<void> {
  const path = `${data}/postmaster.pid`
  const text = (await readIfThere(path)) ?? ''
  const pid = Number.parseInt(text, 10)
  if (!(pid > 1) || pid === nobodysPid || isAlive(pid)) return
  // in place, so that it keeps its owner
  const note = await open(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  try {
    await note.writeFile(text.replace(/^\d+/, String(nobodysPid)))
  } finally {
    await note.close()
  }
}

/**
 * Waits until a server takes connections, asking it every few milliseconds.
 *
 * @returns false when it ended before that
 * @throws AppError `cluster_start_failed` when it still does not after `timeoutMs` (recovery after a crash may take minutes); the signal's reason
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  socket: string,
  port: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const begin = performance.now()
  while (!postmaster.hasExited()) {
    signal?.throwIfAborted()
    if ((await askServer(socket, port)) === 'ready') return true
    const waitedMs = performance.now() - begin
    if (waitedMs > timeoutMs) throw new AppError('cluster_start_failed', {}, { message: 'The database server took too long to start' })
    await delay(waitedMs < 500 ? 2 : 25)
  }
  return false
}

/** Line of postmaster.pid with the server's state (src/include/utils/pidfile.h, LOCK_FILE_LINE_PM_STATUS), counted from zero. */
const stateLine = 7

/**
 * Waits until a server that we have just launched takes connections, by its own note as pg_ctl does: asking it would cost it a session
 * every few milliseconds while it has better things to do. Otherwise as `waitUntilReady`.
 */
export async function waitUntilNoted(postmaster: Postmaster, data: string, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  const begin = performance.now()
  while (!postmaster.hasExited()) {
    signal?.throwIfAborted()
    const lines = (await readIfThere(`${data}/postmaster.pid`))?.split('\n') ?? []
    if (Number(lines[0]) === postmaster.pid && lines[stateLine]?.trim() === 'ready') return true
    const waitedMs = performance.now() - begin
    if (waitedMs > timeoutMs) throw new AppError('cluster_start_failed', {}, { message: 'The database server took too long to start' })
    await delay(waitedMs < 500 ? 2 : 25)
  }
  return false
}

export interface StopTimes {
  /** for a fast shutdown: sessions ended, everything written */
  readonly fastMs: number
  /** for an immediate one, from which the next start has to recover */
  readonly immediateMs: number
}

/** Stops a server: fast, then immediately, then by force. Resolves when neither it nor any of its children is left. */
export async function stopPostmaster(postmaster: Postmaster, mark: ServerMark, times: StopTimes): Promise<void> {
  postmaster.hurry()
  signal(postmaster.pid, 'SIGINT')
  if (await endsWithin(postmaster, times.fastMs)) return endChildren(mark, lastWordsMs)
  signal(postmaster.pid, 'SIGQUIT')
  if (await endsWithin(postmaster, times.immediateMs)) return endChildren(mark, lastWordsMs)
  signal(postmaster.pid, 'SIGKILL')
  await postmaster.exited
  await endChildren(mark)
}

/** The log collector exits shortly after its server. This is the longest wait for it. */
const lastWordsMs = 1_000

/**
 * Ends processes that a dead server left behind. Idle children of a killed postmaster exit within moments, but a busy one would first
 * finish its query. They get `graceMs` to exit on their own.
 */
export async function endChildren(mark: ServerMark, graceMs = 0): Promise<void> {
  const begin = performance.now()
  for (;;) {
    const children = (await listProcesses()).filter((info) => isChildOf(info, mark) && isAlive(info.pid))
    if (children.length === 0) return
    if (performance.now() - begin >= graceMs) for (const { pid } of children) signal(pid, 'SIGKILL')
    await delay(10)
  }
}

async function endsWithin(postmaster: Postmaster, timeoutMs: number): Promise<boolean> {
  const patience = new AbortController()
  const timeout = delay(timeoutMs, false, { signal: patience.signal }).catch(() => false)
  const isEnded = await Promise.race([postmaster.exited.then(() => true), timeout])
  patience.abort()
  return isEnded
}
