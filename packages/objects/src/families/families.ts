import { isRef, type Random } from '@colonnade/core'
import { copyFile, constants, link, lstat, mkdir, open, opendir, readdir, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivateFolder, onDisk, syncFolder, systemCode } from '../durable-files.ts'
import { type Listings, openListings } from './listings.ts'
import { type PackedVersion, packVersion, unpackVersion } from './packing.ts'
import { isVersion } from './versions.ts'

/** A file, or the folder of parts that an object was put together from, as it lies in the store. */
export interface StoredVersion {
  readonly version: string
  readonly bytes: number
  /** When it came to where it is, or got another name beside, in milliseconds since the Unix epoch. */
  readonly arrivedAt: number
}

/**
 * The files of all projects, each with its branches a family that is called by the project's ref. A version's bytes are never changed, so
 * that databases of a family share them, and families too, by links.
 */
export interface FileFamilies {
  /** Those that have files here. */
  list(): Promise<string[]>
  /** Versions of a family, some at a time, in no order; none for a family that has no files. */
  versions(family: string): AsyncGenerator<string[]>
  /** Bytes of all versions of a family; 0 for one that has no files. */
  measure(family: string): Promise<number>
  /** Null for one that is not there. */
  find(family: string, version: string): Promise<StoredVersion | null>
  /** As a stream of bytes, to be kept elsewhere; null for one that is not there. */
  pack(family: string, version: string): Promise<PackedVersion | null>
  /** Puts back what `pack` gave, once it has come to its end. One caller at a time for the same version. */
  unpack(family: string, version: string, form: PackedVersion['form'], content: AsyncIterable<Buffer>): Promise<void>
  /** Unlinks a version; also resolves if there is none. */
  remove(family: string, version: string): Promise<void>
  /** Removes what uploads left behind that have not gone on since then (milliseconds since the Unix epoch), but for what is still wanted. */
  removeAbandoned(family: string, before: number, isWanted: (version: string) => boolean): Promise<void>
  /**
   * Gives another family the versions that are chosen, without copying their bytes where the file system can. What was cut off is done by
   * the next call; when this resolves, they are there for good.
   *
   * @returns how many there are
   */
  share(from: string, to: string, isChosen: (version: string) => boolean): Promise<number>
  /** Takes a family away, at once and for good. `clear` frees its space. */
  bury(family: string): Promise<void>
  /** Removes what was buried, whatever life did that. */
  clear(): Promise<void>
  /** What databases that stand still name. */
  readonly listings: Listings
}

const graves = '.removed'
/** Files that are looked at at once. */
const atOnce = 64

/** Where a version lies: spread over folders by its last digits, which are random. */
export function versionPath(folder: string, family: string, version: string): string {
  return join(folder, family, 'store', version.slice(-2), version)
}

export interface FamiliesOptions {
  /** Of all families; it may not be there yet. */
  readonly folder: string
  readonly random: Random
}

/** Families whose versions are files on the machine's disk. */
export function openFileFamilies({ folder, random }: FamiliesOptions): FileFamilies {
  const pathOf = (family: string, version: string): string => versionPath(folder, checked(family), version)
  const storeOf = (family: string): string => join(folder, checked(family), 'store')

  async function* foldersOf(family: string): AsyncGenerator<{ readonly name: string; readonly versions: string[] }> {
    for (const name of await namesIn(storeOf(family))) {
      const versions = (await namesIn(join(storeOf(family), name))).filter(isVersion)
      if (versions.length > 0) yield { name, versions }
    }
  }

  const find = async (family: string, version: string): Promise<StoredVersion | null> => {
    try {
      const path = pathOf(family, version)
      const found = await lstat(path)
      const bytes = found.isDirectory() ? await sumParts(path) : found.size
      return { version, bytes, arrivedAt: found.ctimeMs }
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null
      throw error
    }
  }

  return {
    async list() {
      return (await namesIn(folder)).filter(isRef)
    },
    async *versions(family) {
      for await (const { versions } of foldersOf(family)) yield versions
    },
    async measure(family) {
      let sum = 0
      for await (const { versions } of foldersOf(family)) {
        for (let from = 0; from < versions.length; from += atOnce) {
          const found = await Promise.all(versions.slice(from, from + atOnce).map((version) => find(family, version)))
          for (const each of found) sum += each?.bytes ?? 0
        }
      }
      return sum
    },
    find,
    pack: (family, version) => onDisk(() => packVersion(pathOf(family, version))),
    unpack: (family, version, form, content) => onDisk(() => unpackVersion(dirname(pathOf(family, version)), version, form, content)),
    remove: (family, version) =>
      onDisk(async () => {
        await unlink(pathOf(family, version)).catch((error: unknown) => {
          // a folder of parts
          if (['EISDIR', 'EPERM'].includes(systemCode(error) ?? '')) return rm(pathOf(family, version), { recursive: true, force: true })
          return unlessMissing(error)
        })
      }),
    removeAbandoned: (family, before, isWanted) =>
      onDisk(async () => {
        const incoming = join(folder, checked(family), 'incoming')
        for (const name of await namesIn(incoming)) {
          const path = join(incoming, name)
          const found = await lstat(path).catch(unlessMissing)
          if (found !== undefined && found.mtimeMs < before && !isWanted(name)) await rm(path, { recursive: true, force: true })
        }
      }),
    share: (from, to, isChosen) =>
      onDisk(async () => {
        let count = 0
        const made: string[] = []
        for await (const { name, versions } of foldersOf(from)) {
          const chosen = versions.filter(isChosen)
          if (chosen.length === 0) continue
          const target = join(storeOf(to), name)
          await makePrivateFolder(target)
          for (const version of chosen) await shareEntry(pathOf(from, version), join(target, version))
          made.push(target)
          count += chosen.length
        }
        for (const target of made) await syncFolder(target)
        // their folders are as new as they are
        if (made.length > 0) for (const path of [storeOf(to), join(folder, to), folder]) await syncFolder(path)
        return count
      }),
    bury: (family) =>
      onDisk(async () => {
        await makePrivateFolder(join(folder, graves))
        const grave = join(folder, graves, `${checked(family)}.${Buffer.from(random.bytes(8)).toString('hex')}`)
        await rename(join(folder, family), grave).catch(unlessMissing)
        await syncFolder(folder)
      }),
    listings: openListings(join(folder, '.listings')),
    async clear() {
      for (const grave of await namesIn(join(folder, graves))) await onDisk(() => rm(join(folder, graves, grave), { recursive: true, force: true }))
    },
  }
}

/** Its own name for the same bytes; a folder of parts, part by part, whole before it has its name. */
async function shareEntry(source: string, target: string): Promise<void> {
  const found = await lstat(source).catch(unlessMissing)
  // what nobody keeps may go at any time
  if (found === undefined) return
  if (!found.isDirectory()) return linkFile(source, target)
  if ((await lstat(target).catch(unlessMissing)) !== undefined) return
  const draft = join(dirname(target), `.${target.slice(dirname(target).length + 1)}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  for (const part of await readdir(source)) await linkFile(join(source, part), join(draft, part))
  await syncFolder(draft)
  await rename(draft, target)
}

async function linkFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST' || code === 'ENOENT') return
    // a file has only so many names, and some file systems give it only one
    if (!['EMLINK', 'EPERM', 'ENOTSUP', 'EXDEV'].includes(code ?? '')) throw error
    await copyWhole(source, target)
  }
}

async function copyWhole(source: string, target: string): Promise<void> {
  const draft = `${dirname(target)}/.${target.slice(dirname(target).length + 1)}`
  await copyFile(source, draft, constants.COPYFILE_FICLONE)
  const file = await open(draft, 'r')
  await file.datasync().finally(() => file.close())
  await rename(draft, target)
}

async function sumParts(path: string): Promise<number> {
  let bytes = 0
  for (const part of await readdir(path)) bytes += (await lstat(join(path, part))).size
  return bytes
}

async function namesIn(path: string): Promise<string[]> {
  const folder = await opendir(path).catch(unlessMissing)
  if (folder === undefined) return []
  const names: string[] = []
  for await (const { name } of folder) names.push(name)
  return names
}

function checked(family: string): string {
  if (!isRef(family)) throw new TypeError(`${family} is no family of files`)
  return family
}

function unlessMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined
  throw error
}
