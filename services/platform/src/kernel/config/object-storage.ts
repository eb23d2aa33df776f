import type { ConfigReader } from '@colonnade/core'
import type { ObjectStorageConfig } from '@colonnade/objects'

/** Reads the settings of an object storage from the variables with a prefix; null if there are none. */
export function readObjectStorage(read: ConfigReader, name: 'COLONNADE_S3' | 'COLONNADE_OBJECTS'): ObjectStorageConfig | null {
  const bucket = read.text(`${name}_BUCKET`)
  const endpoint = read.text(`${name}_ENDPOINT`)
  const accessKeyId = read.text(`${name}_ACCESS_KEY_ID`)
  const secretAccessKey = read.text(`${name}_SECRET_ACCESS_KEY`)
  if (bucket === undefined) {
    if (endpoint ?? accessKeyId ?? secretAccessKey) read.problem(`${name}_BUCKET is missing beside the other ${name}_ settings`)
    return null
  }
  // the rules of general purpose buckets (Amazon S3 user guide, "Bucket naming rules")
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) read.problem(`${name}_BUCKET must be the name of a bucket, as in my-backups`)
  if (endpoint !== undefined && !/^https?:\/\/[^/]+\/?$/.test(endpoint)) {
    read.problem(`${name}_ENDPOINT must look like https://s3.example.com`)
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    read.problem(`${name}_BUCKET needs ${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY beside it`)
    return null
  }
  const prefix = read.text(`${name}_PREFIX`) ?? ''
  if (!/^[\w!.*'()/-]{0,200}$/.test(prefix)) read.problem(`${name}_PREFIX must be letters, digits and slashes, as in colonnade/production`)
  return {
    endpoint: endpoint?.replace(/\/$/, '') ?? null,
    region: read.text(`${name}_REGION`, 'us-east-1'),
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  }
}
