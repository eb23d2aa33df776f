import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import { expect, test } from 'vitest'
import { figures, limitOf, seriesOf } from './figures.ts'

const activity: ProjectActivity = {
  database_bytes: 8_254_627,
  disk_bytes: 28_835_840,
  tables: 11,
  active_connections: 12,
  active_queries: 5,
  max_connections: 40,
  transactions: 12_345,
  cache_hit_ratio: 0.99321,
  started_at: '2026-01-01T00:00:00Z',
}
const sample = (connections: number): ActivitySample => ({
  at: '2026-01-01T00:00:00Z',
  connections,
  max_connections: 40,
  active_queries: 1,
  transactions_per_second: null,
  cache_hit_ratio: 1,
  database_bytes: 1_024,
})

test('every figure says what is now', () => {
  const shown = figures.map(({ label, live, unit, note, format }) => {
    const value = live(activity, 2.345)
    return [label, value === null ? null : format(value), unit(activity), note(activity)]
  })
  expect(shown).toEqual([
    ['Connections', '12', 'of 40', ''],
    ['Queries running', '5', 'now', '7 idle'],
    ['Transactions', '2.3', 'per second', '12,345 total'],
    ['Cache hits', '99.32 %', '', 'of all block reads'],
    ['Database size', '7.87 MB', '', '11 tables, 27.5 MB on disk'],
  ])
})

test('a chart has holes where nothing was measured', () => {
  const [connections, , transactions] = figures
  expect(seriesOf(connections!, [sample(1), null, sample(3)]).values).toEqual([1, null, 3])
  expect(seriesOf(transactions!, [sample(1)]).values).toEqual([null])
})

test('the limit of connections is drawn when they come near it', () => {
  const [connections, queries] = figures
  expect(limitOf(connections!, [sample(3), null])).toBeUndefined()
  expect(limitOf(connections!, [sample(3), sample(20), null])).toMatchObject({ value: 40 })
  expect(limitOf(queries!, [sample(40)])).toBeUndefined()
})
