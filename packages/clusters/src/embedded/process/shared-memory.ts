import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../storage/accounts.ts'
import { readIfThere } from '../storage/files.ts'
import { isAlive, listProcesses } from './processes.ts'
import { run } from './run.ts'

/**
 * Frees the shared memory of a server that was killed and won't start again (a start would free it): the segment named in postmaster.pid
 * and, if we run as root, so that the owner identifies them, its files in /dev/shm.
 */
export async function releaseSharedMemory(data: string, account: Account, shared = '/dev/shm'): Promise<void> {
  // line 7: key and id (src/include/utils/pidfile.h)
  const id = (await readIfThere(join(data, 'postmaster.pid')))?.split('\n')[6]?.trim().split(/\s+/)[1]
  // fails if the segment is gone, or the system has no ipcrm
  if (id !== undefined && /^\d+$/.test(id)) await run('ipcrm', ['-m', id], { account }).catch(() => {})
  if (account === null) return
  // a primary and its replicas share an owner: while one of them runs, its files look like those to delete
  if ((await listProcesses()).some(({ pid, uid }) => uid === account.uid && isAlive(pid))) return
  const names = (await readdir(shared).catch((): string[] => [])).filter((name) => name.startsWith('PostgreSQL.'))
  for (const name of names) {
    const owner = await stat(join(shared, name)).catch(() => undefined)
    if (owner?.uid === account.uid) await rm(join(shared, name), { force: true })
  }
}
