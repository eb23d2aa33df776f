import type { Upgrade, UpgradeReport } from '@colonnade/contracts/copies/upgrades'
import { expect, test } from 'vitest'
import { branchesText, closedFor, downOf, noticeOf, passedRehearsal, stayingBranches, upgradeProgress, upgradeRefusal } from './upgrade-words.ts'

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

test('the expected downtime excludes the copy and the check', () => expect(downOf(report)).toBe(250))

test('the running step has its progress, finished steps their durations', () => {
  const steps = upgradeProgress({
    kind: 'rehearsal',
    finished_at: null,
    step: 'rows',
    report,
    progress: { bytes_done: 1_024, bytes_total: 4_096, table: 'x' },
  })
  expect(steps.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'copy done',
    'check done',
    'roles done',
    'structure waiting',
    'rows running',
    'indexes waiting',
    'analyze waiting',
    'settings waiting',
    'compare waiting',
  ])
  expect(steps[4]).toMatchObject({ message: '1.00 kB of 4.00 kB' })
  expect(steps[0]).toMatchObject({ note: '900 ms' })
})

const ended = { kind: 'rehearsal', to_version: '18.4', problem: null, closed_at: null, opened_at: null } as const
test.each([
  ['REHEARSED', report, 'accent', /^Rehearsal for Postgres 18\.4 succeeded$/, /^Copied and compared 2,000 rows in 1 table\./],
  ['BLOCKED', blocked(1), 'danger', /can’t be upgraded/, /^1 problem blocks/],
  ['BLOCKED', blocked(2), 'danger', /can’t be upgraded/, /^2 problems block/],
  ['CANCELLED', null, 'neutral', /cancelled$/, /didn’t change/],
  ['FAILED', null, 'danger', /failed/, /^The disk is full\. The project didn’t change\.$/],
] as const)('a rehearsal that is %s has its notice', (status, found, tone, title, text) => {
  const notice = noticeOf({ ...ended, status, report: found, problem: status === 'FAILED' ? 'The disk is full' : null }, null)
  expect(notice.tone).toBe(tone)
  expect(notice.title).toMatch(title)
  expect(notice.text).toMatch(text)
})

test.each([
  ['UPGRADED', 'accent', /was upgraded to Postgres 18\.4/, /^Everything was migrated.* 2,000 rows in 1 table\. Downtime: 12/],
  ['BLOCKED', 'danger', /stopped/, /is online again, unchanged.*rehearse again/],
  ['CANCELLED', 'neutral', /cancelled/, /is online again, unchanged.*Downtime: 12/],
  ['FAILED', 'danger', /failed/, /^The disk is full\. The project is online again, unchanged/],
] as const)('an upgrade that is %s has its notice', (status, tone, title, text) => {
  const [closed_at, opened_at] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:12Z']
  expect(closedFor({ closed_at, opened_at })).toBe(12_000)
  const problem = status === 'FAILED' ? 'The disk is full' : null
  const notice = noticeOf({ ...ended, kind: 'upgrade', status, report, problem, closed_at, opened_at }, '18.4')
  expect(notice.tone).toBe(tone)
  expect(notice.title).toMatch(title)
  expect(notice.text).toMatch(text)
})

test('an upgrade steps from the backup before to the one after, a rehearsal is on a copy', () => {
  const idsOf = (kind: Upgrade['kind']) => upgradeProgress({ kind, finished_at: null, step: null, report: null, progress: null }).map(({ id }) => id)
  expect(idsOf('upgrade').slice(0, 3)).toEqual(['backup', 'close', 'check'])
  expect(idsOf('upgrade').slice(-3)).toEqual(['place', 'start', 'protect'])
  expect(idsOf('rehearsal').slice(0, 2)).toEqual(['copy', 'check'])
})

test('the steps name a branch where one is upgraded', () => {
  const labelsOf = (noun?: 'project' | 'branch') =>
    (['rehearsal', 'upgrade'] as const).flatMap((kind) =>
      upgradeProgress({ kind, finished_at: null, step: null, report: null, progress: null }, noun).map(({ label }) => label),
    )
  expect(labelsOf('branch').filter((label) => /project|branch/.test(label))).toEqual(['Copying the branch', 'Backing up the branch'])
  expect(labelsOf().filter((label) => /project|branch/.test(label))).toEqual(['Copying the project', 'Backing up the project'])
})

test('the last rehearsal that came to an end allows an upgrade to the same version for a week', () => {
  const at = Date.parse('2026-01-08T00:00:00Z')
  const rehearsal = (status: Upgrade['status'], finished_at: string): Upgrade =>
    ({ kind: 'rehearsal', status, finished_at, to_version: '18.4' }) as Upgrade
  const good = rehearsal('REHEARSED', '2026-01-02T00:00:00Z')
  expect(passedRehearsal([rehearsal('CANCELLED', '2026-01-03T00:00:00Z'), good], '18.5', at)).toBe(good)
  expect(passedRehearsal([rehearsal('BLOCKED', '2026-01-03T00:00:00Z'), good], '18.4', at)).toBeUndefined()
  expect(passedRehearsal([{ ...rehearsal('BLOCKED', '2026-01-03T00:00:00Z'), kind: 'upgrade' }, good], '18.4', at)).toBeUndefined()
  expect(passedRehearsal([good], '19.1', at)).toBeUndefined()
  expect(passedRehearsal([rehearsal('REHEARSED', '2025-12-31T00:00:00Z')], '18.4', at)).toBeUndefined()
})

test('the refusal of an upgrade says what blocks it', () => {
  const rehearsed = { kind: 'rehearsal', status: 'REHEARSED', finished_at: '2026-01-01T00:00:00Z', to_version: '18.4' } as Upgrade
  const [fresh, stale] = ['2026-01-08T00:00:00Z', '2026-01-08T00:00:01Z'].map((at) => Date.parse(at))
  const ask = (more: Partial<Parameters<typeof upgradeRefusal>[0]>): string | null =>
    upgradeRefusal({ upgrades: [rehearsed], to: '18.4', now: fresh!, isActive: true, replicas: 0, noun: 'project', ...more })
  expect(ask({})).toBeNull()
  expect(ask({ isActive: false })).toMatch(/upgrade the project when it’s active/)
  expect(ask({ now: stale! })).toMatch(/more than 7 days old.*Rehearse again/)
  expect(ask({ replicas: 1 })).toMatch(/^The read replica .* Delete it /)
  expect(ask({ replicas: 2 })).toMatch(/^The 2 read replicas .* Delete them /)
  // the findings are listed below
  expect(ask({ upgrades: [{ ...rehearsed, status: 'BLOCKED' }], replicas: 1 })).toBeNull()
})

test('a project that is still reopening is not said to be online', () => {
  const closed_at = '2026-01-01T00:00:00Z'
  const { text } = noticeOf({ ...ended, kind: 'upgrade', status: 'CANCELLED', report: null, closed_at }, null)
  expect(text).toMatch(/^The project is coming back online, unchanged/)
})

test('an upgrade undone by a restore names the current version', () => {
  const upgraded = { ...ended, kind: 'upgrade', status: 'UPGRADED', report } as const
  expect(noticeOf(upgraded, '17.10')).toMatchObject({ tone: 'neutral', title: 'The project was upgraded to Postgres 18.4, and is now back on 17.10' })
  for (const now of ['18.4', '18.5', null]) expect(noticeOf(upgraded, now).tone).toBe('accent')
})

test('a branch already on the newer version does not stay behind', () => {
  const of = (db_version: string | null, is_default = false) => ({ db_version, is_default })
  expect(stayingBranches([of('17.10', true), of('17.10'), of('18.4'), of(null)], '18.4')).toBe(2)
})

test('the notice of a branch says branch', () => {
  expect(noticeOf({ ...ended, status: 'CANCELLED', report: null }, null, 'branch').text).toBe('The copies were deleted. The branch didn’t change.')
})

test('branches stay on their version', () => {
  expect([0, 1, 2].map(branchesText)).toEqual([
    null,
    'The branch stays on its current version until you reset it.',
    'The 2 branches stay on their current version until you reset them.',
  ])
})
