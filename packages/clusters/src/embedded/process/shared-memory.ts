import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../storage/accounts.ts'
import { readIfThere } from '../storage/files.ts'
import { isAlive, listProcesses } from './processes.ts'
import { run } from './run.ts'

/**
 * Gives back the memory of a server that was killed and will not start again (the next start would do it): the segment that its
 * postmaster.pid names, and under root, where the owner tells whose they are, its files in /dev/shm.
 */
export async function releaseSharedMemory(data: string, account: Account, shared = '/dev/shm'): Promise<void> {
  // line 7: key and id (src/include/utils/pidfile.h)
  const id = (await readIfThere(join(data, 'postmaster.pid')))?.split('\n')[6]?.trim().split(/\s+/)[1]
  // refused where it is gone already, or where the system has no such command
  if (id !== undefined && /^\d+$/.test(id)) await run('ipcrm', ['-m', id], { account }).catch(() => {})
  if (account === null) return
  // a primary and its replicas have one owner: where another of them runs, nothing tells whose a file is
  if ((await listProcesses()).some(({ pid, uid }) => uid === account.uid && isAlive(pid))) return
  const names = (await readdir(shared).catch((): string[] => [])).filter((name) => name.startsWith('PostgreSQL.'))
  for (const name of names) {
    const owner = await stat(join(shared, name)).catch(() => undefined)
    if (owner?.uid === account.uid) await rm(join(shared, name), { force: true })
  }
}
