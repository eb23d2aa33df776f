import { describe, expect, test } from 'vitest'
import { draftOf, findProblems, migrationOf, newBucket, settingsOf } from './bucket-draft.ts'

describe('the form of a bucket', () => {
  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'ümlaut' }, 'name'],
    [{ name: 'a/b' }, 'name'],
    [{ name: 'a'.repeat(101) }, 'name'],
    [{ name: 'a', limit: 'much' }, 'limit'],
    [{ name: 'a', limit: '51' }, 'limit'],
    [{ name: 'a', types: 'image/*, png' }, 'types'],
  ] as const)('finds what is wrong with %o', (part, field) => {
    expect(Object.keys(findProblems({ ...newBucket, ...part }, 52_428_800))).toEqual([field])
  })

  test('saves what it shows', () => {
    const bucket = {
      id: 'a',
      name: 'a',
      owner: '',
      created_at: '',
      updated_at: '',
      public: true,
      file_size_limit: 1024,
      allowed_mime_types: ['image/*', 'text/csv'],
      files: 0,
      bytes: 0,
      policies: 0,
    }
    expect(settingsOf(draftOf(bucket))).toEqual({ public: true, file_size_limit: 1024, allowed_mime_types: ['image/*', 'text/csv'] })
    expect(settingsOf(draftOf({ ...bucket, file_size_limit: null, allowed_mime_types: null }))).toEqual({
      public: true,
      file_size_limit: null,
      allowed_mime_types: null,
    })
  })

  test('is written as SQL, whatever is in the name', () => {
    expect(migrationOf({ ...newBucket, name: "it's", limit: '1', unit: 'kB', types: 'image/*' })).toContain(
      "values ('it''s', 'it''s', false, 1024, array['image/*'])",
    )
  })
})
