import { AppError } from '@colonnade/core'
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the data directory. */
export const lockFile = 'lock.json'

interface Holder {
  readonly pid: number
  /** When that process started, so that another one which got the same pid later is not taken for it. */
  readonly startedAt: string
}

/**
 * Makes this process the only one that uses a data directory. The lock outlives a kill as a file, and is then seen to belong to
 * nobody. Returns what gives it back.
 *
 * @throws AppError `home_in_use` with the holder's pid
 */
export function lockHome(home: string): () => void {
  const path = join(home, lockFile)
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '' }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    for (;;) {
      try {
        // a link appears whole or not at all, and only one of two processes can make it
        linkSync(draft, path)
        return () => {
          if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true })
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      const holder = readHolder(path)
      if (holder && startOf(holder.pid) === holder.startedAt) {
        throw new AppError(
          'home_in_use',
          { ...holder, home },
          { message: `Process ${holder.pid} already runs Colonnade in ${home}. Stop it, or choose another COLONNADE_HOME.` },
        )
      }
      const stale = `${path}.stale.${process.pid}`
      try {
        renameSync(path, stale)
        rmSync(stale, { force: true })
      } catch {
        // another start removed it first; the next round decides between the two
      }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null
  }
}

/**
 * Returns when a process started, in the form the system reports; null if there is no such process, or if it has ended and its parent has
 * not reaped it yet ("zombie").
 */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // field 22, counted after the name, which may itself hold spaces and brackets (proc_pid_stat(5))
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return 'ZX'.includes(state) ? null : (fields[18] ?? null)
    }
    const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
    return state.startsWith('Z') ? null : start.join(' ') || null
  } catch {
    return null
  }
}
