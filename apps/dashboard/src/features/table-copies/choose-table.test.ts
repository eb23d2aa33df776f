import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import type { CopyableTable } from '@colonnade/contracts/copies/table-copies'
import { expect, test } from 'vitest'
import { removedAfter, tableToChoose } from './choose-table.ts'

const table = (schema: string, name: string, is_taken = true): CopyableTable => ({
  schema,
  name,
  is_taken,
  free_name: name,
  rows_estimate: null,
  bytes: 0,
  rls_enabled: false,
  is_partitioned: false,
})
const tables = [table('public', 'customers'), table('public', 'orders'), table('sales', 'orders', false)]
const commit = (at: string, removed: string[], deletedFrom: string | null = null) => ({
  at,
  is_removing: removed.length > 0,
  removed,
  changes: deletedFrom === null ? [] : [{ table: deletedFrom, unnamed: null, inserted: 0, updated: 0, deleted: 3 }],
})
const commits = (...list: PitrCommits['commits']): PitrCommits => ({ starts_at: '', ends_at: '', has_more: false, commits: list })
const at = '2026-11-29T14:03:00.000Z'

test.for([
  ['nothing before the moment counts', commits(commit('2026-11-29T14:02:59.999Z', ['orders'])), []],
  [
    'the first commit after it does',
    commits(commit('2026-11-29T14:03:00.001Z', ['orders']), commit('2026-11-29T14:03:02Z', ['customers'])),
    ['orders'],
  ],
  ['so do deleted rows', commits(commit('2026-11-29T14:03:00.001Z', [], 'sales.orders')), ['sales.orders']],
] as const)('what a moment was restored for: %s', ([, known, expected]) => {
  expect(removedAfter(known, at)).toEqual(expected)
})

test('the removed table is chosen, else one that is gone, else the first', () => {
  const chosen = (removed: readonly string[], of = tables) => {
    const found = tableToChoose(of, removed)
    return found && [found.table.schema, found.table.name, found.isRemoved]
  }
  expect(chosen(['gone', 'orders'])).toEqual(['public', 'orders', true])
  expect(chosen(['sales.orders'])).toEqual(['sales', 'orders', true])
  expect(chosen([])).toEqual(['sales', 'orders', false])
  expect(chosen([], tables.slice(0, 2))).toEqual(['public', 'customers', false])
  expect(chosen([], [])).toBe(undefined)
})
