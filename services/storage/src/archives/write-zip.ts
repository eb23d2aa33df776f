import { once } from 'node:events'
import type { Readable } from 'node:stream'
import ZipStream from 'zip-stream'

/** What goes into an archive; its source is opened when its turn comes. */
export interface ZipEntry {
  /** Safe and unique: see `EntryNames`. A folder ends with a slash. */
  readonly path: string
  readonly modified: Date
  readonly type: string
  readonly source: Readable | Buffer
}

/** Fast: what is worth more was compressed by whoever made the file. */
const level = 1

/** Of these, compressing again takes time and saves nothing. */
const compressed =
  /^(?:image\/(?!svg|bmp|x-ms-bmp|tiff)|video\/|audio\/(?!wav|x-wav|aiff)|font\/woff|application\/(?:zip|gzip|x-gzip|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|zstd|pdf|epub|java-archive|vnd\.openxmlformats|vnd\.oasis|vnd\.android))/i

/** What zip can tell of times. */
const earliest = Date.UTC(1980, 0, 1)
const latest = Date.UTC(2107, 11, 31)

/**
 * A zip archive, as it is read: one block of one file at a time is in memory. Closing it early closes the file that is being read. An entry
 * that can't be read ends the archive with an error, so that no cut one looks whole.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream({ zlib: { level } })
  let current: Readable | Buffer | null = null
  const write = async (): Promise<void> => {
    const closed = once(zip, 'close')
    closed.catch(() => {})
    for await (const { path, modified, type, source } of entries) {
      current = source
      const date = new Date(Math.min(Math.max(modified.getTime(), earliest), latest))
      const data = { name: path, date, store: compressed.test(type), ...(path.endsWith('/') && { type: 'directory' as const }) }
      const written = new Promise<void>((resolve, reject) =>
        zip.entry(source, data, (error) => (error === undefined || error === null ? resolve() : reject(error))),
      )
      // who reads may leave in the middle of a file
      await Promise.race([written, closed])
      current = null
      if (zip.destroyed) return
    }
    zip.finish()
  }
  const writing = write()
  writing.catch((error: Error) => zip.destroy(error))
  try {
    for await (const chunk of zip) yield chunk as Uint8Array
  } finally {
    const open = current as Readable | Buffer | null
    if (open !== null && !Buffer.isBuffer(open)) open.destroy()
    zip.destroy()
  }
}
