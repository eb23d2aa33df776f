import { describe, expect, test } from 'vitest'
import { pasteProblems, nameProblems, valueProblems } from './messages.ts'
import { parseEnv } from './parse-env.ts'

const valuesOf = (text: string) => Object.fromEntries(parseEnv(text).entries.map(({ name, value }) => [name, value]))

describe('a pasted .env', () => {
  test('may have comments, exports, quotes and values over several lines', () => {
    expect(
      valuesOf(`\uFEFF# keys
PLAIN=abc # a comment
export EXPORTED = x y
HASH=a#b
URL=postgres://u:p@h/db?x=1
SINGLE='a "b" \\n $C' # kept as it is
DOUBLE="line\\nnext \\"q\\" \\d"
KEY="-----BEGIN
abc
-----END"\r
LAST=\`one two\``),
    ).toEqual({
      PLAIN: 'abc',
      EXPORTED: 'x y',
      HASH: 'a#b',
      URL: 'postgres://u:p@h/db?x=1',
      SINGLE: 'a "b" \\n $C',
      DOUBLE: 'line\nnext "q" \\d',
      KEY: '-----BEGIN\nabc\n-----END',
      LAST: 'one two',
    })
  })

  test('tells at which line something is wrong, and still reads the others', () => {
    const { entries, problems } = parseEnv(
      [
        'A=1',
        'nothing',
        '2B=1',
        'SUPABASE_URL=x',
        'DENO_DIR=x',
        'A=2',
        'EMPTY=',
        "Q='a' b",
        `LONG=${'é'.repeat(24_577)}`,
        '=x',
        'C=3',
        'OPEN="x',
      ].join('\n'),
    )
    expect(entries.map(({ name, line }) => [name, line])).toEqual([
      ['A', 1],
      ['EMPTY', 7],
      ['C', 11],
    ])
    expect(problems).toEqual([
      { line: 2, text: pasteProblems.noAssignment },
      { line: 3, text: nameProblems.wrong('2B') },
      { line: 4, text: nameProblems.reserved('SUPABASE_URL') },
      { line: 5, text: nameProblems.reserved('DENO_DIR') },
      { line: 6, text: pasteProblems.duplicate('A', 1) },
      { line: 8, text: pasteProblems.afterQuote },
      { line: 9, text: valueProblems.long },
      { line: 10, text: nameProblems.missing },
      { line: 12, text: pasteProblems.unclosed },
    ])
  })
})
