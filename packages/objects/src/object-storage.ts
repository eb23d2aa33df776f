import { AppError } from '@colonnade/core'
import type { Readable } from 'node:stream'
import { lazyClient, type ObjectStorageConfig, reasonOf } from './bucket/client.ts'

/** Objects in a bucket, by their key. Errors: AppError `offsite_failed`, in words that tell what to do. */
export interface ObjectStorage extends Disposable {
  /** Puts an object in its place, whole or not at all; resolves when the storage has it. */
  put(key: string, content: Readable | Buffer, options: { readonly mostBytes: number; readonly signal: AbortSignal }): Promise<void>
  /** null when there is none. */
  get(key: string, signal: AbortSignal): Promise<Readable | null>
  /** Also when it is gone already. */
  remove(key: string): Promise<void>
}

/** Parts of an upload: 10,000 at most, each of 5 MiB at least but the last (Amazon S3 user guide, "Multipart upload limits"). */
const partLimits = { most: 9_000, leastBytes: 8 * 1024 * 1024 }

/** Opens nothing yet: the first call does. */
export function openObjectStorage(config: ObjectStorageConfig): ObjectStorage {
  const { bucket, prefix } = config
  const opening = lazyClient(config)
  const object = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  const failed = (error: unknown): AppError => {
    const message = `The object storage can’t be used: ${reasonOf(error, config)}`
    return new AppError('offsite_failed', {}, { message, cause: error })
  }

  return {
    async put(key, content, { mostBytes, signal }) {
      const { client, Upload, s3 } = await opening()
      try {
        if (Buffer.isBuffer(content)) {
          await client.send(new s3.PutObjectCommand({ ...object(key), Body: content }), { abortSignal: signal })
          return
        }
        const partSize = Math.max(partLimits.leastBytes, Math.ceil(mostBytes / partLimits.most))
        const upload = new Upload({ client, params: { ...object(key), Body: content }, partSize, queueSize: 2 })
        const abort = (): void => void upload.abort()
        signal.addEventListener('abort', abort)
        try {
          await upload.done()
        } finally {
          signal.removeEventListener('abort', abort)
        }
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof AppError ? error : failed(error)
      }
    },
    async get(key, signal) {
      const { client, s3 } = await opening()
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(object(key)), { abortSignal: signal })
        return Body as Readable
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof s3.NoSuchKey) return null
        throw failed(error)
      }
    },
    async remove(key) {
      const { client, s3 } = await opening()
      try {
        await client.send(new s3.DeleteObjectCommand(object(key)))
      } catch (error) {
        throw failed(error)
      }
    },
    [Symbol.dispose]() {
      void opening.begun?.then(({ client }) => client.destroy())
    },
  }
}
