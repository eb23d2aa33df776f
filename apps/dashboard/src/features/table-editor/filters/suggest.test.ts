import { describe, expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import { filtersByValue } from './filter-by-value.ts'
import { parseFilter } from './parse-filter.ts'
import { suggest, writtenOf } from './suggest.ts'
import { isBroken, isNarrowed, viewOf } from './view.ts'

const columns = [
  column('price', { base_format: 'numeric', type: 'numeric(8,2)' }),
  column('the key', { base_format: 'text' }),
  column('flag', { base_format: 'bool', is_nullable: false }),
  column('data', { base_format: 'json', is_orderable: false }),
]
const labels = (text: string, values: readonly string[] = []) => suggest(text, columns, values).map(({ label }) => label)
const texts = (text: string, values: readonly string[] = []) => suggest(text, columns, values).map((suggestion) => suggestion.text)

describe('what is suggested', () => {
  test('are columns, those first that begin so, then comparisons, then values', () => {
    expect(labels('')).toEqual(['price', 'the key', 'flag', 'data'])
    expect(texts('ke')).toEqual(['"the key" '])
    expect(labels('price ').slice(0, 3)).toEqual(['=', '<>', '>'])
    expect(labels('"the key" st')).toEqual(['starts with'])
    expect(labels('flag is ')).toEqual(['null', 'not null', 'true', 'false'])
    expect(labels('price is n')).toEqual(['null', 'not null'])
    expect(texts('"the key" = ', ['a b', ' c'])).toEqual(['"the key" = a b', '"the key" = \' c\''])
    expect(texts('"the key" in (a, ', ['b, c', 'a'])).toEqual(['"the key" in (a, \'b, c\')', '"the key" in (a, a)'])
    expect(texts('"the key" in (a, b', ['bc'])).toEqual(['"the key" in (a, bc)'])
    expect(labels('(price, ')).toEqual([])
  })

  test('can be read where it is whole', () => {
    const whole = ['"the key" = ', '"the key" in (', 'flag is ', 'price not in (1, '].flatMap((text) =>
      texts(text, ["it's", 'a, b', '(x)', '', 'true']),
    )
    expect(whole.length).toBeGreaterThan(10)
    for (const text of whole) expect(parseFilter(text, columns).problem).toBeNull()
  })

  test('is about the column that is named', () => {
    expect(writtenOf('price >', columns)).toMatchObject({ column: { name: 'price' }, comparison: { id: '>' } })
    expect(writtenOf('pri', columns)).toEqual({ column: null, comparison: null })
  })
})

test('a cell narrows to its value, as far as its type can be compared', () => {
  const params = (index: number, value: string | null) => filtersByValue(columns[index]!, value).map(({ param }) => param)
  expect(params(1, '50%')).toEqual([
    ['the key', '=', '50%'],
    ['the key', '<>', '50%'],
    ['the key', '~~*', String.raw`%50\%%`],
    ['the key', 'is', 'null'],
  ])
  expect(params(0, null)).toEqual([
    ['price', 'is', 'null'],
    ['price', 'is', 'not null'],
  ])
  expect(params(3, '{"a": 1}').map(([, operator]) => operator)).toEqual(['~~*', 'is'])
  expect(params(1, `${'x'.repeat(10_240)}...`)).toEqual([['the key', 'is', 'not null']])
})

test('an address asks for the rows that meet all of it, and for none while a part of it can not be applied', () => {
  const search = { filter: [['price', '>', '1']], where: 'flag', sort: ['price:desc'] }
  expect(viewOf(search, columns)).toEqual({
    filters: [{ column: 'price', operator: '>', value: '1' }, { sql: 'flag' }],
    sorts: [{ column: 'price', ascending: false }],
  })
  const broken = { ...search, filter: [...search.filter, ['gone', '=', '1']] }
  expect([isBroken(search, columns), isBroken(broken, columns)]).toEqual([false, true])
  expect(viewOf(broken, columns).filters).toEqual([{ sql: 'false' }])
  expect([isNarrowed({}), isNarrowed({ where: ' ' }), isNarrowed(search)]).toEqual([false, false, true])
})
