import { maxCellCharacters } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { conflictsWith } from './early-conflicts.ts'
import type { StagedCell } from './staging.ts'

const table = entity({ columns: [column('id'), column('name', { base_format: 'text' }), column('note', { base_format: 'text' })] })
const staged = (cells: readonly (readonly [string, StagedCell])[]) =>
  ({ kind: 'update', key: { columns: ['id'], values: ['1'] }, cells: new Map(cells) }) as const
const text = (base: string | null, value: string): StagedCell => ({ base, input: { kind: 'text', text: value } })

test('a staged cell whose value somebody else changed is in conflict, others of its row are not', () => {
  const row = staged([
    ['name', text('a', 'mine')],
    ['note', text('n', 'mine')],
  ])
  expect(conflictsWith(table, '["1"]', row, ['1', 'theirs', 'n'])).toEqual([{ row: '["1"]', column: 'name', theirs: 'theirs' }])
  expect(conflictsWith(table, '["1"]', row, ['1', null, 'mine'])).toEqual([{ row: '["1"]', column: 'name', theirs: null }])
  expect(conflictsWith(table, '["1"]', row, ['1', 'a', 'n'])).toEqual([])
  expect(conflictsWith(table, '["1"]', row, null)).toEqual(['name', 'note'].map((name) => ({ row: '["1"]', column: name, theirs: undefined })))
})

test('of values that are shown cut nothing is said', () => {
  const cut = `${'x'.repeat(maxCellCharacters)}...`
  expect(conflictsWith(table, '["1"]', staged([['name', text('a', 'b')]]), ['1', cut, 'n'])).toEqual([])
})
