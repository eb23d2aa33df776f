import { expect, test } from 'vitest'
import { entity } from '../fixtures.ts'
import { deletionOf, targetOf, type BulkTarget } from './bulk-target.ts'

const selection = (rows: number): BulkTarget => ({
  kind: 'selection',
  keys: Array.from({ length: rows }, (_, row) => ({ columns: ['id'], values: [String(row)] })),
})

test('the rows of a deletion are read back from its address', () => {
  expect(targetOf(deletionOf(selection(3)), entity(), [])).toEqual(selection(3))
  const filters = [{ column: 'id', operator: '=', value: '1' }] as const
  expect(targetOf(deletionOf({ kind: 'matching', filters }), entity(), filters)).toEqual({ kind: 'matching', filters })
})

test('more rows than an address can name, and rows that are none of the table, are not asked about', () => {
  expect(targetOf(deletionOf(selection(500)), entity(), [])).toBeNull()
  for (const id of ['["1","2"]', '1', 'new:1', '[1]']) expect(targetOf({ kind: 'rows-delete', rows: [id] }, entity(), [])).toBeNull()
  expect(targetOf(deletionOf(selection(1)), entity({ primary_keys: [] }), [])).toBeNull()
})
