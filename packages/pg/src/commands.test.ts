import { describe, expect, test } from 'vitest'
import { splitCommands } from './commands.ts'

const textsOf = (text: string): string[] => splitCommands(text).map((command) => command.text.trim())

describe('a text is split at its semicolons', () => {
  test.for([
    ['select 1; select 2', ['select 1', 'select 2']],
    [';;select 1;;', ['select 1']],
    ["select ';', 'it''s; one'; x", ["select ';', 'it''s; one'", 'x']],
    ["select 'ends in \\'; x", ["select 'ends in \\'", 'x']],
    ["select e'it\\'s; one', E'\\\\'; x", ["select e'it\\'s; one', E'\\\\'", 'x']],
    ['select "a;b", "c"";d", U&"e;f"; x', ['select "a;b", "c"";d", U&"e;f"', 'x']],
    ["select b'1', U&'a;b'; x", ["select b'1', U&'a;b'", 'x']],
    ['select $$a;b$$, $t$c;$$;d$t$; x', ['select $$a;b$$, $t$c;$$;d$t$', 'x']],
    ['select a$1; x', ['select a$1', 'x']],
    ['select $1; x', ['select $1', 'x']],
    ['select 1 -- a; b\n; x', ['select 1 -- a; b', 'x']],
    ['select 1 /* a; /* b; */ c; */; x', ['select 1 /* a; /* b; */ c; */', 'x']],
    ['create rule r as on insert to t do (select 1; select 2); x', ['create rule r as on insert to t do (select 1; select 2)', 'x']],
    [
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; x',
      ['create function f() returns int begin atomic select case when true then 1 end; select 2; end', 'x'],
    ],
    ['-- nothing\n/* here */', []],
    ["select 'never ends; x", ["select 'never ends; x"]],
  ] as const)('%j', ([text, parts]) => {
    expect(textsOf(text)).toEqual(parts)
  })
})

test('a command says where it begins in characters, and its first words', () => {
  expect(splitCommands('select \'😀é\'; /* why */ Rollback  -- c\n To spot; (select 1); "commit"')).toEqual([
    { text: "select '😀é'", offset: 0, words: ['select'] },
    { text: ' /* why */ Rollback  -- c\n To spot', offset: 12, words: ['rollback', 'to', 'spot'] },
    { text: ' (select 1)', offset: 47, words: [] },
    { text: ' "commit"', offset: 59, words: [] },
  ])
})

test('a text of more statements than are wanted is refused at the first of them', () => {
  expect(splitCommands('a;;'.repeat(10), 10)).toHaveLength(10)
  expect(() => splitCommands('a;'.repeat(11), 10)).toThrow(expect.objectContaining({ code: 'too_complex', details: { statements: 10 } }))
})

test('a text of a million quoted names is read once', () => {
  expect(splitCommands('U&""'.repeat(1_000_000))).toHaveLength(1)
})
