import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { editability, fixedReason } from './editability.ts'
import { explainChangeError } from './explain-change-error.ts'

const fkey = (table: string) =>
  new AppError('foreign_key_violation', { table, schema: 'public', constraint: 'album_artist_fkey' }, { message: 'said Postgres' })

test('a row that refers to nothing is told from a row that others refer to', () => {
  expect(explainChangeError(fkey('album'), entity(), ['artist_id'])).toEqual({
    title: 'artist has no row with this id',
    detail: 'said Postgres',
    columns: ['artist_id'],
  })
  expect(explainChangeError(fkey('track'), entity(), []).title).toBe('Rows of track still refer to this one')
  // a table that refers to itself
  expect(explainChangeError(fkey('album'), entity(), []).title).toBe('Rows of album still refer to this one')
})

test('a key that exists names its columns', () => {
  const error = new AppError('unique_violation', { constraint: 'album_pkey' })
  expect(explainChangeError(error, entity(), ['id'])).toMatchObject({ title: 'A row with this id already exists', columns: ['id'] })
})

test('a missing value names its column', () => {
  expect(explainChangeError(new AppError('not_null_violation', { column: 'title' }), entity(), []).columns).toEqual(['title'])
})

test('what can not be changed says why', () => {
  expect(editability(entity(), true).reason).toBeNull()
  expect(editability(entity(), false)).toMatchObject({ canInsert: false, canUpdate: false, canDelete: false })
  expect(editability(entity({ kind: 'v' }), true).reason?.title).toBe('Views are read-only here')
  const keyless = editability(entity({ schema: 'S', name: 'a"b', primary_keys: [] }), true)
  expect(keyless).toMatchObject({ canInsert: true, canUpdate: false, canDelete: false })
  expect(keyless.reason?.sql).toBe('alter table "S"."a""b" add column row_id bigint generated always as identity primary key;')
  expect(fixedReason(column('g', { is_generated: true }))).toMatch(/Generated/)
  expect(fixedReason(column('i', { is_identity: true, identity_generation: 'BY DEFAULT' }))).toBeNull()
})
