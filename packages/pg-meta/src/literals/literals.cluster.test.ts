import { literal, sql, toText } from '@colonnade/sql'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseArray, printArray } from './array-literal.ts'
import { parseComposite, printComposite } from './composite-literal.ts'
import { parseMultirange, parseRange, printMultirange, printRange } from './range-literal.ts'

const hostile = [
  '',
  ' ',
  'a b',
  'NULL',
  'null',
  '"',
  '\\',
  '\\"',
  '{',
  '}',
  ',',
  ';',
  '(',
  ')',
  '[',
  "'",
  '\n',
  '\t',
  'a,"b"',
  '🏛',
  ' x ',
  '=>',
  null,
]

describe.each(await testVersions())('literals on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(() => database.run('create type pair as (one text, two text); create type span as range (subtype = text, collation = "C")'))

  async function one(text: string): Promise<string | null> {
    const [row] = await database.run(text)
    return row?.['answer'] as string | null
  }
  /** The text of a value, which Postgres has read and written again. */
  const through = async (text: string, type: string) => (await one(`select ${toText(sql`${literal(text)}`)}::${type}::text as answer`))!

  test('arrays are written as Postgres writes them, and mean the same', async () => {
    const items = [hostile, hostile.toReversed()]
    const text = printArray({ bounds: null, items })
    expect(await through(text, 'text[]')).toBe(text)
    expect(parseArray(await through(`[0:1]=${printArray({ bounds: null, items: ['a', null] })}`, 'text[]'))).toEqual({
      bounds: '[0:1]',
      items: ['a', null],
    })
    expect(await one(`select array_to_json(${toText(sql`${literal(printArray({ bounds: null, items: hostile }))}`)}::text[])::text as answer`)).toBe(
      JSON.stringify(hostile),
    )
    expect(parseArray(await through('{(1,2),(3,4);(5,6),(7,8)}', 'box[]'), ';').items).toHaveLength(2)
  })

  test('row values are written as Postgres writes them', async () => {
    for (const [index, value] of hostile.entries()) {
      const values = [value, hostile.at(-1 - index)!]
      const text = printComposite(values)
      expect(parseComposite(await through(text, 'pair'))).toEqual(values)
      expect(await one(`select (${toText(sql`${literal(text)}`)}::pair).one as answer`)).toBe(value)
    }
  })

  test('ranges mean the same to Postgres', async () => {
    for (const bound of hostile) {
      const range = { kind: 'range', lower: bound, upper: null, isLowerIncluded: bound !== null, isUpperIncluded: false } as const
      expect(parseRange(await through(printRange(range), 'span'))).toEqual(range)
    }
    expect(parseRange(await through('(1,1)', 'int4range'))).toEqual({ kind: 'empty' })
    const text = await through('{[1,3),[5,),empty}', 'int4multirange')
    expect(printMultirange(parseMultirange(text))).toBe(text)
    const times = await through('["2026-01-01 00:00","2026-02-01 00:00"]', 'tsrange')
    expect(printRange(parseRange(times))).toBe(times)
  })
})
