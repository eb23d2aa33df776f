import { AppError } from '@colonnade/core'
import { type FSWatcher, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from './home-lock.ts'

/** Interval of checks where the system doesn't report changes to a folder (network file systems, no watches left). */
const lookMs = 5_000

/**
 * Calls `onLost` once when a data directory that this process has locked is lost: deleted, moved, or locked by another process. Later writes
 * would be lost.
 *
 * @param onLost is given AppError `home_unusable`
 */
export function watchHome(home: string, onLost: (error: AppError) => void): Disposable {
  const path = join(home, lockFile)
  let own: bigint | undefined
  let watcher: FSWatcher | undefined
  const close = (): void => {
    clearInterval(timer)
    watcher?.close()
  }
  const look = (): void => {
    const found = inodeOf(path)
    if (found === undefined) return
    own ??= found ?? undefined
    if (found !== null && found === own) return
    close()
    const message = `${home} was deleted or moved while Colonnade ran, or its ${lockFile} was. Its database servers are stopped`
    onLost(new AppError('home_unusable', { home }, { message }))
  }
  const timer = setInterval(look, lookMs).unref()
  try {
    watcher = watch(home, { persistent: false }, look).on('error', () => watcher?.close())
  } catch {
    // then there are the looks
  }
  look()
  return { [Symbol.dispose]: close }
}

/** Returns the inode of a file; null if there is no file, undefined if that can't be determined, for example on a disk that doesn't respond. */
function inodeOf(path: string): bigint | null | undefined {
  try {
    return statSync(path, { bigint: true }).ino
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined
  }
}
