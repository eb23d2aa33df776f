import { expect, test } from 'vitest'
import { parseDomain, unicodeName } from './domain-names.ts'

const own = ['colonnade.example', 'workstation']

test.for([
  ['db.example.com', 'db.example.com'],
  ['  DB.Example.COM. ', 'db.example.com'],
  ['example.com', 'example.com'],
  ['db.corp.internal', 'db.corp.internal'],
  ['me.github.io', 'me.github.io'],
  ['b.colonnade.example', 'b.colonnade.example'],
  ['datenbank.schön.example', 'datenbank.xn--schn-7qa.example'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  [`${'a.'.repeat(117)}example`, `${'a.'.repeat(117)}example`],
  ['1.2.3.4.example', '1.2.3.4.example'],
])('%s is the name %s', ([written, name]) => {
  expect(parseDomain(written!, own)).toEqual({ name })
})

test.for([
  ['', 'Write a name'],
  [' \n', 'Write a name'],
  ['*.example.com', 'wildcard'],
  ['192.0.2.1', 'an address'],
  ['0x7f.1', 'an address'],
  ['2130706433', 'an address'],
  ['2001:db8::1', 'an address'],
  ['[::1]', 'an address'],
  ['https://db.example.com', 'the name alone'],
  ['db.example.com:5432', 'the name alone'],
  ['me@db.example.com', 'the name alone'],
  ['db.example.com/', 'the name alone'],
  ['%64b.example.com', 'the name alone'],
  ['db example.com', 'not a domain name'],
  ['db.\u0000example.com', 'not a domain name'],
  ['a..example.com', 'is empty'],
  ['.example.com', 'is empty'],
  ['-a.example.com', '"-a" can not be part'],
  ['a_b.example.com', '"a_b" can not be part'],
  ['xn--a.com', '"xn--a" can not be part'],
  [`${'a'.repeat(64)}.example`, 'at most 63 characters'],
  [`${'a.'.repeat(118)}example`, 'at most 242 characters'],
  ['database', 'at least two parts'],
  ['localhost', 'at least two parts'],
  ['db.localhost', '.localhost lead nowhere'],
  ['hidden.onion', '.onion lead nowhere'],
  ['abcdefghijklmnopqrst.example.com', 'the reference of a project'],
  ['Colonnade.Example', 'this installation itself'],
  ['co.uk', 'nobody'],
  ['github.io', 'nobody'],
])('%j is none: %s', ([written, problem]) => {
  expect(parseDomain(written!, own)).toEqual({ problem: expect.stringContaining(problem!) as string })
})

test('a name of other letters is shown as people write it, any other is not shown twice', () => {
  expect(unicodeName('datenbank.xn--schn-7qa.example')).toBe('datenbank.schön.example')
  expect(unicodeName('db.example.com')).toBeNull()
})
