import type { S3Client } from '@aws-sdk/client-s3'

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

/** Until a connection must be there, and then something of the answer, in milliseconds. */
const timeouts = { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true }

interface Opened {
  readonly s3: typeof import('@aws-sdk/client-s3')
  readonly Upload: typeof import('@aws-sdk/lib-storage').Upload
  readonly client: S3Client
}

/** Opens a client with its first call: most installations have none, and it takes long to load. */
export function lazyClient({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStorageConfig): Lazy<Opened> {
  return lazily(async () => {
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
}

export interface Lazy<T> {
  (): Promise<T>
  begun?: Promise<T>
}

function lazily<T>(begin: () => Promise<T>): Lazy<T> {
  const lazy: Lazy<T> = () => (lazy.begun ??= begin())
  return lazy
}

/** What is wrong, by the name that the storage or the system gives it (Amazon S3 API reference, "Error responses"). */
export function reasonOf(error: unknown, { bucket, endpoint }: ObjectStorageConfig): string {
  if (!(error instanceof Error)) return String(error)
  const at = endpoint ?? 'AWS'
  const known: Readonly<Record<string, string>> = {
    NoSuchBucket: `there is no bucket "${bucket}" at ${at}`,
    Forbidden: `the access key may not do that in the bucket "${bucket}"`,
    AccessDenied: `the access key may not do that in the bucket "${bucket}"`,
    InvalidAccessKeyId: 'the access key ID is unknown',
    SignatureDoesNotMatch: 'the secret access key doesn’t match the access key ID',
    PermanentRedirect: `the bucket "${bucket}" is in another region`,
    ECONNREFUSED: `nothing answers at ${at}`,
    ENOTFOUND: `the name of ${at} is not known`,
    TimeoutError: `${at} does not answer in time`,
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return known[code] ?? known[error.name] ?? (error.message === '' ? code : error.message)
}
