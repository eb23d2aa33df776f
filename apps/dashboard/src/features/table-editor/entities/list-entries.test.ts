import type { EntityType, EntityTypeCode } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { entryAfterKey, entryKey, listEntries, type KnownPartitions } from './list-entries.ts'

function entity(id: number, type: EntityTypeCode = 'r'): EntityType {
  return { id, schema: 'public', name: `t${id}`, type, comment: null, rls_enabled: false }
}

const tables = [entity(1), entity(2, 'p'), entity(3)]

test('partitions stand below their table, level by level, once they are asked for', () => {
  const keys = (open: ReadonlyMap<number, KnownPartitions | null>) =>
    listEntries(tables, open).map((entry) => `${'-'.repeat(entry.level)}${entryKey(entry)}`)
  expect(keys(new Map())).toEqual(['1', '2', '3'])
  expect(keys(new Map([[2, null]]))).toEqual(['1', '2', '-loading:2', '3'])
  const open = new Map<number, KnownPartitions | null>([
    [2, { entities: [entity(21, 'p'), entity(22)], hasMore: true }],
    [21, { entities: [entity(211)], hasMore: false }],
  ])
  expect(keys(open)).toEqual(['1', '2', '-21', '--211', '-22', '-more:2', '3'])
  // what is no partitioned table any more has none
  expect(keys(new Map([[1, { entities: [entity(11)], hasMore: false }]]))).toEqual(['1', '2', '3'])
})

test('keys lead through the list and not beyond it', () => {
  const entries = listEntries(tables, new Map([[2, { entities: [entity(21), entity(22)], hasMore: false }]]))
  expect(entryAfterKey('ArrowDown', 0, entries, 10)).toBe(1)
  expect(entryAfterKey('ArrowUp', 0, entries, 10)).toBe(0)
  expect(entryAfterKey('End', 0, entries, 10)).toBe(4)
  expect(entryAfterKey('Home', 3, entries, 10)).toBe(0)
  expect(entryAfterKey('PageDown', 1, entries, 10)).toBe(4)
  expect(entryAfterKey('PageUp', 4, entries, 2)).toBe(2)
  expect(entryAfterKey('ArrowLeft', 3, entries, 10)).toBe(1)
  expect(entryAfterKey('ArrowLeft', 1, entries, 10)).toBeNull()
  expect(entryAfterKey('Tab', 1, entries, 10)).toBeNull()
})
