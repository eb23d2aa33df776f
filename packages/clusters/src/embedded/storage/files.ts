import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@colonnade/core'
import { run } from '../process/run.ts'

/** The code of a system error, e.g. "ENOENT"; undefined for anything else. */
export function systemCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Runs file work; a full or read-only disk becomes an AppError `storage_full` or `storage_read_only`, whoever noticed it. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storageError(error) ?? error
  }
}

/** The AppError for a full or read-only disk, told by a system code or by what a program printed; undefined for other failures. */
export function storageError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return undefined
  const code = systemCode(thrown)
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded|ENOSPC/.test(text)) {
    return new AppError('storage_full', {}, { cause: thrown })
  }
  if (code === 'EROFS' || /Read-only file system|EROFS/.test(text)) return new AppError('storage_read_only', {}, { cause: thrown })
  return undefined
}

/** Replaces a file at once and for good: written beside it, synced, renamed over it, folder synced. */
export async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const beside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(beside, 'wx', mode)
    await usingHandle(file, async () => {
      await file.writeFile(content)
      await file.datasync()
    })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes entries of a folder (names made, renamed, removed) survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await usingHandle(folder, () => folder.sync())
}

/** Makes everything in a folder survive a power cut: all at once where the system can, else file by file. */
export async function syncTree(path: string): Promise<void> {
  if (process.platform === 'linux') return void (await run('sync', ['-f', path]))
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) await syncFolder(join(entry.parentPath, entry.name))
}

/** Bytes that a folder takes on the disk. */
export async function diskUse(path: string): Promise<number> {
  // files come and go while du walks: it complains, and still prints the sum
  const printed = await run('sh', ['-c', 'du -sk "$0" 2>/dev/null || true', path])
  return Number.parseInt(printed, 10) * 1024
}

/** Room that a server needs to come up and go on: a few segments of WAL. */
const leastRoomBytes = 16 * 1024 * 1024

/** Whether a server has hardly any room to write in its folder; not when that is gone, or can't be looked at. */
export async function isShortOfRoom(path: string): Promise<boolean> {
  const found = await statfs(path).catch(() => undefined)
  return found !== undefined && found.bavail * found.bsize < leastRoomBytes
}

/** What a server in that folder ended for, where it is the disk: its log says so, or could not be written to. */
export async function endedByDisk(folder: string, log: readonly string[]): Promise<AppError | undefined> {
  return storageError(log.join('\n')) ?? ((await isShortOfRoom(folder)) ? new AppError('storage_full') : undefined)
}

/** The text of a file, or undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whether an error says that a path is not there. */
export function isMissing(thrown: unknown): boolean {
  const code = systemCode(thrown)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Removes a folder with all that is in it; resolves when there is none. Something that still writes into it is outwaited. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 25 })
}

/** Whether a rename found its target taken. */
export function isTaken(thrown: unknown): boolean {
  const code = systemCode(thrown)
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

async function usingHandle(handle: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await handle.close()
  }
}
