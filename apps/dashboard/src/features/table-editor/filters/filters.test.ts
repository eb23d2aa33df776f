import { Query } from '@colonnade/pg-meta'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import { comparisons, comparisonsOf } from './comparisons.ts'
import type { FilterParam } from './filter-param.ts'
import { filterText } from './filter-text.ts'
import { parseFilter } from './parse-filter.ts'
import { comparisonOf, patternOf } from './patterns.ts'
import { readFilters } from './read-filters.ts'

const names = ['id', 'price', 'name', 'Name', 'in stock', 'a', 'b', 'is', 'say "hi"', '> 5', 'prices']
const columns = names.map((name) => column(name))
const parse = (text: string) => parseFilter(text, columns).param
const problem = (text: string) => parseFilter(text, columns).problem

describe('what is typed', () => {
  test.each<[string, FilterParam]>([
    ['price > 10', ['price', '>', '10']],
    ['price>=10', ['price', '>=', '10']],
    ['  PRICE = ten ', ['price', '=', 'ten']],
    ['name = a = b', ['name', '=', 'a = b']],
    ["Name = ' it''s '", ['Name', '=', " it's "]],
    ['name != x', ['name', '<>', 'x']],
    ["name = ''", ['name', '=', '']],
    ['name ~~* %foo%', ['name', '~~*', '%foo%']],
    ['name ilike foo%', ['name', '~~*', 'foo%']],
    ['name not like x', ['name', '!~~', 'x']],
    ['name contains 50%', ['name', '~~*', String.raw`%50\%%`]],
    ['name starts with x y', ['name', '~~*', 'x y%']],
    ["name in (a, 'b, c', d e)", ['name', 'in', ['a', 'b, c', 'd e']]],
    ['name in a, b', ['name', 'in', ['a', 'b']]],
    ['id not in (1,2)', ['id', 'not in', ['1', '2']]],
    ['id in ()', ['id', 'in', []]],
    ['id is null', ['id', 'is', 'null']],
    ['id IS  NOT   NULL', ['id', 'is', 'not null']],
    ['id is distinct from 4', ['id', 'is distinct from', '4']],
    ['in stock is true', ['in stock', 'is', 'true']],
    ['"in stock" is true', ['in stock', 'is', 'true']],
    ['is is false', ['is', 'is', 'false']],
    ['"say ""hi""" = x', ['say "hi"', '=', 'x']],
    ['prices = 1', ['prices', '=', '1']],
    ['a @> {"b": [1, 2]}', ['a', '@>', '{"b": [1, 2]}']],
    [
      "(a, b) in ((1,2),(3,'4)'))",
      [
        ['a', 'b'],
        'in',
        [
          ['1', '2'],
          ['3', '4)'],
        ],
      ],
    ],
    ['("in stock", b) > (1, 2)', [['in stock', 'b'], '>', ['1', '2']]],
  ])('%s', (text, param) => {
    expect(parse(text)).toEqual(param)
  })

  test.each([
    ['pric > 1', 'Unknown column “pric”'],
    ['', 'Unknown column “”'],
    ['price', 'Add a comparison for price: =, >, in, is …'],
    ['price about 10', 'Unknown comparison “about”'],
    ['price >', 'Add a value to compare price with'],
    ['price is 10', 'Add a value after is: null, not null, true or false'],
    ["name in (a, 'b)", "Write a list like this: (a, b, 'c, d')"],
    ['name in (a,, b)', "Write a list like this: (a, b, 'c, d')"],
    ['(a, b) in ((1,2),(3))', 'Write 2 values in each pair of parentheses: ((1, 2), (3, 4))'],
    ['(a, b) = (1)', 'Enter 2 values: (1, 2)'],
    ['(a, c) = (1, 2)', 'Unknown column “c)”'],
    ['(a, b) is null', 'Several columns can only be compared with =, <>, <, >, in or not in'],
  ])('%s: %s', (text, words) => {
    expect(problem(text)).toBe(words)
  })

  test('is what a condition is shown as, whatever its column and value', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom("'", '"', 'a, b', '(x)', ' ', '%', '\\', '50%_', "it's", '(', '1', 'null'))
    const name = fc.constantFrom(...names)
    const single = fc.tuple(name, fc.constantFrom(...comparisons.filter(({ takes }) => takes === 'value').map(({ operator }) => operator)), word)
    const list = fc.tuple(name, fc.constantFrom('in', 'not in'), fc.array(word))
    const tuple = fc.tuple(fc.constant(['a', 'in stock']), fc.constant('in'), fc.array(fc.tuple(word, word), { minLength: 1 }))
    fc.assert(
      fc.property(fc.oneof(single, list, tuple), (param) => {
        expect(parse(filterText(param as FilterParam))).toEqual(param)
      }),
      { numRuns: 1_000 },
    )
  })

  test('never breaks the reader', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom('price', '(', ')', ',', "'", '"', 'in', ' ', '=', 'a')).map((list) => list.join('')),
        ),
        (text) => {
          const { param, problem: words } = parseFilter(text, columns)
          expect((param === null) !== (words === null)).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

test('a pattern for a text finds that text alone, and is known again', () => {
  expect(patternOf('a_b\\', 'start')).toBe(String.raw`a\_b\\%`)
  expect(comparisonOf(['name', '~~*', '%x%'])).toMatchObject({ comparison: { id: 'contains' }, value: 'x' })
  expect(comparisonOf(['name', '~~*', '%x'])).toMatchObject({ comparison: { id: 'ends with' }, value: 'x' })
  for (const pattern of ['x', '%', '%%', '%a%b%', 'a_b%', '%a\\']) expect(comparisonOf(['name', '~~*', pattern]).comparison?.id).toBe('~~*')
})

describe('an address', () => {
  const read = (...raw: unknown[]) =>
    readFilters(raw, [...columns, column('during', { base_format: 'tstzrange' }), column('many', { base_format: 'int4multirange' })])

  test('keeps what can not be applied, with the reason', () => {
    const entries = read(
      ['gone', '=', '1'],
      ['id', '~~~', '1'],
      ['id', 'is', 'maybe'],
      'x',
      ['id', '=', ['1']],
      [['a', 'b'], 'in', [['1']]],
      ['id', '>', '1'],
    )
    expect(entries.map((entry) => entry.problem)).toEqual([
      'Unknown column gone',
      'Unknown comparison ~~~',
      'is takes null, not null, true or false',
      'This isn’t a valid condition',
      '= takes one value',
      '2 columns take 2 values',
      null,
    ])
    expect(entries.at(-1)!.filter).toEqual({ column: 'id', operator: '>', value: '1' })
  })

  test('what it lets through, the statements take', () => {
    const entries = read(['id', 'in', '1,2'], [['a', 'b'], 'not in', [['1', '2']]], ['id', 'is', 'not null'], [['a', 'b'], '=', ['1', '2']])
    for (const { filter } of entries)
      expect(() => new Query().from('t').select().filter(filter!.column, filter!.operator, filter!.value).toSql()).not.toThrow()
  })

  test('a value in a range is the range of that value', () => {
    expect(read(['during', '@>', '2026-01-01'], ['many', '@>', '5'], ['during', '@>', '[2026-01-01,)']).map(({ filter }) => filter?.value)).toEqual([
      '["2026-01-01","2026-01-01"]',
      '{["5","5"]}',
      '[2026-01-01,)',
    ])
  })
})

test('each type is offered what it can be asked', () => {
  const ids = (change: Parameters<typeof column>[1]) => comparisonsOf(column('c', change)).map(({ id }) => id)
  expect(ids({ base_format: 'bool' })[0]).toBe('is')
  expect(ids({ base_format: 'json' })).not.toContain('=')
  expect(ids({ base_format: 'jsonb' })).toContain('@>')
  expect(ids({ base_format: '_text', is_array: true })[0]).toBe('@>')
  expect(ids({ base_format: 'tsvector' })[0]).toBe('@@')
  expect(ids({ base_format: 'inet' })).toContain('<<=')
  for (const byText of [
    { base_format: 'point', is_orderable: false },
    { format: 'score', base_format: 'mood', enums: ['calm'] },
  ]) {
    expect(ids(byText)).toEqual(expect.arrayContaining(['=', 'in']))
    expect(ids(byText)).not.toContain('>')
  }
  for (const format of ['int4', 'text', 'uuid', 'daterange', 'xml']) expect(ids({ base_format: format })).not.toContain(undefined)
})
