import type { UpgradeReport } from '@colonnade/contracts'
import { expect, test } from 'vitest'
import { downOf, noticeOf, upgradeProgress } from './upgrade-words.ts'

const report: UpgradeReport = {
  steps: [
    { id: 'copy', duration_ms: 900 },
    { id: 'check', duration_ms: 100 },
    { id: 'roles', duration_ms: 50 },
    { id: 'rows', duration_ms: 200 },
  ],
  bytes: 1,
  tables: 1,
  rows: 2_000,
  large_objects: 0,
  tables_compared: 1,
  obstacles: [],
  notes: [],
  extensions: [],
  differing_tables: [],
  differences: [],
}
const blocked = (count: number): UpgradeReport => ({ ...report, obstacles: Array.from({ length: count }, () => obstacle) })
const obstacle = { subject: 'table x', message: 'It is in the way', detail: null }

test('the project would be down for all but the copy and the look at what there is', () => expect(downOf(report)).toBe(250))

test('the step that is under way is said, with how far the rows are, and of those that are done how long they took', () => {
  const steps = upgradeProgress({ status: 'REHEARSING', step: 'rows', report, progress: { bytes_done: 1_024, bytes_total: 4_096, table: 'x' } })
  expect(steps.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'copy done',
    'check done',
    'roles done',
    'structure waiting',
    'rows running',
    'indexes waiting',
    'settings waiting',
    'analyze waiting',
    'compare waiting',
  ])
  expect(steps[4]).toMatchObject({ message: '1.00 kB of 4.00 kB' })
  expect(steps[0]).toMatchObject({ note: '900 ms' })
})

test.each([
  ['REHEARSED', report, 'accent', /^Everything came over to Postgres 18\.4/, /^2,000 rows of 1 table were/],
  ['BLOCKED', blocked(1), 'danger', /can not be brought/, /^One thing stands/],
  ['BLOCKED', blocked(2), 'danger', /can not be brought/, /^2 things stand/],
  ['CANCELLED', null, 'neutral', /^Cancelled/, /not touched/],
  ['FAILED', null, 'danger', /failed/, /^The disk is full/],
] as const)('%s is told', (status, found, tone, title, text) => {
  const notice = noticeOf({ status, report: found, problem: status === 'FAILED' ? 'The disk is full' : null, to_version: '18.4' })
  expect(notice.tone).toBe(tone)
  expect(notice.title).toMatch(title)
  expect(notice.text).toMatch(text)
})
