import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { editability, fixedReason } from './editability.ts'
import { explainChangeError } from './explain-change-error.ts'
import { readError } from './timeout-text.ts'

const fkey = (table: string) =>
  new AppError('foreign_key_violation', { table, schema: 'public', constraint: 'album_artist_fkey' }, { message: 'said Postgres' })

test('a row that refers to nothing is told from a row that others refer to', () => {
  expect(explainChangeError(fkey('album'), entity(), ['artist_id'])).toEqual({
    title: 'artist has no row with this id',
    detail: 'said Postgres',
    columns: ['artist_id'],
  })
  expect(explainChangeError(fkey('track'), entity(), []).title).toBe('Rows of track still reference this one')
  // a table that refers to itself
  expect(explainChangeError(fkey('album'), entity(), []).title).toBe('Rows of album still reference this one')
})

test('a key that exists names its columns', () => {
  const error = new AppError('unique_violation', { constraint: 'album_pkey' })
  expect(explainChangeError(error, entity(), ['id'])).toMatchObject({ title: 'A row with this id already exists', columns: ['id'] })
})

test('a number that the database drew and that is taken is told from one that was typed', () => {
  const error = new AppError('unique_violation', { constraint: 'album_pkey' })
  const numbered = entity({ columns: [column('id', { is_identity: true })] })
  expect(explainChangeError(error, numbered, ['artist_id'])).toMatchObject({
    title: 'The sequence of id is behind: its next number is already used',
    detail: expect.stringContaining("setval(pg_get_serial_sequence('public.album', 'id'), max(id)) from public.album"),
  })
  expect(explainChangeError(error, numbered, ['id']).title).toBe('A row with this id already exists')
})

test('a missing value names its column', () => {
  expect(explainChangeError(new AppError('not_null_violation', { column: 'title' }), entity(), []).columns).toEqual(['title'])
})

test('what a trigger raises is told with its detail and its hint', () => {
  const error = new AppError('database_error', { detail: 'It is closed', hint: 'Come back tomorrow' }, { message: 'Not today' })
  expect(explainChangeError(error, entity(), ['id'])).toEqual({ title: 'Not today', detail: 'It is closed\nCome back tomorrow', columns: [] })
  expect(explainChangeError(new AppError('database_error', {}, { message: 'No' }), entity(), []).detail).toBeNull()
})

test('a statement that ran out of time says after how long, and what to do', () => {
  const words = explainChangeError(new AppError('statement_timeout', { timeout_ms: 60_000 }), entity(), ['id'])
  expect(words.title).toBe('Saving took longer than 60 seconds and was stopped. Nothing was saved.')
  expect(words.detail).toContain('try again')
  const read = readError(new AppError('statement_timeout', { timeout_ms: 600_000 }))
  expect(read).toMatchObject({ code: 'statement_timeout', message: expect.stringMatching(/^Loading these rows took longer than 10 minutes/) })
  const other = new AppError('database_error')
  expect(readError(other)).toBe(other)
  const unsupported = new AppError('database_error', { sqlstate: '0A000' }, { message: 'No' })
  expect(readError(unsupported, { scope: { as: { database: 'a-replica' } }, view: { filters: [] } })).toMatchObject({
    message: expect.stringContaining('unlogged'),
  })
  expect(readError(unsupported, { scope: { as: undefined }, view: { filters: [{ column: 'name', operator: '~~*', value: '%a%' }] } })).toMatchObject({
    message: expect.stringContaining('collation'),
  })
  expect(readError(unsupported)).toBe(unsupported)
})

test('what can not be changed says why', () => {
  expect(editability(entity(), true).reason).toBeNull()
  expect(editability(entity(), false)).toMatchObject({ canInsert: false, canUpdate: false, canDelete: false })
  expect(editability(entity({ entity_type: 'v' }), true).reason?.title).toBe('Views are read-only here')
  const keyless = editability(entity({ schema: 'S', name: 'a"b', primary_keys: [] }), true)
  expect(keyless).toMatchObject({ canInsert: true, canUpdate: false, canDelete: false })
  expect(keyless.reason?.sql).toBe('alter table "S"."a""b" add column row_id bigint generated always as identity primary key;')
  expect(fixedReason(column('g', { is_generated: true }))).toMatch(/Generated/)
  expect(fixedReason(column('i', { is_identity: true, identity_generation: 'BY DEFAULT' }))).toBeNull()
})
