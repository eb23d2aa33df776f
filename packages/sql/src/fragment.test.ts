import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { empty, ident, join, keyword, literal, quoteIdent, quoteLiteral, sql, toQuery, toText, userAuthored } from './index.ts'

describe('a fragment', () => {
  test('renders with numbered parameters for drivers', () => {
    const where = join([sql`a = ${1}`, sql`b = ${'two'}`], sql` and `)
    expect(toQuery(sql`select * from ${ident('my schema', 't')} where ${where}`)).toEqual({
      text: 'select * from "my schema".t where a = $1 and b = $2',
      values: [1, 'two'],
    })
  })

  test('renders with literals in the text', () => {
    expect(toText(sql`select ${"it's"}, ${null}, ${[1, 2]}`)).toBe("select 'it''s', NULL, 1,2")
  })

  test('can not become a string by accident', () => {
    expect(() => String(sql`select 1`)).toThrow(TypeError)
    expect(() => JSON.stringify({ statement: sql`select 1` })).toThrow(TypeError)
  })

  test('keeps literals literal where parameters can not go', () => {
    expect(toQuery(sql`alter role postgres password ${literal("a'b")}`)).toEqual({ text: "alter role postgres password 'a''b'", values: [] })
  })

  test('keeps the sign of a number with its number', () => {
    expect(toText(sql`select ${-1}::int8, a - ${-1}, a -${-2n}, ${-1.5} ::text, ${1}::int8`)).toBe(
      'select (-1)::int8, a - -1, a -(-2), (-1.5) ::text, 1::int8',
    )
  })

  test('leaves out what is empty', () => {
    expect(toText(sql`select 1${empty}`)).toBe('select 1')
    expect(toText(userAuthored('expression', 'a > 1'))).toBe('a > 1')
  })
})

describe('an identifier', () => {
  test.for([
    ['simple', 'simple'],
    ['select', '"select"'],
    ['Mixed', '"Mixed"'],
    ['1st', '"1st"'],
    ['a"b', '"a""b"'],
    ['', '""'],
    ['naïve', '"naïve"'],
    ['🚀', '"🚀"'],
  ] as const)('%s is written %s', ([name, written]) => {
    expect(quoteIdent(name)).toBe(written)
  })

  test('of nothing, of an object and with a NUL is refused', () => {
    expect(() => quoteIdent(null)).toThrow('SQL identifier cannot be null or undefined')
    expect(() => quoteIdent(undefined)).toThrow('SQL identifier cannot be null or undefined')
    expect(() => quoteIdent({})).toThrow('SQL identifier cannot be an object')
    expect(() => quoteIdent('a\0b')).toThrow('NUL')
  })

  test('leaves out a schema that is null', () => {
    expect(toText(ident(null, 't'))).toBe('t')
  })
})

describe('a literal', () => {
  test.for([
    [null, 'NULL'],
    [1.5, '1.5'],
    [Number.NaN, "'NaN'"],
    [-Infinity, "'-Infinity'"],
    [12n, '12'],
    [true, "'t'"],
    [new Date(0), "'1970-01-01 00:00:00.000+00'"],
    ['a\\b', "E'a\\\\b'"],
    [[1, 'a'], "1,'a'"],
    [
      [
        [1, 2],
        [3, 'b'],
      ],
      "(1, 2), (3, 'b')",
    ],
    [{ a: "x'" }, `'{"a":"x''"}'::jsonb`],
  ] as const)('%s is written %s', ([value, written]) => {
    expect(quoteLiteral(value)).toBe(written)
  })

  test('never ends before its own quote', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
        (text) => {
          const written = quoteLiteral(text)
          const inner = written.replace(/^E?'/, '').slice(0, -1)
          const unescaped = written.startsWith('E') ? inner.replaceAll('\\\\', '\\') : inner
          expect(unescaped.replaceAll("''", "'")).toBe(text)
        },
      ),
    )
  })
})

test('a keyword comes from its list', () => {
  expect(toText(keyword('ASC', ['asc', 'desc']))).toBe('asc')
  expect(() => keyword('asc; drop', ['asc', 'desc'])).toThrow('Not a valid keyword: asc; drop')
})
