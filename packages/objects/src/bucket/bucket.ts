import { createHash } from 'node:crypto'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { StoreUnavailable } from '../versions/version-store.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { lazyClient, type ObjectStorageConfig, reasonOf } from './client.ts'
import { inParallel } from './in-parallel.ts'
import { createBudget } from './budget.ts'

/** Objects in a bucket by their key, below the prefix of the configuration. Everything but `isWrong` throws StoreUnavailable. */
export interface Bucket extends Disposable {
  /** Puts an object, whole or not at all. The storage compares what it got with the MD5 of what was sent. */
  put(key: string, content: ByteSource): Promise<void>
  /** Returns null when there is none. */
  find(key: string): Promise<{ readonly bytes: number; readonly modifiedAt: number } | null>
  /** From the first byte to the last one, both counted from 0 and included. The error of an object that is gone has the code ENOENT. */
  read(key: string, from: number, to: number): AsyncGenerator<Uint8Array>
  /** Within the storage: nothing is fetched. Returns false when there is no such object. */
  copy(from: string, to: string): Promise<boolean>
  /** Also when it is gone already. */
  remove(key: string): Promise<void>
  /** Keys that begin so, in their order, some at a time and without what they begin with. */
  list(prefix: string): AsyncGenerator<string[]>
  /** Bytes of all objects whose keys begin so. */
  measure(prefix: string): Promise<number>
  /** What follows a prefix up to a slash. */
  listFolders(prefix: string): Promise<string[]>
  /** Gives up uploads in parts that began before (milliseconds since the Unix epoch), as far as the storage knows of them. */
  endUploads(prefix: string, before: number): Promise<void>
}

/** What is put in one request; a longer object goes in parts of at least this size. */
const partBytes = 8 * 1024 * 1024
/** Parts of an upload: 10,000 at most (Amazon S3 user guide, "Multipart upload limits"). */
const partsMost = 9_000
/** Larger ones are copied in parts (Amazon S3 API reference, "CopyObject"). */
const copiedWholeMost = 5 * 1024 ** 3
const copiedPartBytes = 1024 ** 3
/** Parts of one upload that are on their way at once. */
const partsAtOnce = 4
/** Of all uploads of the process that are on their way at once, in bytes. */
const budgetBytes = 64 * 1024 * 1024

const budget = createBudget(budgetBytes)

export function openBucket(config: ObjectStorageConfig): Bucket {
  const { bucket: Bucket, prefix: base } = config
  const opening = lazyClient(config)
  const object = (key: string) => ({ Bucket, Key: `${base}${key}` })
  const sourceOf = (key: string): string => `${Bucket}/${encodeURIComponent(`${base}${key}`).replaceAll('%2F', '/')}`

  const attempt = async <T>(work: (opened: Awaited<ReturnType<typeof opening>>) => Promise<T>): Promise<T> => {
    const opened = await opening()
    try {
      return await work(opened)
    } catch (error) {
      if (!isOfStorage(error)) throw error
      throw new StoreUnavailable(reasonOf(error, config), error)
    }
  }
  const find: Bucket['find'] = (key) =>
    attempt(async ({ client, s3 }) => {
      try {
        const { ContentLength, LastModified } = await client.send(new s3.HeadObjectCommand(object(key)))
        return { bytes: ContentLength ?? 0, modifiedAt: LastModified?.getTime() ?? 0 }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    })
  /** Makes an object of parts, which `putPart` gives by their numbers from 1 on; gives the upload up when one fails. */
  const putParts = (key: string, count: number, putPart: (number: number, upload: UploadName) => Promise<string | undefined>): Promise<void> =>
    attempt(async ({ client, s3 }) => {
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(object(key)))
      const upload = { ...object(key), UploadId: UploadId! }
      try {
        const parts: CompletedPart[] = []
        const numbers = Array.from({ length: count }, (_, index) => index + 1)
        await inParallel(numbers, partsAtOnce, async (PartNumber) => {
          parts[PartNumber - 1] = { PartNumber, ETag: await putPart(PartNumber, upload) }
        })
        await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
      } catch (error) {
        await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {})
        throw error
      }
    })
  const list = async function* (prefix: string, Delimiter?: string) {
    for (let token: string | undefined; ;) {
      const page = await attempt(({ client, s3 }) =>
        client.send(
          new s3.ListObjectsV2Command({
            Bucket,
            Prefix: `${base}${prefix}`,
            ...(Delimiter && { Delimiter }),
            ...(token && { ContinuationToken: token }),
          }),
        ),
      )
      yield page
      if (page.IsTruncated !== true) return
      token = page.NextContinuationToken
    }
  }

  return {
    async put(key, content) {
      if (content.bytes <= partBytes) {
        await budget(content.bytes, () =>
          attempt(async ({ client, s3 }) => {
            const Body = await readBytes(content, 0, content.bytes)
            await client.send(new s3.PutObjectCommand({ ...object(key), Body, ContentMD5: md5Of(Body) }))
          }),
        )
        return
      }
      const size = Math.max(partBytes, Math.ceil(content.bytes / partsMost))
      await putParts(key, Math.ceil(content.bytes / size), (PartNumber, upload) =>
        budget(size, async () => {
          const { client, s3 } = await opening()
          const from = (PartNumber - 1) * size
          const Body = await readBytes(content, from, Math.min(from + size, content.bytes))
          return (await client.send(new s3.UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5: md5Of(Body) }))).ETag
        }),
      )
      const found = await find(key)
      if (found?.bytes !== content.bytes) throw new StoreUnavailable(`it has ${found?.bytes ?? 'none'} of the ${content.bytes} bytes of ${key}`)
    },
    find,
    async *read(key, from, to) {
      const { client, s3 } = await opening()
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ ...object(key), Range: `bytes=${from}-${to}` }))
        yield* Body as AsyncIterable<Uint8Array>
      } catch (error) {
        if (isMissing(error)) throw Object.assign(new Error(`There is no object ${key}`, { cause: error }), { code: 'ENOENT' })
        throw new StoreUnavailable(reasonOf(error, config), error)
      }
    },
    async copy(from, to) {
      const source = await find(from)
      if (source === null) return false
      const { bytes } = source
      if (bytes > copiedWholeMost) {
        await putParts(to, Math.ceil(bytes / copiedPartBytes), async (PartNumber, upload) => {
          const { client, s3 } = await opening()
          const first = (PartNumber - 1) * copiedPartBytes
          const CopySourceRange = `bytes=${first}-${Math.min(first + copiedPartBytes, bytes) - 1}`
          const copied = await client.send(new s3.UploadPartCopyCommand({ ...upload, PartNumber, CopySource: sourceOf(from), CopySourceRange }))
          return copied.CopyPartResult?.ETag
        })
        return true
      }
      return attempt(async ({ client, s3 }) => {
        try {
          await client.send(new s3.CopyObjectCommand({ ...object(to), CopySource: sourceOf(from) }))
          return true
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      })
    },
    async remove(key) {
      await attempt(({ client, s3 }) => client.send(new s3.DeleteObjectCommand(object(key))))
    },
    async *list(prefix) {
      const begin = base.length + prefix.length
      for await (const { Contents = [] } of list(prefix)) yield Contents.map(({ Key = '' }) => Key.slice(begin))
    },
    async measure(prefix) {
      let sum = 0
      for await (const { Contents = [] } of list(prefix)) for (const { Size = 0 } of Contents) sum += Size
      return sum
    },
    async listFolders(prefix) {
      const names: string[] = []
      const begin = base.length + prefix.length
      for await (const { CommonPrefixes = [] } of list(prefix, '/')) names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(begin, -1)))
      return names
    },
    async endUploads(prefix, before) {
      await attempt(async ({ client, s3 }) => {
        // some can't list them, and end them by rules of their own
        const orNone = (error: unknown): { readonly Uploads?: [] } => {
          if (codeOf(error) === 'NotImplemented') return {}
          throw error
        }
        const { Uploads = [] } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: `${base}${prefix}` })).catch(orNone)
        for (const { Key, UploadId, Initiated } of Uploads) {
          if ((Initiated?.getTime() ?? Infinity) < before) await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        }
      })
    },
    [Symbol.dispose]() {
      void opening.begun?.then(({ client }) => client.destroy())
    },
  }
}

interface UploadName {
  readonly Bucket: string
  readonly Key: string
  readonly UploadId: string
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64')
}

function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** Whether the storage or the way to it failed, and not what was to be sent. */
function isOfStorage(error: unknown): boolean {
  return error instanceof Error && !(error instanceof StoreUnavailable) && !('path' in error)
}
