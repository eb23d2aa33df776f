import { expect, test } from 'vitest'
import { nameOf, tokensOf } from './tokens.ts'

const read = (text: string) => tokensOf(text).map(({ kind, text: own, isOpen }) => `${kind}${isOpen ? '?' : ''} ${own}`)

test.each([
  ['Select 1.5e3', ['word select', 'number 1.5e3']],
  [`'it''s' E'a\\'b' U&'x' b'1'`, [`string 'it''s'`, `string E'a\\'b'`, `string U&'x'`, `string b'1'`]],
  [`'' 'a'`, [`string ''`, `string 'a'`]],
  ['"A ""b""".größe', ['quoted "A ""b"""', 'symbol .', 'word größe']],
  ['$$a;b$$ $x$ $$ $x$ $1', ['string $$a;b$$', 'string $x$ $$ $x$', 'symbol $1']],
  ['a::int := b=>c', ['word a', 'symbol ::', 'word int', 'symbol :=', 'word b', 'symbol =>', 'word c']],
  ['1--x\n+/*a/*b*/c*/2', ['number 1', 'comment --x', 'symbol +', 'comment /*a/*b*/c*/', 'number 2']],
  ['a->>1', ['word a', 'symbol ->>', 'number 1']],
  ["'open", ["string? 'open"]],
  ["'open''", ["string? 'open''"]],
  ['"open', ['quoted? "open']],
  ['$a$ open', ['string? $a$ open']],
  ['/* open', ['comment? /* open']],
  ['\\d "a b"', ['psql \\d "a b"']],
  ['1..2', ['number 1', 'symbol ..', 'number 2']],
  ['🏛 x', ['word 🏛', 'word x']],
])('%s', (text, tokens) => expect(read(text)).toEqual(tokens))

test('names are what Postgres keeps', () => {
  expect(tokensOf('Users "My ""table""" "open').map(nameOf)).toEqual(['users', 'My "table"', 'open'])
})
