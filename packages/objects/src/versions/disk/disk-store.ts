import { type Failpoint, isRef, noFailpoint } from '@colonnade/core'
import { link, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder, systemCode } from '../../durable-files.ts'
import { createHashThreads, type HashThreads } from '../../hashing/hash-threads.ts'
import { freeShareLeast, freeSpaceKnownMs, idleMs } from '../limits.ts'
import { isVersion } from '../../families/versions.ts'
import { type PartedVersion, type VersionStore, type VersionStores, WriteRefusal } from '../version-store.ts'
import { listParts, openVersion, partName } from './read-version.ts'
import { refuse, writeFile } from './write-file.ts'

export interface DiskStoreOptions {
  /** `HOME/objects`: a folder for each family. */
  readonly folder: string
  /** Passed before and after each step. */
  readonly failpoint?: Failpoint
  /** Share of the disk that is free, from 0 to 1; asked of the system unless given. */
  readonly freeShare?: () => Promise<number>
  /** In place of a minute. */
  readonly idleMs?: number
}

/** Versions as files on the machine's disk. */
export function openDiskStores(options: DiskStoreOptions): VersionStores {
  const { folder } = options
  const hashing = createHashThreads()
  const stores = new Map<string, VersionStore>()
  const hasRoom = createRoomCheck(options)
  return {
    family(family) {
      if (!isRef(family)) throw new Error(`No family is called ${family}`)
      const store = stores.get(family) ?? createDiskStore(join(folder, family), hashing, hasRoom, options)
      stores.set(family, store)
      return store
    },
    close: () => hashing.close(),
  }
}

function createDiskStore(home: string, hashing: HashThreads, hasRoom: () => Promise<boolean>, options: DiskStoreOptions): VersionStore {
  const failpoint = options.failpoint ?? noFailpoint
  const patience = { idleMs: options.idleMs ?? idleMs }
  const [incoming, kept] = [join(home, 'incoming'), join(home, 'store')]
  const made = new Set<string>()
  const make = async (path: string): Promise<void> => {
    if (made.has(path)) return
    await makePrivateFolder(path)
    made.add(path)
  }
  const pathOf = (version: string): string => {
    if (!isVersion(version)) throw new Error('No version is called so')
    return join(kept, version.slice(-2), version)
  }
  const requireRoom = async (): Promise<void> => {
    if (!(await hasRoom())) throw new WriteRefusal('disk_full')
  }
  /** Puts what is durable in its place, for good. */
  const settle = async (from: string, version: string): Promise<void> => {
    const path = pathOf(version)
    await makeShard(version)
    await failpoint('before the version is in its place')
    await rename(from, path)
    await syncFolder(join(kept, version.slice(-2)))
    await failpoint('after the version is in its place')
  }
  const makeShard = async (version: string): Promise<void> => {
    const shard = join(kept, version.slice(-2))
    if (made.has(shard)) return
    await make(kept)
    await make(shard)
    // names of folders are lost with the power as those of files are
    for (const above of [kept, home, options.folder]) await syncFolder(above)
  }
  const store: VersionStore = {
    async write(version, body, write) {
      const path = pathOf(version)
      await requireRoom()
      await make(incoming)
      const draft = join(incoming, version)
      try {
        await failpoint('before bytes are written')
        const written = await writeFile(draft, body, hashing, { ...write, ...patience })
        await failpoint('after bytes are written')
        await settle(draft, version)
        return written
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        await rm(path, { force: true }).catch(() => {})
        return refuse(error)
      }
    },
    open: (version) => (isVersion(version) ? openVersion(pathOf(version)) : Promise.resolve(null)),
    async copy(from, to) {
      if (!isVersion(from)) return false
      const [source, target] = [pathOf(from), pathOf(to)]
      await requireRoom()
      await makeShard(to)
      try {
        await link(source, target)
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return false
        // a folder can't be linked, but what is in it can
        if (systemCode(error) !== 'EPERM') return refuse(error)
        const draft = join(incoming, to)
        await make(incoming)
        await mkdir(draft, { mode: 0o700 })
        for (const { name } of await listParts(source)) await link(join(source, name), join(draft, name))
        await syncFolder(draft)
        await settle(draft, to)
        return true
      }
      await syncFolder(join(kept, to.slice(-2)))
      return true
    },
    inParts: (version) => partedVersion(version),
    async discard(version) {
      await rm(pathOf(version), { recursive: true, force: true })
    },
  }
  const partedVersion = (version: string): PartedVersion => {
    const draft = join(incoming, version)
    pathOf(version)
    return {
      async write(part, body, write) {
        await requireRoom()
        await make(incoming)
        await mkdir(draft, { mode: 0o700, recursive: true }).catch(refuse)
        const [name, path] = [partName(part), join(draft, partName(part))]
        const unfinished = join(draft, `${name}.${crypto.randomUUID()}`)
        try {
          const written = await writeFile(unfinished, body, hashing, { ...write, ...patience })
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
        await settle(draft, version)
        return true
      },
      discard: () => rm(draft, { recursive: true, force: true }),
    }
  }
  return store
}

/** Asked at most once a second: each upload wants to know. */
function createRoomCheck({ folder, freeShare }: DiskStoreOptions): () => Promise<boolean> {
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
