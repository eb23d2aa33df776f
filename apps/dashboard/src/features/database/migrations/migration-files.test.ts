import { expect, test } from 'vitest'
import { timeOfVersion, versionOf } from '@colonnade/pg-meta/version-order'
import { allTexts, fileNameOf, readFileName, statementsIn, textOf } from './migration-files.ts'

const byNobody = { created_by: null, created_at: null }

test('a version is a time in UTC, or none', () => {
  expect(timeOfVersion('20240131120509')).toBe('2024-01-31T12:05:09.000Z')
  expect(versionOf(new Date('2024-01-31T12:05:09.999Z'))).toBe('20240131120509')
  for (const version of ['20240231120000', '20241331000000', '001', 'init', '']) expect(timeOfVersion(version)).toBeNull()
})

test('files are named as command-line tools name them, whatever a migration is called', () => {
  expect(fileNameOf({ version: '20240131120000', name: 'Create table "Ålbum"/x' })).toBe('20240131120000_create_table_ålbum_x.sql')
  expect(fileNameOf({ version: '20240131120000', name: null })).toBe('20240131120000_migration.sql')
  expect(fileNameOf({ version: '../1', name: '..' })).toBe('.._1_migration.sql')
  expect(readFileName('20240131120000_create_album.sql')).toEqual({ version: '20240131120000', name: 'create_album' })
  expect(readFileName('schema.sql')).toEqual({ version: '', name: 'schema' })
})

test('its text can be run again: every statement has a semicolon, and only one', () => {
  const statements = ['create table a ()', 'select 1;', "select ';' -- the end;", '-- nothing']
  expect(textOf({ statements })).toBe("create table a ();\n\nselect 1;\n\nselect ';'; -- the end;\n\n-- nothing\n")
  expect(textOf({ statements: null })).toBe('')
})

test('a file is kept statement by statement, with the comments before them', () => {
  const text = '-- first\ncreate table a ();\n\n/* then; */ insert into a default values;\ncreate function f() returns int return 1\n-- over\n'
  expect(statementsIn(text)).toEqual([
    '-- first\ncreate table a ()',
    '/* then; */ insert into a default values',
    'create function f() returns int return 1',
  ])
  expect(statementsIn(' ; -- nothing\n')).toEqual([])
})

test('all of them are one text, the oldest first', () => {
  const all = [
    { version: '2', name: 'second', statements: ['drop table a'], ...byNobody },
    { version: '1', name: 'first', statements: ['create table a ()'], ...byNobody },
  ]
  expect(allTexts(all).join('')).toBe('-- 1_first.sql\n\ncreate table a ();\n\n\n-- 2_second.sql\n\ndrop table a;\n\n\n')
})
