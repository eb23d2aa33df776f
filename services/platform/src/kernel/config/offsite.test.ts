import { AppError, readConfig } from '@colonnade/core'
import { expect, test } from 'vitest'
import { readOffsiteConfig } from './offsite.ts'

const key = { COLONNADE_S3_ACCESS_KEY_ID: 'id', COLONNADE_S3_SECRET_ACCESS_KEY: 'secret' }
const read = (environment: Readonly<Record<string, string>>) => readConfig(environment, readOffsiteConfig)
const problemOf = (environment: Readonly<Record<string, string>>): string => {
  try {
    read(environment)
    return 'none'
  } catch (error) {
    return error instanceof AppError ? error.message : String(error)
  }
}

test('nothing is copied unless a bucket is named', () => {
  expect(read({})).toBeNull()
})

test('a bucket of AWS, and one elsewhere under a prefix', () => {
  const own = { accessKeyId: 'id', secretAccessKey: 'secret' }
  expect(read({ COLONNADE_S3_BUCKET: 'my-backups', ...key })).toEqual({
    ...own,
    endpoint: null,
    region: 'us-east-1',
    bucket: 'my-backups',
    prefix: '',
  })
  const elsewhere = { COLONNADE_S3_ENDPOINT: 'https://s3.example.com/', COLONNADE_S3_REGION: 'eu', COLONNADE_S3_PREFIX: 'colonnade/one' }
  expect(read({ COLONNADE_S3_BUCKET: 'my-backups', ...key, ...elsewhere })).toEqual({
    ...own,
    endpoint: 'https://s3.example.com',
    region: 'eu',
    bucket: 'my-backups',
    prefix: 'colonnade/one/',
  })
})

test.for([
  [{ ...key }, 'COLONNADE_S3_BUCKET is missing'],
  [{ COLONNADE_S3_BUCKET: 'my-backups' }, 'needs COLONNADE_S3_ACCESS_KEY_ID'],
  [{ COLONNADE_S3_BUCKET: 'My Backups', ...key }, 'must be the name of a bucket'],
  [{ COLONNADE_S3_BUCKET: 'my-backups', COLONNADE_S3_ENDPOINT: 's3.example.com', ...key }, 'must look like https://s3.example.com'],
  [{ COLONNADE_S3_BUCKET: 'my-backups', COLONNADE_S3_PREFIX: 'a b', ...key }, 'letters, digits and slashes'],
] as const)('%j is refused: %s', ([environment, words]) => {
  expect(problemOf(environment)).toContain(words)
})
