import { expect, test } from 'vitest'
import { readPattern } from './name-pattern.ts'
import { readPsqlCommand } from './psql.ts'

test.each([
  ['orders', { schema: null, name: 'orders', isWild: false }],
  ['Public.Ord*', { schema: 'public', name: 'ord.*', isWild: true }],
  ['"My.T*ble"', { schema: null, name: String.raw`My\.T\*ble`, isWild: false }],
  ['"a""b"', { schema: null, name: 'a"b', isWild: false }],
  ['app.', { schema: 'app', name: '.*', isWild: true }],
])('%s', (text, pattern) => expect(readPattern(text)).toEqual(pattern))

test.each([
  String.raw`\d`,
  String.raw`\d orders`,
  String.raw`\d+ "My table";`,
  String.raw`\dt *.*`,
  String.raw`\dv`,
  String.raw`\dm`,
  String.raw`\di`,
  String.raw`\ds`,
  String.raw`\df+ a*`,
  String.raw`\dn`,
  String.raw`\du`,
  String.raw`\l+`,
  String.raw`\dx`,
  String.raw`\dT`,
  String.raw`\dp`,
  String.raw`\z a`,
  String.raw`\sf now`,
  String.raw`\sv v`,
  String.raw`\conninfo`,
  String.raw`\dtS+ pg_*`,
])('%s is a query on one line', (line) => {
  const meaning = readPsqlCommand(line)
  expect(meaning.kind).toBe('query')
  expect(meaning.kind === 'query' && meaning.sql).toMatch(/^(?:select|with) .*;$/)
})

test.each([
  String.raw`\timing`,
  String.raw`\copy t from 'x.csv'`,
  String.raw`\c other`,
  String.raw`\x`,
  String.raw`\i a.sql`,
  String.raw`\e`,
  String.raw`\?`,
  String.raw`\q`,
  String.raw`\sf`,
  String.raw`\nonsense`,
  String.raw`\constructor`,
  '\\',
])('%s is explained', (line) => {
  const meaning = readPsqlCommand(line)
  expect(meaning.kind === 'explained' && meaning.words).toMatch(/psql/)
})

test('a name is never more than a name', () => {
  const meaning = readPsqlCommand(String.raw`\d x'; drop table a; --`)
  expect(meaning.kind === 'query' && meaning.sql).toContain("'x''; drop table a; --'::pg_catalog.regclass")
})
