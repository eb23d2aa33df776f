import { isRef } from '@colonnade/core'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openBucket } from '../bucket/bucket.ts'
import type { ObjectStorageConfig } from '../bucket/client.ts'
import { inParallel } from '../bucket/in-parallel.ts'
import { systemCode } from '../durable-files.ts'
import { createS3Place, familyPrefix } from '../versions/s3/s3-place.ts'
import { type FamiliesOptions, type FileFamilies, openFileFamilies } from './families.ts'
import { unpackVersion } from './packing.ts'
import { isVersion } from './versions.ts'

const allFamilies = 'objects/'
/** Marks families that are gone: an empty object each, until all of their versions are removed. */
const graves = 'objects/.removed/'
/** Objects that are copied or removed at once. */
const atOnce = 16

/** Families whose versions are objects of a bucket. What is only begun, and what databases name, stays on the disk. */
export function openS3Families({ storage, ...options }: FamiliesOptions & { readonly storage: ObjectStorageConfig }): FileFamilies {
  const bucket = openBucket(storage)
  const local = openFileFamilies(options)
  const keyOf = (family: string, version: string): string => `${prefixOf(family)}${version}`
  const incomingOf = (family: string): string => join(options.folder, family, 'incoming')
  const listBuried = async (): Promise<string[]> => (await Array.fromAsync(bucket.list(graves))).flat()

  async function* versionsOf(family: string): AsyncGenerator<string[]> {
    for await (const names of bucket.list(prefixOf(family))) {
      const versions = names.filter(isVersion)
      if (versions.length > 0) yield versions
    }
  }

  return {
    ...local,
    async list() {
      const [here, there, buried] = [await local.list(), await bucket.listFolders(allFamilies), await listBuried()]
      return [...new Set([...here, ...there.filter(isRef)])].filter((family) => !buried.includes(family)).toSorted()
    },
    versions: versionsOf,
    measure: async (family) => bucket.measure(prefixOf(family)),
    async find(family, version) {
      const found = await bucket.find(keyOf(family, version))
      return found && { version, bytes: found.bytes, arrivedAt: found.modifiedAt }
    },
    async pack(family, version) {
      const found = await bucket.find(keyOf(family, version))
      if (found === null) return null
      const { bytes } = found
      return { form: 'file', bytes, open: () => (bytes === 0 ? nothing() : asBuffers(bucket.read(keyOf(family, version), 0, bytes - 1))) }
    },
    async unpack(family, version, form, content) {
      prefixOf(family)
      await unpackVersion(incomingOf(family), version, form, content)
      await createS3Place(bucket, family).settle(join(incomingOf(family), version), version)
    },
    remove: (family, version) => bucket.remove(keyOf(family, version)),
    async removeAbandoned(family, before, isWanted) {
      const put = new Set<string>()
      // one that was killed after its bytes were put
      for (const name of await namesIn(incomingOf(family))) {
        if (isVersion(name) && (await bucket.find(keyOf(family, name))) !== null) put.add(name)
      }
      await local.removeAbandoned(family, before, (version) => isWanted(version) && !put.has(version))
      await bucket.endUploads(prefixOf(family), before)
    },
    async share(from, to, isChosen) {
      const there = new Set((await Array.fromAsync(versionsOf(to))).flat())
      let count = 0
      for await (const versions of versionsOf(from)) {
        const chosen = versions.filter(isChosen)
        await inParallel(chosen, atOnce, async (version) => {
          if (!there.has(version)) await bucket.copy(keyOf(from, version), keyOf(to, version))
        })
        count += chosen.length
      }
      return count
    },
    async bury(family) {
      prefixOf(family)
      await bucket.put(`${graves}${family}`, { bytes: 0, files: [] })
      await local.bury(family)
    },
    async clear() {
      await local.clear()
      for (const family of (await listBuried()).filter(isRef)) {
        for await (const names of bucket.list(familyPrefix(family))) {
          await inParallel(names, atOnce, (name) => bucket.remove(`${familyPrefix(family)}${name}`))
        }
        await bucket.remove(`${graves}${family}`)
      }
    },
  }
}

function prefixOf(family: string): string {
  if (!isRef(family)) throw new TypeError(`${family} is no family of files`)
  return familyPrefix(family)
}

async function* asBuffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
}
