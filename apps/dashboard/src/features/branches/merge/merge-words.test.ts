import type { BranchMerge, RehearsedMigration } from '@colonnade/contracts/copies/merges'
import { expect, test } from 'vitest'
import { changeWord } from '../../../lib/schema-differences/change-word.ts'
import {
  isBehindOthers,
  isInOne,
  lockText,
  lossText,
  migrationName,
  noticeOf,
  rehearsalProgress,
  strongestLock,
  timelineOf,
  toneOf,
  waitingOf,
  whyNotMerge,
} from './merge-words.ts'

const migration = (rest: Partial<RehearsedMigration> = {}): RehearsedMigration => ({
  version: '20260101000000',
  name: 'wider ids',
  statements: ['select 1'],
  duration_ms: 100,
  is_in_transaction: true,
  commits_before: false,
  indexes: [],
  locks: [],
  rewrites: [],
  problem: null,
  ...rest,
})
const merge = (rest: Partial<BranchMerge> = {}): BranchMerge => ({
  id: '00000000-0000-4000-8000-000000000000',
  branch_ref: 'abcdefghijabcdefghij',
  status: 'REHEARSED',
  inserted_at: '2026-01-01T00:00:00.000Z',
  created_by: 'owner',
  step: null,
  migrations: [migration()],
  ahead: [],
  conflicts: [],
  changes: [],
  losses: [],
  left: [],
  copy: { bytes: 2048, duration_ms: 250 },
  rehearsed_at: '2026-01-01T00:00:00.000Z',
  applied: [],
  applied_by: null,
  merged_at: null,
  problem: null,
  ...rest,
})
const lock = (mode: 'SHARE' | 'ACCESS EXCLUSIVE') => ({ relation: 'public.people', lock: mode, rows_estimate: 4_210, bytes: 1_048_576 })

test('a lock is told by whom it keeps out, of how much', () => {
  expect(lockText(lock('ACCESS EXCLUSIVE'))).toBe('public.people (≈ 4.2K rows, 1.00 MB): blocks reads and writes (ACCESS EXCLUSIVE)')
  expect(lockText({ ...lock('SHARE'), rows_estimate: null })).toBe('public.people (1.00 MB): blocks writes (SHARE)')
  expect(strongestLock([migration({ locks: [lock('ACCESS EXCLUSIVE')] }), migration({ locks: [lock('SHARE')] })])).toBe('ACCESS EXCLUSIVE')
  expect(strongestLock([migration()])).toBeNull()
})

test.each([
  ['table', 4_210, 'Table public.people (≈ 4.2K rows, 1.00 MB)'],
  ['all_rows', null, 'All rows of public.people (1.00 MB)'],
  ['column', 4_210, 'Column public.people (in ≈ 4.2K rows, 1.00 MB)'],
  ['rows', 12, '12 rows of public.people'],
] as const)('a lost %s of %s rows', (kind, rows_estimate, text) => {
  expect(lossText({ kind, name: 'public.people', rows_estimate, bytes: 1_048_576 })).toBe(text)
})

test('a merge that failed in the middle asks about what is left of it', () => {
  const [first, second] = [migration({ version: '1' }), migration({ version: '2' })]
  expect(waitingOf(merge({ status: 'FAILED', migrations: [first, second], applied: ['1'] }))).toEqual([second])
})

test('one that keeps nobody waiting looks fine, one that failed does not', () => {
  expect(toneOf(migration())).toBe('accent')
  expect(toneOf(migration({ locks: [lock('SHARE')] }))).toBe('warning')
  expect(toneOf(migration({ problem: { message: 'no', sqlstate: null, detail: null, hint: null, statement: '' } }))).toBe('danger')
  expect(migrationName(migration({ name: '' }))).toBe('20260101000000')
})

test('bars stand where their migrations ran', () => {
  const bars = timelineOf([migration({ duration_ms: 300 }), migration({ duration_ms: 100 }), migration({ duration_ms: null })])
  expect(bars.map(({ start, width }) => [start, width])).toEqual([
    [0, 75],
    [75, 25],
    [100, 0],
  ])
  expect(timelineOf([migration({ duration_ms: 0 })])[0]).toMatchObject({ start: 0, width: 0 })
})

test('a rehearsal tells how far it is', () => {
  const steps = rehearsalProgress({ step: 'replay', migrations: [migration(), migration({ duration_ms: null })] })
  expect(steps.map(({ state, note }) => [state, note])).toEqual([
    ['done', undefined],
    ['done', undefined],
    ['running', '1 of 2'],
  ])
  expect(rehearsalProgress({ step: null, migrations: [] }).map(({ state }) => state)).toEqual(['running', 'waiting', 'waiting'])
})

test.each([
  [merge(), 'Rehearsal succeeded', '1 migration ran on a copy of main (2.00 kB, copied in 250 ms). Nothing has changed yet.'],
  [merge({ migrations: [] }), 'Nothing to merge', 'main has all the branch’s migrations and the same schema.'],
  [merge({ status: 'MERGED', migrations: [migration(), migration()] }), 'Merged into main', '2 migrations were applied.'],
  [merge({ status: 'CANCELLED' }), 'Rehearsal cancelled', 'The copy was deleted. main hasn’t changed.'],
  [merge({ status: 'REHEARSAL_FAILED', problem: 'No.' }), 'Rehearsal failed', 'No. main hasn’t changed.'],
  [
    merge({
      status: 'REHEARSAL_FAILED',
      problem: 'No',
      migrations: [migration({ problem: { message: 'is null', sqlstate: '23502', detail: null, hint: null, statement: 'alter' } })],
    }),
    'Rehearsal failed',
    'No. main hasn’t changed. Fix the migration in the branch or the data in main, then rehearse again.',
  ],
])('%#: %o', (of, title, text) => {
  expect(noticeOf(of, 'main')).toMatchObject({ title, text })
})

test('what can not be merged says why', () => {
  expect(whyNotMerge(merge(), true)).toBeNull()
  expect(whyNotMerge(merge(), false)).toBe('Your role can’t change the project')
  expect(whyNotMerge(undefined, true)).toBe('Rehearse the merge first')
  expect(whyNotMerge(merge({ status: 'OUTDATED' }), true)).toBe('Rehearse the merge first')
  expect(whyNotMerge(merge({ migrations: [] }), true)).toBe('Nothing to merge')
  // what did not go through in the middle is gone on with
  expect(whyNotMerge(merge({ status: 'FAILED' }), true)).toBeNull()
})

test.each([
  [null, 'b', 'Added'],
  ['a', 'b', 'Changed'],
  ['a', null, 'Removed'],
] as const)('from %s to %s: %s', (before, after, word) => {
  expect(changeWord({ kind: 'table', name: 'public.t', before, after })).toBe(word)
})

test('what holds locks in a transaction holds them until it is committed', () => {
  const locked = migration({ locks: [{ relation: 'public.people', lock: 'SHARE', rows_estimate: null, bytes: 0 }] })
  const [alone, committed] = [migration({ is_in_transaction: false }), migration({ commits_before: true })]
  expect([0, 1, 2].map((place) => isBehindOthers([locked, migration(), migration()], place))).toEqual([false, true, true])
  expect([1, 2].map((place) => isBehindOthers([locked, alone, migration()], place))).toEqual([true, false])
  expect([1, 2].map((place) => isBehindOthers([locked, committed, migration()], place))).toEqual([false, false])
  expect(
    [
      [locked, migration()],
      [committed, migration()],
      [migration(), committed],
      [migration(), alone],
    ].map((each) => isInOne(each)),
  ).toEqual([true, true, false, false])
})

test('while it is applied, it is told how far it is and who has begun it', () => {
  const applying = merge({ status: 'APPLYING', migrations: [migration(), migration()], applied: ['20260101000000'], applied_by: 'owner' })
  expect(noticeOf(applying, 'main')).toMatchObject({
    title: 'Merging into main',
    text: 'Applied 1 of 2 migrations. Started by owner. The merge continues if you leave this page.',
  })
})
