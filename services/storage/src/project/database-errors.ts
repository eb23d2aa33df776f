import { isAppError } from '@colonnade/core'
import { databaseError } from '@colonnade/pg'
import pg from 'pg'
import { StorageError } from '../errors.ts'

/** What a policy has to allow for the statement that was refused. */
const commands: Readonly<Record<string, string>> = {
  'storage.object.upload': 'INSERT',
  'storage.object.upload_update': 'INSERT, SELECT and UPDATE',
  'storage.object.copy': 'SELECT on the source and INSERT',
  'storage.object.move': 'SELECT and UPDATE',
  'storage.object.delete': 'SELECT and DELETE',
  'storage.object.delete_many': 'SELECT and DELETE',
  'storage.bucket.create': 'INSERT',
  'storage.bucket.update': 'SELECT and UPDATE',
  'storage.bucket.delete': 'SELECT and DELETE',
}

/** Turns a Postgres or connection error into an error for clients. */
export function storageErrorOf(thrown: unknown, operation: string): StorageError {
  if (thrown instanceof StorageError) return thrown
  if (thrown instanceof pg.DatabaseError && thrown.code !== undefined) return refusalOf(thrown, operation)
  const error = databaseError(thrown)
  if (isAppError(error, 'connection_lost') || isAppError(error, 'unavailable')) {
    return new StorageError('DatabaseTimeout', undefined, { cause: thrown, headers: { 'retry-after': '1' } })
  }
  return new StorageError('InternalError', undefined, { cause: thrown })
}

function refusalOf(error: pg.DatabaseError, operation: string): StorageError {
  const details = { cause: error }
  switch (error.code) {
    case '42501': {
      const needed = commands[operation]
      const table = operation.startsWith('storage.bucket') ? 'storage.buckets' : 'storage.objects'
      const hint = needed === undefined ? {} : { hint: `This needs policies on ${table} that allow ${needed}.` }
      if (/row-level security/.test(error.message)) return new StorageError('AccessDenied', undefined, { ...details, ...hint })
      return new StorageError('AccessDenied', error.message, details)
    }
    case '22023':
      // the role of the token is none of the database
      return new StorageError('AccessDenied', error.message, details)
    case '23505':
      return new StorageError(operation.startsWith('storage.bucket') ? 'BucketAlreadyExists' : 'KeyAlreadyExists', undefined, details)
    case '23503':
      return new StorageError(operation === 'storage.bucket.delete' ? 'ResourceNotEmpty' : 'NoSuchBucket', undefined, details)
    case '23514':
      return new StorageError('InvalidRequest', error.message, details)
    case '25006':
      return new StorageError('DatabaseReadOnly', undefined, details)
    case '55P03':
    case '40001':
    case '40P01':
      return new StorageError('LockTimeout', undefined, details)
    case '53300':
      return new StorageError('DatabaseConnectionLimit', undefined, details)
    case '53100':
      return new StorageError('StorageFull', 'The disk of the project’s database is full. Free some space and try again.', details)
    case '57014':
    case '57P03':
      return new StorageError('DatabaseTimeout', undefined, details)
    case 'P0001':
      // what a trigger of the project's owner says
      return new StorageError('InvalidRequest', error.message, details)
    default:
      return new StorageError('InternalError', undefined, details)
  }
}
