import { readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { systemCode } from '../storage/files.ts'
import { run } from './run.ts'

/** A process of this machine and what it was called with (after Postgres's own renaming of its children). */
export interface ProcessInfo {
  readonly pid: number
  readonly uid: number
  /** One element per argument where the system separates them (Linux), otherwise the whole line as one. */
  readonly args: readonly string[]
}

/** Whether a process runs; one that we may not signal does too, one that only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  try {
    // "PID (name) STATE …"; in a container whose first process reaps nobody, the dead stay zombies
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** Sends a signal; a process that is gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** One process; undefined when it is gone. */
export async function inspectProcess(pid: number): Promise<ProcessInfo | undefined> {
  if (process.platform !== 'linux') {
    return fromPs(await run('ps', ['-ww', '-o', 'pid=,uid=,command=', '-p', String(pid)]).catch(() => ''))[0]
  }
  const [text, owner] = await Promise.all([readFile(`/proc/${pid}/cmdline`, 'utf8'), stat(`/proc/${pid}`)]).catch(() => ['', undefined] as const)
  return text === '' || owner === undefined ? undefined : { pid, uid: owner.uid, args: text.replace(/\0+$/, '').split('\0') }
}

/** All processes that we may see, without kernel threads and the dead that wait to be reaped. */
export async function listProcesses(): Promise<ProcessInfo[]> {
  if (process.platform !== 'linux') {
    return fromPs(await run('ps', ['-axww', '-o', 'pid=,uid=,command=']))
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map(inspectProcess))).filter((info) => info !== undefined)
}

function fromPs(text: string): ProcessInfo[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, uid, command] = /^\s*(\d+)\s+(-?\d+)\s+(.*)$/.exec(line) ?? []
    return command === undefined ? [] : [{ pid: Number(pid), uid: Number(uid), args: [command.trim()] }]
  })
}

/** The data folder of a postmaster; undefined for other processes. We start each as `…/postgres -D FOLDER`. */
export function postmasterFolder({ args }: ProcessInfo): string | undefined {
  if (args.length === 1) return /^\/.*\/postgres -D (.+)$/.exec(args[0]!)?.[1]
  return basename(args[0]!) === 'postgres' && args[1] === '-D' ? args[2] : undefined
}

/**
 * The postmasters among processes, by data folder. A child has its parent's arguments until it has renamed itself, so that of several
 * processes of a folder those don't count whose parent is one of them.
 */
export async function findPostmasters(processes: readonly ProcessInfo[]): Promise<Map<string, ProcessInfo>> {
  const found = new Map<string, ProcessInfo>()
  for (const [folder, candidates] of Map.groupBy(processes, (info) => postmasterFolder(info))) {
    if (folder === undefined) continue
    const pids = new Set(candidates.map(({ pid }) => pid))
    for (const info of candidates) {
      if (candidates.length === 1 || (!pids.has(await parentOf(info.pid)) && isAlive(info.pid))) found.set(folder, info)
    }
  }
  return found
}

/** The process id of a process's parent; 0 when it is gone. */
async function parentOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number(await run('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(() => '0'))
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // "PID (name) STATE PARENT …", where the name may hold anything
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/** Identifies the processes of one cluster: its name in their titles, and their user. */
export interface ServerMark {
  readonly processName: string
  readonly uid: number
}

/** Whether a process is a child of the cluster's postmaster. */
export function isChildOf({ uid, args }: ProcessInfo, mark: ServerMark): boolean {
  return uid === mark.uid && args[0]!.startsWith(`postgres: ${mark.processName}: `)
}

/** Whether a process was called with a path that begins so. */
export function mentions({ args }: ProcessInfo, path: string): boolean {
  return args.some((arg) => arg.startsWith(path)) || (args.length === 1 && args[0]!.includes(` ${path}`))
}
