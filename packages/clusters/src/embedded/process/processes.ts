import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { systemCode } from '../storage/files.ts'
import { run } from './run.ts'

/** A process of this machine and what it was called with (after Postgres's own renaming of its children). */
export interface ProcessInfo {
  readonly pid: number
  /** Arguments one by one where the system tells them apart (Linux), else the whole line as one. */
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
    const line = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => '')
    return line.trim() === '' ? undefined : { pid, args: [line.trim()] }
  }
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text === '' ? undefined : { pid, args: text.replace(/\0+$/, '').split('\0') }
}

/** All processes that we may see, without kernel threads and the dead that wait to be reaped. */
export async function listProcesses(): Promise<ProcessInfo[]> {
  if (process.platform !== 'linux') {
    const lines = (await run('ps', ['-axww', '-o', 'pid=,command='])).split('\n')
    return lines.flatMap((line) => {
      const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined || command === undefined ? [] : [{ pid: Number(pid), args: [command] }]
    })
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map(inspectProcess))).filter((info) => info !== undefined)
}

/** Whether a process is the postmaster (the parent of all) of a data folder. */
export function isPostmasterOf(info: ProcessInfo, data: string): boolean {
  return postmasterFolder(info) === data
}

/** The data folder of a postmaster; undefined for other processes. We start each as `…/postgres -D FOLDER`. */
export function postmasterFolder({ args }: ProcessInfo): string | undefined {
  if (args.length === 1) return /^\/.*\/postgres -D (.+)$/.exec(args[0]!)?.[1]
  return basename(args[0]!) === 'postgres' && args[1] === '-D' ? args[2] : undefined
}

/** Whether a process is a child of the cluster that shows itself by that name. */
export function isChildOf({ args }: ProcessInfo, processName: string): boolean {
  return args[0]!.startsWith(`postgres: ${processName}: `)
}
