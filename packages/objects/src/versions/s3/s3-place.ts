import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Bucket } from '../../bucket/bucket.ts'
import type { ByteSource } from '../../bucket/byte-source.ts'
import { blockBytes } from '../limits.ts'
import { listParts } from '../read-version.ts'
import type { VersionPlace } from '../stores.ts'

/** Where the versions of a family are in a bucket. */
export const familyPrefix = (family: string): string => `objects/${family}/`

/** Versions as objects of a bucket, each of them one. */
export function createS3Place(bucket: Bucket, family: string): VersionPlace {
  const keyOf = (version: string): string => `${familyPrefix(family)}${version}`
  return {
    async settle(draft, version) {
      await bucket.put(keyOf(version), await sourceOf(draft))
      await rm(draft, { recursive: true, force: true })
    },
    async open(version) {
      const found = await bucket.find(keyOf(version))
      if (found === null) return null
      return {
        bytes: found.bytes,
        read: (from, to) =>
          to < from ? Readable.from([]) : Readable.from(bucket.read(keyOf(version), from, to), { objectMode: false, highWaterMark: blockBytes }),
        close: async () => {},
      }
    },
    has: async (version) => (await bucket.find(keyOf(version))) !== null,
    copy: (from, to) => bucket.copy(keyOf(from), keyOf(to)),
    // the sweep removes what can't be removed now
    remove: (version) => bucket.remove(keyOf(version)).catch(() => {}),
  }
}

async function sourceOf(draft: string): Promise<ByteSource> {
  const found = await stat(draft)
  if (!found.isDirectory()) return { bytes: found.size, files: [{ path: draft, bytes: found.size }] }
  const files = (await listParts(draft)).map(({ name, bytes }) => ({ path: join(draft, name), bytes }))
  return { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
}
