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
  ['', 'Enter a name such as'],
  [' \n', 'Enter a name such as'],
  ['*.example.com', 'Wildcards'],
  ['192.0.2.1', 'IP address'],
  ['0x7f.1', 'IP address'],
  ['2130706433', 'IP address'],
  ['2001:db8::1', 'IP address'],
  ['[::1]', 'IP address'],
  ['https://db.example.com', 'only the name'],
  ['db.example.com:5432', 'only the name'],
  ['me@db.example.com', 'only the name'],
  ['db.example.com/', 'only the name'],
  ['%64b.example.com', 'only the name'],
  ['db example.com', 'valid domain name'],
  ['db.\u0000example.com', 'valid domain name'],
  ['a..example.com', 'Two dots'],
  ['.example.com', 'Two dots'],
  ['-a.example.com', '“-a” can’t be part'],
  ['a_b.example.com', '“a_b” can’t be part'],
  ['xn--a.com', '“xn--a” can’t be part'],
  [`${'a'.repeat(64)}.example`, 'at most 63 characters'],
  [`${'a.'.repeat(118)}example`, 'at most 242 characters'],
  ['database', 'at least two parts'],
  ['localhost', 'at least two parts'],
  ['db.localhost', '.localhost can’t be reached'],
  ['hidden.onion', '.onion can’t be reached'],
  ['abcdefghijklmnopqrst.example.com', 'project reference'],
  ['Colonnade.Example', 'the installation'],
  ['co.uk', 'Anyone can register'],
  ['github.io', 'Anyone can register'],
])('%j is none: %s', ([written, problem]) => {
  expect(parseDomain(written!, own)).toEqual({ problem: expect.stringContaining(problem!) as string })
})

test('a name of other letters is shown as people write it, any other is not shown twice', () => {
  expect(unicodeName('datenbank.xn--schn-7qa.example')).toBe('datenbank.schön.example')
  expect(unicodeName('db.example.com')).toBeNull()
})
