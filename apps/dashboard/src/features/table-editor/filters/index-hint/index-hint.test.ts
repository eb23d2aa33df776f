import type { Filter, RowSort } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { column, entity } from '../../fixtures.ts'
import { indexStatement } from './index-statement.ts'
import { scansMuch } from './plan.ts'

const plan = (node: object) => JSON.stringify([{ Plan: node }])
const scan = (cost: number, more: object = {}) => ({ 'Node Type': 'Seq Scan', 'Total Cost': cost, ...more })
const limit = (cost: number, ...Plans: object[]) => ({ 'Node Type': 'Limit', 'Total Cost': cost, Plans })

test('a page for which a large part of the table is read is told from one that is found at once', () => {
  expect(scansMuch(plan(limit(20_000, scan(20_000))))).toBe(true)
  expect(scansMuch(plan(limit(21_000, { 'Node Type': 'Sort', 'Total Cost': 21_000, Plans: [scan(20_000)] })))).toBe(true)
  expect(scansMuch(plan(limit(30_000, { 'Node Type': 'Index Scan', 'Total Cost': 90_000 })))).toBe(true)
  expect(scansMuch(plan(limit(9_000, scan(4_000), scan(4_000))))).toBe(true)
  // many rows fulfil it, so the first hundred are soon found
  expect(scansMuch(plan(limit(300, scan(20_000))))).toBe(false)
  expect(scansMuch(plan(limit(20_000, { 'Node Type': 'Index Scan', 'Total Cost': 20_000, 'Index Cond': '(a = 1)' })))).toBe(false)
  expect(scansMuch(plan(limit(900, scan(900))))).toBe(false)
  expect(scansMuch('[]')).toBe(false)
})

test('the index that is proposed serves the conditions, then the sorts', () => {
  const table = entity({
    name: 'Odd "table"',
    columns: [
      column('id', { is_nullable: false }),
      column('select'),
      column('price'),
      column('name', { base_format: 'text' }),
      column('data', { base_format: 'jsonb', is_orderable: true }),
      column('tags', { base_format: '_text', is_array: true }),
      column('during', { base_format: 'tstzrange' }),
      column('place', { base_format: 'point', is_orderable: false }),
    ],
  })
  const start = 'create index concurrently on public."Odd ""table""" '
  const proposed = (filters: readonly [string | readonly string[], Filter['operator'], unknown][], sorts: readonly RowSort[] = []) =>
    indexStatement(
      table,
      filters.map(([name, operator, value]) => ({ column: name, operator, value })),
      sorts,
    )?.replace(start, '')
  expect(proposed([['select', '=', '1']])).toBe('("select");')
  expect(
    proposed([
      ['price', '>', '1'],
      ['select', 'in', ['1']],
    ]),
  ).toBe('("select", price);')
  expect(proposed([['select', '=', '1']], [{ column: 'price', ascending: false }])).toBe('("select", price desc nulls last);')
  expect(proposed([], [{ column: 'price', ascending: false, nullsFirst: true }, { column: 'id' }])).toBe('(price desc, id);')
  expect(proposed([[['select', 'price'], 'in', [['1', '2']]]])).toBe('("select", price);')
  expect(proposed([['name', '~~*', '%abc%']])).toBe('create extension if not exists pg_trgm;\nusing gin (name gin_trgm_ops);')
  expect(proposed([['name', '~~', 'abc%']])).toBe('(name text_pattern_ops);')
  expect(proposed([['data', '@>', '{}']])).toBe('using gin (data);')
  expect(proposed([['tags', '&&', '{a}']])).toBe('using gin (tags);')
  expect(proposed([['during', '@>', '[a,b]']])).toBe('using gist (during);')
  expect(proposed([['price', '<>', '1']])).toBeUndefined()
  expect(proposed([['place', 'is', 'null']])).toBeUndefined()
  expect(indexStatement(entity({ ...table, entity_type: 'p' }), [{ column: 'price', operator: '=', value: '1' }], [])).toBe(
    'create index on public."Odd ""table""" (price);',
  )
})
