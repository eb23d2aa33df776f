import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArray, printArray, type ArrayItem } from './array-literal.ts'
import { parseComposite, printComposite } from './composite-literal.ts'
import { parseHstore, printHstore } from './hstore-literal.ts'
import { formatJson, parseJson, printJson } from './json-text.ts'
import { parseMultirange, parseRange, printMultirange, printRange, type RangeLiteral } from './range-literal.ts'

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.stringMatching(/^[{}()[\]"\\,;= \t\nNUL>]{0,6}$/))
const value = fc.oneof(text, fc.constant(null))
const items = fc.letrec<{ array: readonly ArrayItem[] }>((tie) => ({
  array: fc.oneof({ maxDepth: 3 }, fc.array(value, { maxLength: 4 }), fc.array(tie('array'), { minLength: 1, maxLength: 3 })),
})).array
const range = fc.oneof(
  fc.constant<RangeLiteral>({ kind: 'empty' }),
  fc.record({ lower: value, upper: value, isLowerIncluded: fc.boolean(), isUpperIncluded: fc.boolean() }).map((parts): RangeLiteral => ({
    ...parts,
    kind: 'range',
    isLowerIncluded: parts.isLowerIncluded && parts.lower !== null,
    isUpperIncluded: parts.isUpperIncluded && parts.upper !== null,
  })),
)

describe('what is written is read back', () => {
  test('arrays', () => {
    fc.assert(
      fc.property(items, fc.constantFrom(',', ';'), (entries, delimiter) => {
        expect(parseArray(printArray({ bounds: null, items: entries }, delimiter), delimiter).items).toEqual(entries)
      }),
    )
  })

  test('row values', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        expect(parseComposite(printComposite(values))).toEqual(values)
      }),
    )
  })

  test('ranges and multiranges', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 3 }), (ranges) => {
        expect(ranges.map((one) => parseRange(printRange(one)))).toEqual(ranges)
        expect(parseMultirange(printMultirange(ranges))).toEqual(ranges)
      }),
    )
  })

  test('keys and values', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value), { maxLength: 4 }), (pairs) => {
        expect(parseHstore(printHstore(pairs))).toEqual(pairs)
      }),
    )
  })

  test('documents', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, isCompact) => {
        expect(JSON.parse(printJson(parseJson(json), isCompact))).toEqual(JSON.parse(json))
      }),
    )
  })
})

test('arrays are read as Postgres reads them', () => {
  expect(parseArray(' [0:1]={ a b , "NULL" , null , nul\\l }')).toEqual({ bounds: '[0:1]', items: ['a b', 'NULL', null, 'null'] })
  expect(parseArray('{{1,2},{3,NULL}}').items).toEqual([
    ['1', '2'],
    ['3', null],
  ])
  expect(printArray({ bounds: '[0:1]', items: ['a', ''] })).toBe('[0:1]={a,""}')
  for (const wrong of ['', '1,2', '{1', '{1,}', '{a"b}', '{1} x', '{"a}']) expect(() => parseArray(wrong), wrong).toThrow()
})

test('what is no range is refused', () => {
  for (const wrong of ['', '[1', '[1)', '[1,2,3)', '[1,2) x', '1,2']) expect(() => parseRange(wrong), wrong).toThrow()
  for (const wrong of ['', '{[1,2)', '{[1,2),}', '[1,2)']) expect(() => parseMultirange(wrong), wrong).toThrow()
})

test('documents keep every digit, escape and doubled key', () => {
  expect(formatJson('{"a":1.000000000000000000001,"a":[ ],"\\u0041":12345678901234567890, "c":[1,{"d":{}}]}')).toBe(
    [
      '{',
      '  "a": 1.000000000000000000001,',
      '  "a": [],',
      '  "\\u0041": 12345678901234567890,',
      '  "c": [',
      '    1,',
      '    {',
      '      "d": {}',
      '    }',
      '  ]',
      '}',
    ].join('\n'),
  )
  expect(formatJson('no JSON')).toBe('no JSON')
})
