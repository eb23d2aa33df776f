import { sql, toText } from '@colonnade/sql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { longListing } from './long-listing.ts'
import { decodeOne, decodeRows, type TextResult } from './decode-rows.ts'

let looks = 0
const Row = z.object({
  id: z.number().refine(() => (looks += 1) > 0),
  big: z.union([z.number(), z.string()]),
  is_on: z.boolean(),
  share: z.number().nullable(),
  list: z.array(z.string()),
  name: z.string(),
})
const statement = { sql: toText(sql`select`), zod: z.array(Row) }
const fields = [
  { name: 'id', type: 'integer' },
  { name: 'big', type: 'bigint' },
  { name: 'is_on', type: 'boolean' },
  { name: 'share', type: 'double precision' },
  { name: 'list', type: 'jsonb' },
  { name: 'name', type: 'text' },
]
const rowOf = (id: number) => [String(id), '9007199254740993', 't', null, '["a"]', '7']
const resultOf = (count: number): TextResult => ({ fields, rows: Array.from({ length: count }, (_, id) => rowOf(id)) })
const decoded = (id: number) => ({ id, big: '9007199254740993', is_on: true, share: null, list: ['a'], name: '7' })

test('texts become the values that their columns have, of the last result that has any', () => {
  expect(decodeRows(statement, [resultOf(1), resultOf(2), { fields: [], rows: [] }])).toEqual([decoded(0), decoded(1)])
  expect(decodeOne({ ...statement, zod: Row.optional() }, [resultOf(1)])).toEqual(decoded(0))
  expect(decodeRows(statement, [])).toEqual([])
  expect(decodeOne({ ...statement, zod: Row.optional() }, [])).toBeUndefined()
})

test('rows that are not what the statement promises are refused; of a long list only some are looked at', () => {
  const wrong = { fields, rows: [['x', '1', 'f', null, '[]', '']] }
  expect(() => decodeRows(statement, [wrong])).toThrow('id')
  expect(() => decodeRows(statement, [{ fields, rows: [...wrong.rows, ...resultOf(20_000).rows] }])).toThrow('id')
  looks = 0
  const rows = decodeRows(statement, [resultOf(20_000)])
  expect(looks).toBe(1_000)
  expect([rows.length, rows[19_999]]).toEqual([20_000, decoded(19_999)])
})

test('a long list comes by columns, with what is true or false as bits', () => {
  const long = longListing(
    sql`select 1`,
    z.object({ is_on: z.boolean(), name: z.string().nullable(), is_off: z.boolean(), list: z.array(z.string()) }),
  )
  const columns = (names: string | null, lists: string | null, bits: string | null): TextResult => ({
    fields: ['name', 'list', '#flags'].map((name) => ({ name, type: 'json' })),
    rows: [[names, lists, bits]],
  })
  expect(decodeRows(long, [columns('["a", null]', '[["b"], []]', '[1, 2]')])).toEqual([
    { is_on: true, name: 'a', is_off: false, list: ['b'] },
    { is_on: false, name: null, is_off: true, list: [] },
  ])
  expect(decodeRows(long, [columns(null, null, null)])).toEqual([])
  const shared = longListing(sql`select 1`, z.object({ schema: z.string(), id: z.number() }), ['schema'])
  const sent = {
    fields: [
      { name: 'schema', type: 'text' },
      { name: 'id', type: 'json' },
    ],
    rows: [['5', '[1, 2]']],
  }
  expect(decodeRows(shared, [sent])).toEqual([
    { schema: '5', id: 1 },
    { schema: '5', id: 2 },
  ])
})
