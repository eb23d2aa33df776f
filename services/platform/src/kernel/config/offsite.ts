import type { ConfigReader } from '@colonnade/core'
import type { ObjectStorageConfig } from '@colonnade/objects'

/** Where backups and archived WAL are copied to. */
export type OffsiteConfig = ObjectStorageConfig

/** The environment's part about copies elsewhere; null where there are none. */
export function readOffsiteConfig(read: ConfigReader): OffsiteConfig | null {
  const bucket = read.text('COLONNADE_S3_BUCKET')
  const endpoint = read.text('COLONNADE_S3_ENDPOINT')
  const accessKeyId = read.text('COLONNADE_S3_ACCESS_KEY_ID')
  const secretAccessKey = read.text('COLONNADE_S3_SECRET_ACCESS_KEY')
  if (bucket === undefined) {
    if (endpoint ?? accessKeyId ?? secretAccessKey) read.problem('COLONNADE_S3_BUCKET is missing beside the other COLONNADE_S3_ settings')
    return null
  }
  // the rules of general purpose buckets (Amazon S3 user guide, "Bucket naming rules")
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) read.problem('COLONNADE_S3_BUCKET must be the name of a bucket, as in my-backups')
  if (endpoint !== undefined && !/^https?:\/\/[^/]+\/?$/.test(endpoint)) {
    read.problem('COLONNADE_S3_ENDPOINT must look like https://s3.example.com')
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    read.problem('COLONNADE_S3_BUCKET needs COLONNADE_S3_ACCESS_KEY_ID and COLONNADE_S3_SECRET_ACCESS_KEY beside it')
    return null
  }
  const prefix = read.text('COLONNADE_S3_PREFIX') ?? ''
  if (!/^[\w!.*'()/-]{0,200}$/.test(prefix)) read.problem('COLONNADE_S3_PREFIX must be letters, digits and slashes, as in colonnade/production')
  return {
    endpoint: endpoint?.replace(/\/$/, '') ?? null,
    region: read.text('COLONNADE_S3_REGION', 'us-east-1'),
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  }
}
