import type { Logger } from '@colonnade/core'
import { createHash } from 'node:crypto'
import { chmod, chown, constants, copyFile, link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { denoPath } from '../deno.ts'
import { findHolders, type Holders } from './command.ts'
import { beganAt } from './measures.ts'

/** Whom workers of a project run as; null stands for ourselves: an ordinary user can be nobody else. */
export type Account = { readonly uid: number; readonly gid: number } | null

/** What sandboxes stand on. */
export interface Ground extends AsyncDisposable {
  readonly deno: string
  readonly preload: string
  readonly holders: Holders
  accountOf(ref: string): Account
  /** Makes a folder of a worker's own. */
  makeFolder(account: Account): Promise<string>
  /** Keeps that a process runs, so that whoever starts after a crash ends it. */
  remember(pid: number): Promise<() => Promise<void>>
}

/** Names of sockets are short, and Deno serves on none below /dev. */
const runPrefix = '/tmp/colonnade-functions-'

/** @param folder where the service keeps its files */
export async function openGround(folder: string, logger: Logger): Promise<Ground> {
  const isRoot = process.getuid?.() === 0
  const [runtime, processes] = [join(folder, 'runtime'), join(folder, 'processes')]
  await mkdir(folder, { recursive: true })
  await chmod(folder, isRoot ? 0o711 : 0o700)
  await endOrphans(processes, logger)
  await mkdir(runtime, { recursive: true })
  await chmod(runtime, 0o755)
  const preload = join(runtime, 'preload.ts')
  await writeFile(preload, await readFile(fileURLToPath(new URL('preload.ts', import.meta.url))))
  await chmod(preload, 0o644)
  const run = await mkdtemp(runPrefix)
  await chmod(run, isRoot ? 0o711 : 0o700)
  await mkdir(processes, { recursive: true, mode: 0o700 })
  await writeFile(join(processes, 'folder'), run)
  const holders = await findHolders()
  if (process.platform === 'linux' && (holders.setpriv === null || holders.prlimit === null)) {
    logger.warn('functions run with fewer bounds: setpriv or prlimit is missing')
  }
  const first = isRoot ? await firstAccount(folder) : null
  const accounts = new Map<string, Account>()
  let made = 0
  return {
    deno: isRoot ? await placeDeno(runtime) : denoPath(),
    preload,
    holders,
    accountOf(ref) {
      if (first === null) return null
      const uid = first + accounts.size
      const account = accounts.get(ref) ?? { uid, gid: uid }
      accounts.set(ref, account)
      return account
    },
    async makeFolder(account) {
      made += 1
      const own = join(run, made.toString(36))
      await mkdir(own, { mode: 0o700 })
      for (const name of ['s', 't']) {
        await mkdir(join(own, name), { mode: 0o700 })
        if (account !== null) await chown(join(own, name), account.uid, account.gid)
      }
      if (account !== null) await chown(own, account.uid, account.gid)
      return own
    },
    async remember(pid) {
      const path = join(processes, `${pid}-${(await beganAt(pid)) ?? 'unknown'}`)
      await writeFile(path, '')
      return () => rm(path, { force: true })
    },
    [Symbol.asyncDispose]: () => rm(run, { recursive: true, force: true }),
  }
}

/** Ends workers of a server that was killed: a number alone may be another process's by now. */
async function endOrphans(processes: string, logger: Logger): Promise<void> {
  const names = await readdir(processes).catch(() => [])
  for (const name of names) {
    const [pid, began] = name.split('-')
    if (began === undefined || began === 'unknown' || (await beganAt(Number(pid))) !== began) continue
    logger.warn('worker of an earlier server ended', { pid: Number(pid) })
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // it has ended of its own
    }
  }
  const run = await readFile(join(processes, 'folder'), 'utf8').catch(() => '')
  if (run.startsWith(runPrefix)) await rm(run, { recursive: true, force: true })
  await rm(processes, { recursive: true, force: true })
}

/** Deno, where any user can run it: packages may lie in a folder of root's. */
async function placeDeno(runtime: string): Promise<string> {
  const deno = denoPath()
  if (await isReachable(deno)) return deno
  const placed = join(runtime, 'deno')
  await rm(placed, { force: true })
  await link(deno, placed).catch(() => copyFile(deno, placed, constants.COPYFILE_FICLONE))
  await chmod(placed, 0o755)
  return placed
}

async function isReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return ((await stat(path)).mode & 0o005) === 0o005
  }
}

const span = 10_000

/** The first of a home's numbers for projects, above those of clusters; in a namespace that maps few, the highest that it maps. */
async function firstAccount(home: string): Promise<number | null> {
  const wanted = 2_100_000_000 + (createHash('sha256').update(home).digest().readUInt16BE(0) % 4_000) * span
  const map = await readFile('/proc/self/uid_map', 'utf8').catch(() => '')
  const ranges = [...map.matchAll(/^\s*(\d+)\s+\d+\s+(\d+)/gm)].map(([, start, count]) => ({
    start: Number(start),
    end: Number(start) + Number(count),
  }))
  if (ranges.length === 0 || ranges.some(({ start, end }) => start <= wanted && wanted + span <= end)) return wanted
  const highest = Math.max(...ranges.filter(({ start, end }) => end - start > span).map(({ end }) => end))
  return Number.isFinite(highest) ? highest - span : null
}
