import { AppError } from '@colonnade/core'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What a file is called while it is written; a kill may leave one, which nothing reads. */
export const draftSuffix = '.draft'

/** Makes a folder that only we may enter. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(refuse)
}

/**
 * Makes a file that only we may read. Whenever the process or the machine stops, it is there as a whole or not at all, and once this
 * has resolved it stays. One caller at a time for the same path.
 *
 * @returns false when there is one already, which stays as it is
 * @throws AppError `storage_full`, `storage_read_only`
 */
export async function createFile(path: string, content: Uint8Array): Promise<boolean> {
  const draft = path + draftSuffix
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    // a link appears whole or not at all, and never in place of another file
    await link(draft, path)
    await syncFolder(dirname(path))
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw refusal(error)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** The system's code of a failed call, e.g. ENOENT. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Runs file work. @throws AppError `storage_full`, `storage_read_only` */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusal(error)
  }
}

/** Makes entries of a folder (names made, renamed, removed) survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs no such thing
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function refusal(error: unknown): unknown {
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', {}, { cause: error })
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return new AppError('storage_read_only', {}, { cause: error })
  return error
}

function refuse(error: unknown): never {
  throw refusal(error)
}
