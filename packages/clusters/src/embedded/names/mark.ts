import { constants, lstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../storage/accounts.ts'
import { isTaken } from '../storage/files.ts'

/**
 * Marks a data folder whose roles have the current names, so that a start needn't ask the server, which would take a third of the start
 * time. It's written once the renaming is on disk, and copied along with the data: a copy that has it was taken later, and recovers to a
 * later position.
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
