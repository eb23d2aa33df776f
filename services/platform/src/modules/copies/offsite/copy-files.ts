import { AppError, isAppError } from '@colonnade/core'
import { type PackedVersion, VersionSet } from '@colonnade/objects'
import type { Database } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as store from './copied-files.ts'
import type { Tools } from './offsite.ts'
import { messages } from './messages.ts'

/** Concurrent transfers. Each file is one object, and most are small. */
const atOnce = 8
/** Files up to this size are sent in one request, from memory. */
const smallBytes = 1024 * 1024
const batch = 5_000
/** Most of the time that comparing a large store may keep the disk busy. */
const comparingShare = 0.05
const shortComparingMs = 3_000

/** Next comparison of each family, by the process's clock. */
export type FilesDue = Map<string, number>

/** Copies each version once, and restores local files that are missing without having been deleted. */
export async function copyFiles(tools: Tools, signal: AbortSignal): Promise<void> {
  const { families, database, filesDue } = tools
  for (const family of await store.listFamilies(database, await families.list())) {
    const begin = performance.now()
    if (begin < (filesDue.get(family) ?? 0)) continue
    const { isHere, fresh } = await compare(tools, family, signal)
    const comparing = performance.now() - begin
    await inParallel(fresh, (version) => copyFile(tools, family, version, signal))
    await putBackMissing(tools, family, isHere, signal)
    if (comparing > shortComparingMs) filesDue.set(family, performance.now() + comparing / comparingShare)
  }
}

/** Restores the missing files of a family. @throws AppError `offsite_failed`, `backup_damaged` */
export async function putBackFiles(tools: Tools, family: string, signal: AbortSignal): Promise<void> {
  const isHere = new VersionSet()
  for await (const versions of tools.families.versions(family)) for (const version of versions) isHere.add(version)
  await putBackMissing(tools, family, isHere, signal)
}

async function compare({ families, database, target }: Tools, family: string, signal: AbortSignal) {
  const copied = new VersionSet()
  for await (const files of pages(database, target, family)) for (const { version } of files) copied.add(version)
  const isHere = new VersionSet()
  const fresh: string[] = []
  for await (const versions of families.versions(family)) {
    signal.throwIfAborted()
    for (const version of versions) {
      isHere.add(version)
      if (!copied.has(version)) fresh.push(version)
    }
  }
  return { isHere, fresh }
}

async function* pages(database: Database, target: string, family: string): AsyncGenerator<store.CopiedFile[]> {
  for (let after: string | null = null; ;) {
    const files: store.CopiedFile[] = await store.listFiles(database, target, family, after, batch)
    if (files.length === 0) return
    yield files
    after = files.at(-1)!.version
  }
}

async function copyFile(
  { families, storage, database, target, failpoint }: Tools,
  family: string,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const packed = await families.pack(family, version)
  // deleted since
  if (packed === null) return
  const hash = createHash('sha256')
  const measured = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of packed.open()) {
      hash.update(chunk)
      yield chunk
    }
  }
  const { form, bytes } = packed
  const content = bytes <= smallBytes ? await readAll(measured()) : Readable.from(measured(), { objectMode: false })
  if (content === null) return
  await storage.put(keyOf(family, version), content, { mostBytes: bytes, signal })
  await failpoint('offsite.file.after')
  await store.recordFile(database, target, family, keyOf(family, version), { version, form, bytes, sha256: hash.digest('hex') })
}

async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync(content))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function putBackMissing(tools: Tools, family: string, isHere: VersionSet, signal: AbortSignal): Promise<void> {
  const { database, target, logger } = tools
  let count = 0
  for await (const files of pages(database, target, family)) {
    await inParallel(
      files.filter(({ version }) => !isHere.has(version)),
      async ({ version }) => {
        signal.throwIfAborted()
        // it may have been deleted since
        const file = await store.findFile(database, target, family, version)
        if (file !== undefined && (await putBackFile(tools, family, file, signal))) count += 1
      },
    )
  }
  if (count > 0) logger.warn('files put back from their copies', { family, count })
}

/** Returns false if the storage doesn't have the file either. @throws AppError `offsite_failed`, `backup_damaged` */
async function putBackFile({ families, storage, logger }: Tools, family: string, file: store.CopiedFile, signal: AbortSignal): Promise<boolean> {
  const key = keyOf(family, file.version)
  const object = await storage.get(key, signal)
  if (object === null) {
    logger.warn('the copy of a file is missing', { key })
    return false
  }
  const hash = createHash('sha256')
  const checked = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of object as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') !== file.sha256) {
      throw new AppError('backup_damaged', { file: key }, { message: messages.damagedFile(key) })
    }
  }
  try {
    await families.unpack(family, file.version, file.form satisfies PackedVersion['form'], checked())
    return true
  } catch (error) {
    object.destroy()
    signal.throwIfAborted()
    // one bad copy doesn't stop the others
    if (isAppError(error, 'backup_damaged')) logger.error('a file is not put back', { key, error })
    else throw error instanceof AppError ? error : new AppError('offsite_failed', {}, { message: messages.interrupted(key), cause: error })
    return false
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  let isOver = false
  const next = async (): Promise<void> => {
    for (const item of left) {
      if (isOver) return
      await work(item).catch((error: unknown) => {
        isOver = true
        throw error
      })
    }
  }
  // stop after the first failure
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, next))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

function keyOf(family: string, version: string): string {
  return `${family}/files/${version}`
}
