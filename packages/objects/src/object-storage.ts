import { AppError } from '@colonnade/core'
import type { Readable } from 'node:stream'

/** An S3-compatible object storage. */
export interface ObjectStorageConfig {
  /** null for the one of AWS in that region. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** Before every key; empty or ending in a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

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
/** Until a connection must be there, and then something of the answer, in milliseconds. */
const timeouts = { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true }

/** Opens nothing yet: the first call does. */
export function openObjectStorage(config: ObjectStorageConfig): ObjectStorage {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = config
  // most installations have none, and it takes long to load
  const opening = lazily(async () => {
    const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
    const client = new s3.S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      requestHandler: timeouts,
      // what others than AWS do not know of
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, Upload, client }
  })
  const object = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  const failed = (error: unknown): AppError => {
    const message = `The object storage could not be used: ${reasonOf(error, config)}`
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

interface Lazy<T> {
  (): Promise<T>
  begun?: Promise<T>
}

function lazily<T>(begin: () => Promise<T>): Lazy<T> {
  const lazy: Lazy<T> = () => (lazy.begun ??= begin())
  return lazy
}

/** What is wrong, by the name that the storage or the system gives it (Amazon S3 API reference, "Error responses"). */
function reasonOf(error: unknown, { bucket, endpoint }: ObjectStorageConfig): string {
  if (!(error instanceof Error)) return String(error)
  const at = endpoint ?? 'AWS'
  const known: Readonly<Record<string, string>> = {
    NoSuchBucket: `there is no bucket "${bucket}" at ${at}`,
    AccessDenied: `the access key may not do that in the bucket "${bucket}"`,
    InvalidAccessKeyId: 'the access key is not known there',
    SignatureDoesNotMatch: 'the secret access key is not the one of the access key',
    PermanentRedirect: `the bucket "${bucket}" is in another region`,
    ECONNREFUSED: `nothing answers at ${at}`,
    ENOTFOUND: `the name of ${at} is not known`,
    TimeoutError: `${at} does not answer in time`,
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return known[code] ?? known[error.name] ?? (error.message === '' ? code : error.message)
}
