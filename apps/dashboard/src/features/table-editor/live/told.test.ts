import type { RowChange, RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import { toldBy } from './told.ts'

const changes = (...told: (Partial<RowChange> & Pick<RowChange, 'kind'>)[]): RowChangeEvent => ({
  kind: 'changes',
  at: '2026-01-01T00:00:00.000Z',
  lsn: '0/1',
  // as an index has them
  columns: ['id', 'tenant'],
  changes: told.map((change) => ({ key: ['9', 'z'], previous_key: null, ...change })),
  is_cut: false,
})
const told = (event: RowChangeEvent, columns: readonly string[] = ['tenant', 'id']) => toldBy(event, columns)

test('rows are told by their ids, whatever the order of the key, and also by what they were', () => {
  expect(told(changes({ kind: 'update', key: ['1', 'a'] }))).toEqual({ ids: new Set(['["a","1"]']), isInserted: false })
  expect(told(changes({ kind: 'delete' }, { kind: 'update', key: ['2', 'a'], previous_key: ['1', 'a'] }))).toEqual({
    ids: new Set(['["z","9"]', '["a","2"]', '["a","1"]']),
    isInserted: false,
  })
})

test('new ones are told to be', () => {
  expect(told(changes({ kind: 'insert' }))).toEqual({ ids: new Set(['["z","9"]']), isInserted: true })
})

test('what does not say which rows it changed may have changed any', () => {
  const any = { ids: null, isInserted: true }
  expect(told({ kind: 'listening', columns: ['id'] })).toEqual(any)
  expect(told(changes({ kind: 'update', key: null }))).toEqual(any)
  expect(told(changes({ kind: 'truncate', key: null }))).toEqual(any)
  expect(told({ ...changes({ kind: 'update' }), is_cut: true } as RowChangeEvent)).toEqual(any)
  expect(told(changes({ kind: 'update' }), ['code'])).toEqual(any)
  // as pages have it, it ends with no spaces
  expect(toldBy(changes({ kind: 'update' }), ['id'], [column('id', { base_format: 'bpchar' })])).toEqual(any)
})
