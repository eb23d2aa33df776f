import { expect, test } from 'vitest'
import { compareSchemas } from './schema-differences.ts'

const extension = (version: string, isPackaged: boolean, schema = 'public') => ({
  kind: 'extension',
  name: 'hstore',
  definition: `version ${version}\nschema ${schema}`,
  packaged: isPackaged ? `schema ${schema}` : null,
})

test('an extension of which each version of Postgres brings its own is no difference', () => {
  expect(compareSchemas([extension('1.8', true)], [extension('1.7', true)])).toEqual([])
})

test('one that somebody has kept at a version, moved or dropped is one', () => {
  expect(compareSchemas([extension('1.8', true)], [extension('1.7', false)])).toHaveLength(1)
  expect(compareSchemas([extension('1.8', false)], [extension('1.7', false)])).toHaveLength(1)
  expect(compareSchemas([extension('1.8', true)], [extension('1.7', true, 'extensions')])).toHaveLength(1)
  expect(compareSchemas([extension('1.8', true)], [])).toMatchObject([{ kind: 'extension', after: null }])
})

test('the same is none, packaged or not', () => {
  expect(compareSchemas([extension('1.8', true)], [extension('1.8', false)])).toEqual([])
})
