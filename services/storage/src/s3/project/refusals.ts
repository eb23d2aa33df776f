import { StoreUnavailable } from '@colonnade/objects'
import { StorageError, type StorageErrorCode } from '../../errors.ts'
import { S3Error, type S3ErrorCode } from '../errors.ts'

const codes: Partial<Readonly<Record<StorageErrorCode, S3ErrorCode>>> = {
  NoSuchBucket: 'NoSuchBucket',
  NoSuchKey: 'NoSuchKey',
  NoSuchUpload: 'NoSuchUpload',
  KeyAlreadyExists: 'PreconditionFailed',
  BucketAlreadyExists: 'BucketAlreadyOwnedByYou',
  ResourceNotEmpty: 'BucketNotEmpty',
  InvalidBucketName: 'InvalidBucketName',
  InvalidRange: 'InvalidRange',
  EntityTooLarge: 'EntityTooLarge',
  SlowDown: 'SlowDown',
  LockTimeout: 'SlowDown',
  DatabaseConnectionLimit: 'SlowDown',
  DatabaseTimeout: 'ServiceUnavailable',
  DatabaseReadOnly: 'ServiceUnavailable',
  StorageUnavailable: 'ServiceUnavailable',
  StorageFull: 'InsufficientStorage',
}
/** Of these the text says what is wrong. */
const told: Partial<Readonly<Record<StorageErrorCode, S3ErrorCode>>> = {
  AccessDenied: 'AccessDenied',
  InvalidKey: 'InvalidArgument',
  InvalidRequest: 'InvalidRequest',
  InvalidMimeType: 'InvalidMimeType',
  FeatureNotEnabled: 'NotImplemented',
  MissingContentLength: 'MissingContentLength',
}

/** What storage's own refusals are in S3. What was wrong with a body comes wrapped in the fault of the file that it was to be. */
export function s3ErrorOf(thrown: unknown): S3Error | null {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) if (error instanceof S3Error) return error
  if (thrown instanceof StoreUnavailable) return new S3Error('ServiceUnavailable')
  if (!(thrown instanceof StorageError)) return null
  const { code, message } = thrown
  if (code === 'InvalidKey' && /longer than/.test(message)) return new S3Error('KeyTooLongError')
  const plain = codes[code]
  if (plain !== undefined) return new S3Error(plain)
  const withText = told[code]
  return withText === undefined ? null : new S3Error(withText, message)
}
