import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { expect, test } from 'vitest'
import { contentText, marksOf } from './index-marks.ts'
import { countedSecondsMin } from './limits.ts'

let ids = 0
const index = (columns: string, part: Partial<IndexSummary> = {}): IndexSummary => {
  const entries = columns.split(' ')
  ids += 1
  return {
    id: ids,
    schema: 's',
    name: `i${ids}`,
    table_id: 1,
    table: 't',
    is_partitioned: false,
    is_of_partition: false,
    method: 'btree',
    entries,
    key_count: entries.length,
    classes: entries.map(() => '1978').join(' '),
    collations: entries.map(() => '0').join(' '),
    orders: entries.map(() => '0').join(' '),
    predicate: null,
    is_unique: false,
    is_primary: false,
    nulls_not_distinct: false,
    is_immediate: true,
    is_replica_identity: false,
    has_constraint: false,
    is_valid: true,
    is_ready: true,
    bytes_estimate: 8192,
    scans: 5,
    ...part,
  }
}
const unscanned = (items: readonly IndexSummary[], counted_seconds: number | null = countedSecondsMin) =>
  items.filter(({ scans }) => scans === 0).map(({ id }) => ({ id, counted_seconds }))

/** Each mark with what does the work instead. */
const marks = (...items: IndexSummary[]) => {
  const found = marksOf(items, unscanned(items))
  return items.map(({ id }) => (found.get(id) ?? []).map((mark) => ('by' in mark ? `${mark.kind} by ${items.indexOf(mark.by)}` : mark.kind)).join())
}
const primary = { is_unique: true, is_primary: true, has_constraint: true } as const

test('of indexes that do the same, the one to keep is that of a constraint, else the unique, else the older', () => {
  expect(marks(index('a'), index('a'), index('a'))).toEqual(['', 'duplicate by 0', 'duplicate by 0'])
  expect(marks(index('a'), index('a', { is_unique: true }))).toEqual(['duplicate by 1', ''])
  expect(marks(index('a', { is_unique: true }), index('a', primary))).toEqual(['duplicate by 1', ''])
  expect(marks(index('a', { is_unique: true }), index('a', { is_unique: true, nulls_not_distinct: true }))).toEqual(['duplicate by 1', ''])
  expect(marks(index('a', { is_unique: true }), index('a', { is_unique: true, is_immediate: false, has_constraint: true }))).toEqual([
    '',
    'duplicate by 0',
  ])
})

test('another order, class, collation, method, predicate, column or table is another index', () => {
  const first = index('a')
  for (const part of [{ orders: '1' }, { classes: '4217' }, { collations: '950' }, { method: 'hash' }, { predicate: 'a > 0' }, { table_id: 2 }]) {
    expect(marks(first, index('a', part))).toEqual(['', ''])
  }
  expect(marks(first, index('b'))).toEqual(['', ''])
  expect(marks(first, index('a', { is_valid: false }))).toEqual(['', 'invalid'])
  expect(marks(first, index('a', { is_of_partition: true }))).toEqual(['', ''])
})

test('a shorter key is covered by one that begins so, unless it keeps rows unique or holds more', () => {
  expect(marks(index('a'), index('a b'))).toEqual(['covered by 1', ''])
  expect(marks(index('b'), index('a b'))).toEqual(['', ''])
  expect(marks(index('a', { is_unique: true }), index('a b'))).toEqual(['', ''])
  expect(marks(index('a c', { key_count: 1, classes: '1978', collations: '0', orders: '0' }), index('a b'))).toEqual(['', ''])
  expect(marks(index('a', { method: 'gin' }), index('a b', { method: 'gin' }))).toEqual(['', ''])
  expect(marks(index('a c', { key_count: 1 }), index('a'))).toEqual(['', 'duplicate by 0'])
})

test('unused means no scan for a day, and that the index enforces nothing', () => {
  expect(marks(index('a', { scans: 0 }))).toEqual(['unused'])
  expect(marks(index('a', { scans: 0, is_unique: true }))).toEqual([''])
  expect(marks(index('a', { scans: 0, is_replica_identity: true }))).toEqual([''])
  expect(marks(index('a', { scans: null, is_partitioned: true }))).toEqual([''])
  const young = [index('a', { scans: 0 })]
  expect(marksOf(young, [])).toEqual(new Map())
  expect(marksOf(young, unscanned(young, countedSecondsMin - 1))).toEqual(new Map())
  expect(marksOf(young, unscanned(young, null)).get(young[0]!.id)).toEqual([{ kind: 'unused' }])
})

test('what an index holds is said in words', () => {
  expect(contentText(index('a b c', { key_count: 2, orders: '3 1', predicate: 'a > 0' }))).toBe('a desc, b desc nulls last include (c) where a > 0')
  expect(contentText(index('a', { orders: '2' }))).toBe('a nulls first')
})
