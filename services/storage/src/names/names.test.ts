import { expect, test } from 'vitest'
import { checkBucketName, faultOf, readNames, writtenName } from './names.ts'

test('names of objects are Unicode of up to 1,024 bytes that lead nowhere else', () => {
  const good = ['a', 'a/b.txt', 'Größe 100%.txt', '日本語/файл', '..a/b..', 'a//b', 'folder/', 'ä'.repeat(512), '.hidden', "~!@#$&'()+=;:?[]{}|\\^`"]
  expect(good.filter((name) => faultOf(name) !== null)).toEqual([])
  const bad = ['', '\0', 'a\nb', '.', '..', 'a/../b', 'a/.', '\ud800', 'x'.repeat(1_025), 'ä'.repeat(513), '\u0085', '\u{10ffff}']
  expect(bad.filter((name) => faultOf(name) === null)).toEqual([])
  for (const name of bad) expect(() => writtenName(name)).toThrow('Invalid key: ')
})

test('names that look the same are one name', () => {
  expect(writtenName('e\u0301')).toBe('\u00e9')
  expect(readNames('e\u0301')).toEqual(['e\u0301', '\u00e9'])
  expect(readNames('plain')).toEqual(['plain'])
  expect(readNames('..')).toEqual([])
})

test('names of buckets are those of the original', () => {
  for (const name of ['a', 'A_b.c', "it's (mine) & yours", 'x'.repeat(100)]) expect(checkBucketName(name)).toBe(name)
  for (const name of ['', ' a', 'a ', 'a/b', 'ä', '..', 'x'.repeat(101), 'a\n']) expect(() => checkBucketName(name)).toThrow('Bucket name invalid')
})
