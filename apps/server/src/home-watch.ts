import { AppError } from '@colonnade/core'
import { type FSWatcher, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from './home-lock.ts'

/** Where the system tells nothing of a folder (network file systems, no watch left to have), it is looked so often. */
const lookMs = 5_000

/**
 * Tells once when a data directory that this process has locked is taken away: deleted, moved, or its lock given to somebody else. Nothing that
 * is done from then on would be kept.
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

/** Null where there is none. What can not be told, as on a disk that does not answer, is no news. */
function inodeOf(path: string): bigint | null | undefined {
  try {
    return statSync(path, { bigint: true }).ino
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined
  }
}
