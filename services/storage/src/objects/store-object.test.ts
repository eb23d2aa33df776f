import { WriteRefusal } from '@colonnade/objects'
import { expect, test } from 'vitest'
import { renderError, type StorageError } from '../errors.ts'
import { writeError } from './store-object.ts'

test('a full disk is a 507 in the form that clients read', () => {
  const { status, body } = renderError(writeError(new WriteRefusal('disk_full')) as StorageError, false)
  expect([status, JSON.parse(body as string)]).toEqual([
    507,
    {
      statusCode: '507',
      error: 'StorageFull',
      code: 'StorageFull',
      message: 'The disk of this installation is full. Free some space and try again.',
    },
  ])
})
