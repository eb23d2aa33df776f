import { type Failpoint, isRef, noFailpoint } from '@colonnade/core'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder, systemCode } from '../durable-files.ts'
import { isVersion } from '../families/versions.ts'
import { createHashThreads, type HashThreads } from '../hashing/hash-threads.ts'
import { freeShareLeast, freeSpaceKnownMs, idleMs } from './limits.ts'
import { listParts, partName } from './read-version.ts'
import { type OpenVersion, type PartedVersion, type VersionStore, type VersionStores, WriteRefusal } from './version-store.ts'
import { refuse, writeFile } from './write-file.ts'

export interface StoreOptions {
  /** `HOME/objects`: a folder for each family. */
  readonly folder: string
  /** Passed before and after each step. */
  readonly failpoint?: Failpoint
  /** Share of the disk that is free, from 0 to 1; asked of the system unless given. */
  readonly freeShare?: () => Promise<number>
  /** In place of a minute. */
  readonly idleMs?: number
}

/** Where the versions of a family are kept, once their bytes have come. */
export interface VersionPlace {
  /** Takes a draft, which is a file or a folder of parts and durable, for good. What fails leaves no version. */
  settle(draft: string, version: string): Promise<void>
  /** null when its bytes are not there. */
  open(version: string): Promise<OpenVersion | null>
  /** Whether its bytes are there. */
  has(version: string): Promise<boolean>
  /** Returns false when the bytes of `from` are not there. */
  copy(from: string, to: string): Promise<boolean>
  /** Removes a version, also when it is not there. */
  remove(version: string): Promise<void>
}

/** Stores whose bytes come to the machine's disk first, and are then taken to their place. */
export function openStores(options: StoreOptions, placeOf: (family: string) => VersionPlace, close: () => void = () => {}): VersionStores {
  const hashing = createHashThreads()
  const stores = new Map<string, VersionStore>()
  const hasRoom = createRoomCheck(options)
  return {
    family(family) {
      if (!isRef(family)) throw new Error(`No family is called ${family}`)
      const store = stores.get(family) ?? createStore(join(options.folder, family, 'incoming'), placeOf(family), hashing, hasRoom, options)
      stores.set(family, store)
      return store
    },
    async close() {
      close()
      await hashing.close()
    },
  }
}

function createStore(
  incoming: string,
  place: VersionPlace,
  hashing: HashThreads,
  hasRoom: () => Promise<boolean>,
  options: StoreOptions,
): VersionStore {
  const failpoint = options.failpoint ?? noFailpoint
  const patience = { idleMs: options.idleMs ?? idleMs }
  let isMade = false
  const makeIncoming = async (): Promise<void> => {
    if (!isMade) await makePrivateFolder(incoming)
    isMade = true
  }
  const requireRoom = async (): Promise<void> => {
    if (!(await hasRoom())) throw new WriteRefusal('disk_full')
  }
  const draftOf = (version: string): string => {
    if (!isVersion(version)) throw new Error('No version is called so')
    return join(incoming, version)
  }
  return {
    async write(version, body, write) {
      const draft = draftOf(version)
      await requireRoom()
      await makeIncoming()
      try {
        await failpoint('before bytes are written')
        const written = await writeFile(draft, body, hashing, { ...write, ...patience })
        await failpoint('after bytes are written')
        await place.settle(draft, version)
        return written
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        return refuse(error)
      }
    },
    open: (version) => (isVersion(version) ? place.open(version) : Promise.resolve(null)),
    has: (version) => (isVersion(version) ? place.has(version) : Promise.resolve(false)),
    async copy(from, to) {
      if (!isVersion(from)) return false
      draftOf(to)
      await requireRoom()
      await makeIncoming()
      return place.copy(from, to).catch(refuse)
    },
    inParts(version) {
      const draft = draftOf(version)
      const begin = async (): Promise<void> => {
        await requireRoom()
        await makeIncoming()
        await mkdir(draft, { mode: 0o700, recursive: true }).catch(refuse)
      }
      return partsIn(draft, begin, (path, body, write) => writeFile(path, body, hashing, { ...write, ...patience }), place, version)
    },
    discard: (version) => (isVersion(version) ? place.remove(version) : Promise.resolve()),
  }
}

function partsIn(
  draft: string,
  begin: () => Promise<void>,
  write: (
    path: string,
    ...of: Parameters<PartedVersion['write']> extends [number, ...infer Rest] ? Rest : never
  ) => ReturnType<PartedVersion['write']>,
  place: VersionPlace,
  version: string,
): PartedVersion {
  return {
    async write(part, body, options) {
      await begin()
      const [name, path] = [partName(part), join(draft, partName(part))]
      const unfinished = join(draft, `${name}.${crypto.randomUUID()}`)
      try {
        const written = await write(unfinished, body, options)
        await options.beforePlaced?.()
        await rename(unfinished, path)
        await syncFolder(draft)
        return written
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        return refuse(error)
      }
    },
    parts: async () => ((await namesIn(draft)).length === 0 ? [] : (await listParts(draft)).map(({ part, bytes }) => ({ part, bytes }))),
    async keep(parts) {
      const [names, there] = [new Set(parts.map(partName)), await namesIn(draft)]
      if ([...names].some((name) => !there.includes(name))) return false
      for (const name of there) if (!names.has(name)) await rm(join(draft, name), { force: true })
      await syncFolder(draft)
      await place.settle(draft, version).catch(refuse)
      return true
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  }
}

/** Asked at most once a second: each upload wants to know. */
function createRoomCheck({ folder, freeShare }: StoreOptions): () => Promise<boolean> {
  const ask =
    freeShare ??
    (async () => {
      await makePrivateFolder(folder)
      const { bavail, blocks } = await statfs(folder)
      return blocks === 0 ? 1 : bavail / blocks
    })
  let known: Promise<boolean> | null = null
  let askedAt = 0
  return () => {
    const now = performance.now()
    if (known === null || now - askedAt > freeSpaceKnownMs) {
      askedAt = now
      known = ask().then((share) => share >= freeShareLeast)
      known.catch(() => (known = null))
    }
    return known
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? []
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined
  throw error
}
