import { expect, test } from 'vitest'
import { connectionUri, passwordPlaceholder, percentEncode } from './connection-uri.ts'

const target = { db_host: '127.0.0.1', db_port: 5432, db_name: 'postgres', db_user: 'postgres' }

test('an unknown password leaves its placeholder', () => {
  expect(connectionUri(target, null)).toBe(`postgresql://postgres:${passwordPlaceholder}@127.0.0.1:5432/postgres`)
})

test('a password with every kind of symbol survives', () => {
  const password = `p@ss/w:o?r#d'"!*()[]%&+= $\\\`ü😀`
  const uri = connectionUri(target, password)
  expect(decodeURIComponent(new URL(uri).password)).toBe(password)
  expect(uri).not.toMatch(/['"$ `\\!()]/)
})

test('half a character, which no encoding has, does not break the page', () => {
  expect(percentEncode('a\uD800')).toBe('a%EF%BF%BD')
})

test('an IPv6 host stands in brackets', () => {
  expect(connectionUri({ ...target, db_host: '::1' }, 'x')).toBe('postgresql://postgres:x@[::1]:5432/postgres')
})

test('users of the shared pooler and names with spaces fit', () => {
  expect(connectionUri({ ...target, db_user: 'postgres.abc', db_name: 'my shop' }, 'x')).toBe('postgresql://postgres.abc:x@127.0.0.1:5432/my%20shop')
})
