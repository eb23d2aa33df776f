import { expect, test } from 'vitest'
import { EntryNames } from './entry-names.ts'

test('paths in an archive stay within it, are unique, and keep what letters they have', () => {
  const names = [
    'plain/größe 📷.txt',
    '../../etc/passwd',
    '/absolute',
    'a//b',
    String.raw`..\..\windows`,
    'C:/drive',
    'C_/drive',
    'line\nbreak',
    '...',
    '/',
    'a',
    'x/photo.jpg',
    'x/photo.jpg',
    '.env',
    '.env',
  ]
  const taken = new EntryNames(names)
  expect(names.map((name) => taken.file(name))).toEqual([
    'plain/größe 📷.txt',
    '__/__/etc/passwd',
    'absolute',
    'a/b',
    '.._.._windows',
    'C_/drive',
    'C_/drive (2)',
    'line_break',
    '___',
    '_',
    'a (2)',
    'x/photo.jpg',
    'x/photo (2).jpg',
    '.env',
    '.env (2)',
  ])
  expect(taken.folder('empty/../folder/')).toBe('empty/__/folder/')
})
