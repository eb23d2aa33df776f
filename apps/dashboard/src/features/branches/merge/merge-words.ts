import {
  type BlockingLock,
  blockingLocks,
  type BranchMerge,
  type MergeLoss,
  type RehearsedMigration,
  rehearsalSteps,
} from '@colonnade/contracts/copies/merges'
import type { ListedStep, Tone } from '@colonnade/ui'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { rowsText } from '../../../lib/texts/rows-text.ts'

export function migrationsText(count: number): string {
  return count === 1 ? '1 migration' : `${count} migrations`
}

/** What a migration is called: by its name, or by its version where it has none. */
export function migrationName({ name, version }: Pick<RehearsedMigration, 'name' | 'version'>): string {
  return name === null || name === '' ? version : name
}

const blocks: Readonly<Record<BlockingLock, string>> = {
  SHARE: 'nobody can write',
  'SHARE ROW EXCLUSIVE': 'nobody can write',
  EXCLUSIVE: 'nobody can write',
  'ACCESS EXCLUSIVE': 'nobody can read or write',
}

/** "public.people (≈ 5.0K rows, 1.2 MB): nobody can read or write (ACCESS EXCLUSIVE)" */
export function lockText({ relation, lock, rows_estimate: rows, bytes }: RehearsedMigration['locks'][number]): string {
  const size = [...(rows === null ? [] : [rowsText(rows, false)]), formatBytes(bytes)].join(', ')
  return `${relation} (${size}): ${blocks[lock]} (${lock})`
}

/** "The column public.people.name (≈ 5.0K rows, 1.2 MB)": what is gone after the merge. */
export function lossText({ kind, name, rows_estimate: rows, bytes }: MergeLoss): string {
  if (kind === 'rows') return `${rows === null ? 'Rows' : rowsText(rows, true)} of ${name}`
  const size = [...(rows === null ? [] : [rowsText(rows, false)]), formatBytes(bytes)].join(', ')
  const subject = { table: 'The table', column: 'The column', all_rows: 'All rows of' }[kind]
  return `${subject} ${name} (${kind === 'column' ? `in ${size}` : size})`
}

/** The strongest lock of some migrations; null where none keeps anybody out. */
export function strongestLock(migrations: readonly RehearsedMigration[]): BlockingLock | null {
  const places = migrations.flatMap(({ locks }) => locks.map(({ lock }) => blockingLocks.indexOf(lock)))
  return blockingLocks[Math.max(-1, ...places)] ?? null
}

/** Whether ones before it in the same transaction hold locks while it runs. */
export function isBehindOthers(migrations: readonly RehearsedMigration[], place: number): boolean {
  const begin = migrations.findLastIndex((one, at) => at < place && !one.is_in_transaction)
  const first = migrations.findLastIndex((one, at) => at <= place && one.commits_before)
  return strongestLock(migrations.slice(Math.max(begin + 1, first, 0), place)) !== null
}

export function unlockedText(isBehind: boolean): string {
  return isBehind ? 'It locks no table that those before it have not locked.' : 'Nobody has to wait for it: it locks no table that is there.'
}

/** Whether all that a merge does is undone when one of its migrations fails. */
export function isInOne(migrations: readonly RehearsedMigration[]): boolean {
  return migrations.every(
    ({ is_in_transaction: isInTransaction, commits_before: commitsBefore }, place) => isInTransaction && (place === 0 || !commitsBefore),
  )
}

/** How much a migration is in the way of others. */
export function toneOf(migration: RehearsedMigration): Tone {
  if (migration.problem !== null) return 'danger'
  return strongestLock([migration]) === null ? 'accent' : 'warning'
}

export interface TimelineBar {
  readonly version: string
  /** In hundredths of all of it. */
  readonly start: number
  readonly width: number
}

/** When each migration ran among all of them. */
export function timelineOf(migrations: readonly RehearsedMigration[]): TimelineBar[] {
  const total = totalOf(migrations)
  let start = 0
  return migrations.map(({ version, duration_ms: duration }) => {
    const width = total === 0 ? 0 : ((duration ?? 0) / total) * 100
    const bar = { version, start, width }
    start += width
    return bar
  })
}

/** What a merge would apply: one that failed in the middle goes on where it stopped. */
export function waitingOf({ migrations, applied }: Pick<BranchMerge, 'migrations' | 'applied'>): readonly RehearsedMigration[] {
  return migrations.filter(({ version }) => !applied.includes(version))
}

/** Milliseconds of all that ran. */
export function totalOf(migrations: readonly RehearsedMigration[]): number {
  return migrations.reduce((sum, { duration_ms: duration }) => sum + (duration ?? 0), 0)
}

export function rewrittenOf(migrations: readonly RehearsedMigration[]): number {
  return migrations.reduce((sum, { rewrites }) => sum + rewrites.reduce((bytes, rewrite) => bytes + rewrite.bytes, 0), 0)
}

/** How far a rehearsal is. */
export function rehearsalProgress({ step, migrations }: Pick<BranchMerge, 'step' | 'migrations'>): ListedStep[] {
  const current = rehearsalSteps.findIndex(({ id }) => id === step)
  const done = migrations.filter(({ duration_ms: duration }) => duration !== null).length
  return rehearsalSteps.map(({ id, label }, place) => ({
    id,
    label,
    state: place < current ? 'done' : place > Math.max(current, 0) ? 'waiting' : 'running',
    message: null,
    ...(id === 'replay' && migrations.length > 0 && { note: `${done} of ${migrations.length}` }),
  }))
}

export interface MergeNotice {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

/** How far it is, and that nobody has to stay for it. */
function applyingText({ migrations, applied, applied_by: who }: BranchMerge): string {
  const by = who === null ? '' : ` ${who} has begun it.`
  return `Applied for good: ${applied.length} of ${migrationsText(migrations.length)}.${by} It goes on when this page is left.`
}

/** What became of a merge that is not under way, in words. */
export function noticeOf(merge: BranchMerge, target: string): MergeNotice {
  const { status, migrations, problem, copy, left } = merge
  const count = migrationsText(migrations.length)
  switch (status) {
    case 'REHEARSING':
      return { tone: 'neutral', title: 'Rehearsing', text: '' }
    case 'APPLYING':
      return { tone: 'neutral', title: `Merging into ${target}`, text: applyingText(merge) }
    case 'REHEARSED':
      if (migrations.length > 0) {
        const copied = copy === null ? '' : ` of ${formatBytes(copy.bytes)}, made in ${formatDuration(copy.duration_ms)}`
        return { tone: 'accent', title: 'The rehearsal went well', text: `${count} ran on a copy of ${target}${copied}. Nothing has changed yet.` }
      }
      return {
        tone: 'neutral',
        title: 'There is nothing to merge',
        text:
          left.length === 0
            ? `${target} has every migration of the branch, and the same schema.`
            : `${target} has every migration of the branch. What differs below is in no migration: record it in the branch, and rehearse again.`,
      }
    case 'REHEARSAL_FAILED':
      return {
        tone: 'danger',
        title: 'The rehearsal failed',
        text: [
          `${problem ?? ''}${problem?.endsWith('.') ? '' : '.'} ${target} has not been changed.`,
          ...(migrations.some((migration) => migration.problem !== null)
            ? [`Mend in the branch, or in the data of ${target}, what the migration failed at, and rehearse again.`]
            : []),
        ].join(' '),
      }
    case 'CANCELLED':
      return { tone: 'neutral', title: 'The rehearsal was cancelled', text: `The copy is gone. ${target} has not been changed.` }
    case 'OUTDATED':
      return { tone: 'warning', title: 'The rehearsal is out of date', text: problem ?? '' }
    case 'MERGED':
      return { tone: 'accent', title: `Merged into ${target}`, text: `${count} ${migrations.length === 1 ? 'was' : 'were'} applied.` }
    case 'FAILED':
      return { tone: 'danger', title: 'The merge failed', text: problem ?? '' }
  }
}

/** Whether the last merge is over, so that the next rehearsal replays what waits now. */
export function isSettled({ status }: Pick<BranchMerge, 'status'>): boolean {
  return status === 'MERGED' || status === 'OUTDATED' || status === 'CANCELLED'
}

/** Why a merge can't be applied; null when it can. */
export function whyNotMerge(merge: BranchMerge | undefined, mayApply: boolean): string | null {
  if (merge === undefined) return 'Rehearse the merge first'
  if (!mayApply) return 'Your role does not allow the project to be changed'
  const { status, migrations, applied } = merge
  if (status === 'FAILED' && migrations.length > applied.length) return null
  if (status !== 'REHEARSED') return status === 'MERGED' ? 'It is merged' : 'Rehearse the merge first'
  return migrations.length === 0 ? 'There is nothing to merge' : null
}
