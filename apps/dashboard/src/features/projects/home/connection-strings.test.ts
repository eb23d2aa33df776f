import { expect, test } from 'vitest'
import { connectionStrings, passwordPlaceholder } from './connection-strings.ts'

const target = { db_host: '127.0.0.1', db_port: 5432, db_name: 'postgres', db_user: 'postgres' }
const textOf = (id: string, password: string | null, host = target.db_host) =>
  connectionStrings({ ...target, db_host: host }, password).find((candidate) => candidate.id === id)?.text

test('the types are those of spec §2, in its order', () => {
  expect(connectionStrings(target, null).map(({ label }) => label)).toEqual([
    'URI',
    'PSQL',
    'Golang',
    'JDBC',
    '.NET',
    'Node.js',
    'PHP',
    'Python',
    'SQLAlchemy',
  ])
})

test('an unknown password leaves its placeholder in every one', () => {
  for (const { text } of connectionStrings(target, null)) expect(text).toContain(passwordPlaceholder)
})

test('a password with every kind of symbol survives the address and the shell', () => {
  const password = `p@ss/w:o?r#d'"!*()%& $`
  const uri = textOf('uri', password)!
  expect(decodeURIComponent(new URL(uri).password)).toBe(password)
  expect(textOf('psql', password)).toBe(`psql '${uri}'`)
  expect(uri).not.toMatch(/['"$ ]/)
})

test('.NET takes special characters in double quotes', () => {
  expect(textOf('dotnet', 'a;b"c')).toContain('Password="a;b""c"')
})

test('an IPv6 host stands in brackets', () => {
  expect(textOf('uri', 'x', '::1')).toBe('postgresql://postgres:x@[::1]:5432/postgres')
})
