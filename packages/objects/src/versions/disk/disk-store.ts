import { noFailpoint } from '@colonnade/core'
import { access, link, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder, systemCode } from '../../durable-files.ts'
import { listParts, openVersion } from '../read-version.ts'
import { openStores, type StoreOptions, type VersionPlace } from '../stores.ts'
import type { VersionStores } from '../version-store.ts'

export type DiskStoreOptions = StoreOptions

/** Versions as files on the machine's disk. */
export function openDiskStores(options: DiskStoreOptions): VersionStores {
  return openStores(options, (family) => createDiskPlace(options, join(options.folder, family)))
}

function createDiskPlace(options: DiskStoreOptions, home: string): VersionPlace {
  const failpoint = options.failpoint ?? noFailpoint
  const [incoming, kept] = [join(home, 'incoming'), join(home, 'store')]
  const made = new Set<string>()
  const shardOf = (version: string): string => join(kept, version.slice(-2))
  const pathOf = (version: string): string => join(shardOf(version), version)
  const makeShard = async (version: string): Promise<void> => {
    const shard = shardOf(version)
    if (made.has(shard)) return
    await makePrivateFolder(kept)
    await makePrivateFolder(shard)
    made.add(shard)
    // names of folders are lost with the power as those of files are
    for (const above of [kept, home, options.folder]) await syncFolder(above)
  }
  const place: VersionPlace = {
    async settle(draft, version) {
      try {
        await makeShard(version)
        await failpoint('before the version is in its place')
        await rename(draft, pathOf(version))
        await syncFolder(shardOf(version))
        await failpoint('after the version is in its place')
      } catch (error) {
        await rm(pathOf(version), { force: true }).catch(() => {})
        throw error
      }
    },
    open: (version) => openVersion(pathOf(version)),
    async has(version) {
      try {
        await access(pathOf(version))
        return true
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return false
        throw error
      }
    },
    async copy(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)]
      await makeShard(to)
      try {
        await link(source, target)
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return false
        // a folder can't be linked, but what is in it can
        if (systemCode(error) !== 'EPERM') throw error
        const draft = join(incoming, to)
        await mkdir(draft, { mode: 0o700 })
        for (const { name } of await listParts(source)) await link(join(source, name), join(draft, name))
        await syncFolder(draft)
        await place.settle(draft, to)
        return true
      }
      await syncFolder(shardOf(to))
      return true
    },
    remove: (version) => rm(pathOf(version), { recursive: true, force: true }),
  }
  return place
}
