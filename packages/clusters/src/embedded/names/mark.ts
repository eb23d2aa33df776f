import { constants, lstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../storage/accounts.ts'
import { isTaken } from '../storage/files.ts'

/**
 * A file of a data folder whose roles have the current names: its server need not be asked at each start, which takes a third of one. It is
 * written after the renaming is on the disk, and goes where the files go: a copy that has it was made after that, and recovers to a later moment.
 */
const file = 'colonnade_names'

export function isMarked(data: string): boolean {
  return lstatSync(join(data, file), { throwIfNoEntry: false }) !== undefined
}

/** The folder is the server's own: nothing that it has put there is followed or changed. */
export async function mark(data: string, account: Account): Promise<void> {
  try {
    const handle = await open(join(data, file), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600)
    try {
      if (account !== null) await handle.chown(account.uid, account.gid)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}
