import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Memory of a server's processes in bytes: their proportional set size, which divides what processes share among them
 * (proc_pid_smaps_rollup(5)). null where the system does not tell, and while none runs.
 */
export async function readServerMemory(dataFolder: string): Promise<number | null> {
  if (process.platform !== 'linux') return null
  try {
    const [pid] = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    const sizes = await Promise.all([pid!, ...children].map(readProcessMemory))
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return null
  }
}

/** 0 for a process that has just ended. */
async function readProcessMemory(pid: string): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024
}
