import { afterEach, expect, test } from 'vitest'
import * as pgFormat from './format.ts'

const { format, ident, keyword, literal, withArray } = pgFormat

afterEach(() => pgFormat.config())

test('identifiers are quoted where they must be', () => {
  expect(ident('users')).toBe('users')
  expect(ident('select')).toBe('"select"')
  expect(ident('a"b')).toBe('"a""b"')
  expect(['insert', 'update', 'delete', 'collation'].map(ident)).toEqual(['"insert"', '"update"', '"delete"', '"collation"'])
  expect(ident('column$with$dollar')).toBe('column$with$dollar')
  expect(ident(true)).toBe('"t"')
  expect(ident(['a', 'B'])).toBe('a,"B"')
  expect(ident(new Date(0))).toBe('"1970-01-01 00:00:00.000+00"')
  expect(() => ident(null)).toThrow('SQL identifier cannot be null or undefined')
  expect(() => ident({})).toThrow('SQL identifier cannot be an object')
  expect(() => ident([['a']])).toThrow('Nested array to grouped list conversion is not supported for SQL identifier')
})

test('literals keep their kind', () => {
  expect([null, 1, 10n, Infinity, NaN, true, "it's", '\\', { a: 1 }].map(literal)).toEqual([
    'NULL',
    '1',
    '10',
    "'Infinity'",
    "'NaN'",
    "'t'",
    "'it''s'",
    "E'\\\\'",
    `'{"a":1}'::jsonb`,
  ])
})

test('lists are joined by commas, and lists in them stand in parentheses', () => {
  expect([
    literal([1, 'a', null]),
    literal([
      [1, 2],
      ['a', 'b'],
    ]),
  ]).toEqual(["1,'a',NULL", "(1, 2), ('a', 'b')"])
  expect(format('in (%L) values %L %s', ['a', 'b'], [[1, 'x'], [2]], [1, [2, 3]])).toBe("in ('a','b') values (1, 'x'), (2) 1, (2, 3)")
})

test('keywords are one word or one of two pairs', () => {
  expect([keyword('BEFORE'), keyword('INSTEAD OF'), keyword('BY DEFAULT')]).toEqual(['BEFORE', 'INSTEAD OF', 'BY DEFAULT'])
  expect(() => keyword('a; b')).toThrow('Not a valid keyword: a; b')
})

test('formats in order and by position', () => {
  expect(format('select %I from %I where a = %L and b = %s %%', 'A', 't', 'x', 1)).toBe(`select "A" from t where a = 'x' and b = 1 %`)
  expect(withArray('%2$L %1$I', ['a', 'b'])).toBe(`'b' a`)
  expect(() => format('%I')).toThrow('too few arguments')
  expect(() => format('%0$I', 'a')).toThrow('specified argument 0 but arguments start at 1')
  pgFormat.config({ pattern: { ident: 'V', literal: 'C', string: 't' } })
  expect(format('%V %C %t', 'a', 'b', 'c')).toBe(`a 'b' c`)
})
