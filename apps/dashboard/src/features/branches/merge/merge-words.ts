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
import { mergeWordsCopy } from './messages.ts'

export function migrationsText(count: number): string {
  return count === 1 ? '1 migration' : `${count} migrations`
}

/** Returns the name of a migration, or its version if it has none. */
export function migrationName({ name, version }: Pick<RehearsedMigration, 'name' | 'version'>): string {
  return name === null || name === '' ? version : name
}

const blocks: Readonly<Record<BlockingLock, string>> = {
  SHARE: mergeWordsCopy.blocksWrites,
  'SHARE ROW EXCLUSIVE': mergeWordsCopy.blocksWrites,
  EXCLUSIVE: mergeWordsCopy.blocksWrites,
  'ACCESS EXCLUSIVE': mergeWordsCopy.blocksReadsWrites,
}

/** "public.people (≈ 5.0K rows, 1.2 MB): blocks reads and writes (ACCESS EXCLUSIVE)" */
export function lockText({ relation, lock, rows_estimate: rows, bytes }: RehearsedMigration['locks'][number]): string {
  const size = [...(rows === null ? [] : [rowsText(rows, false)]), formatBytes(bytes)].join(', ')
  return `${relation} (${size}): ${blocks[lock]} (${lock})`
}

/** Returns what a merge deletes: "Column public.people.name (in ≈ 5.0K rows, 1.2 MB)". */
export function lossText({ kind, name, rows_estimate: rows, bytes }: MergeLoss): string {
  if (kind === 'rows') return mergeWordsCopy.ofOf(rows === null ? null : rowsText(rows, true), name)
  const size = [...(rows === null ? [] : [rowsText(rows, false)]), formatBytes(bytes)].join(', ')
  const subject = { table: mergeWordsCopy.table, column: mergeWordsCopy.column, all_rows: mergeWordsCopy.allRows }[kind]
  return `${subject} ${name} (${kind === 'column' ? mergeWordsCopy.in(size) : size})`
}

/** Returns the strongest lock of migrations; null if none blocks anyone. */
export function strongestLock(migrations: readonly RehearsedMigration[]): BlockingLock | null {
  const places = migrations.flatMap(({ locks }) => locks.map(({ lock }) => blockingLocks.indexOf(lock)))
  return blockingLocks[Math.max(-1, ...places)] ?? null
}

/** Returns true if earlier migrations of the same transaction hold locks while it runs. */
export function isBehindOthers(migrations: readonly RehearsedMigration[], place: number): boolean {
  const begin = migrations.findLastIndex((one, at) => at < place && !one.is_in_transaction)
  const first = migrations.findLastIndex((one, at) => at <= place && one.commits_before)
  return strongestLock(migrations.slice(Math.max(begin + 1, first, 0), place)) !== null
}

export function unlockedText(isBehind: boolean): string {
  return isBehind ? mergeWordsCopy.locksNoAdditionalTables : mergeWordsCopy.blocksNoOneLocks
}

/** Returns true if a merge is rolled back as a whole when a migration fails. */
export function isInOne(migrations: readonly RehearsedMigration[]): boolean {
  return migrations.every(
    ({ is_in_transaction: isInTransaction, commits_before: commitsBefore }, place) => isInTransaction && (place === 0 || !commitsBefore),
  )
}

/** Returns how much a migration blocks others, as a tone. */
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

/** Returns when each migration ran, as bars of a timeline. */
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

/** Returns the migrations that a merge would apply. A failed merge continues where it stopped. */
export function waitingOf({ migrations, applied }: Pick<BranchMerge, 'migrations' | 'applied'>): readonly RehearsedMigration[] {
  return migrations.filter(({ version }) => !applied.includes(version))
}

/** Returns the total duration in milliseconds. */
export function totalOf(migrations: readonly RehearsedMigration[]): number {
  return migrations.reduce((sum, { duration_ms: duration }) => sum + (duration ?? 0), 0)
}

export function rewrittenOf(migrations: readonly RehearsedMigration[]): number {
  return migrations.reduce((sum, { rewrites }) => sum + rewrites.reduce((bytes, rewrite) => bytes + rewrite.bytes, 0), 0)
}

/** Returns the steps of a rehearsal with their states. */
export function rehearsalProgress({ step, migrations }: Pick<BranchMerge, 'step' | 'migrations'>): ListedStep[] {
  const current = rehearsalSteps.findIndex(({ id }) => id === step)
  const done = migrations.filter(({ duration_ms: duration }) => duration !== null).length
  return rehearsalSteps.map(({ id, label }, place) => ({
    id,
    label,
    state: place < current ? 'done' : place > Math.max(current, 0) ? 'waiting' : 'running',
    message: null,
    ...(id === 'replay' && migrations.length > 0 && { note: mergeWordsCopy.of(done, migrations.length) }),
  }))
}

export interface MergeNotice {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

/** Returns the progress of a running merge. */
function applyingText({ migrations, applied, applied_by: who }: BranchMerge): string {
  const by = who === null ? '' : mergeWordsCopy.started(who)
  return mergeWordsCopy.appliedMergeContinuesIf(applied.length, migrationsText(migrations.length), by)
}

/** Returns the notice for a merge's status. */
export function noticeOf(merge: BranchMerge, target: string): MergeNotice {
  const { status, migrations, problem, copy, left } = merge
  const count = migrationsText(migrations.length)
  switch (status) {
    case 'REHEARSING':
      return { tone: 'neutral', title: mergeWordsCopy.rehearsing, text: '' }
    case 'APPLYING':
      return { tone: 'neutral', title: mergeWordsCopy.mergingInto(target), text: applyingText(merge) }
    case 'REHEARSED':
      if (migrations.length > 0) {
        const copied = copy === null ? '' : mergeWordsCopy.copied(formatBytes(copy.bytes), formatDuration(copy.duration_ms))
        return { tone: 'accent', title: mergeWordsCopy.rehearsalSucceeded, text: mergeWordsCopy.ranCopyNothingHas(count, target, copied) }
      }
      return {
        tone: 'neutral',
        title: mergeWordsCopy.nothingMerge,
        text: left.length === 0 ? mergeWordsCopy.hasAllBranchsMigrations(target) : mergeWordsCopy.hasAllBranchsMigrationsDifferences(target),
      }
    case 'REHEARSAL_FAILED':
      return {
        tone: 'danger',
        title: mergeWordsCopy.rehearsalFailed,
        text: [
          mergeWordsCopy.hasntChanged(problem ?? '', problem?.endsWith('.') ? '' : '.', target),
          ...(migrations.some((migration) => migration.problem !== null) ? [mergeWordsCopy.fixMigrationBranchData(target)] : []),
        ].join(' '),
      }
    case 'CANCELLED':
      return { tone: 'neutral', title: mergeWordsCopy.rehearsalCancelled, text: mergeWordsCopy.copyWasDeletedHasnt(target) }
    case 'OUTDATED':
      return { tone: 'warning', title: mergeWordsCopy.rehearsalOutDate, text: problem ?? '' }
    case 'MERGED':
      return { tone: 'accent', title: mergeWordsCopy.mergedInto(target), text: mergeWordsCopy.applied(count, migrations.length) }
    case 'FAILED':
      return { tone: 'danger', title: mergeWordsCopy.mergeFailed, text: problem ?? '' }
  }
}

/** Returns true if the last merge is over, so that the next rehearsal starts from the current state. */
export function isSettled({ status }: Pick<BranchMerge, 'status'>): boolean {
  return status === 'MERGED' || status === 'OUTDATED' || status === 'CANCELLED'
}

/** Why a merge can't be applied; null when it can. */
export function whyNotMerge(merge: BranchMerge | undefined, mayApply: boolean): string | null {
  if (merge === undefined) return mergeWordsCopy.rehearseMergeFirst
  if (!mayApply) return mergeWordsCopy.roleCantChangeProject
  const { status, migrations, applied } = merge
  if (status === 'FAILED' && migrations.length > applied.length) return null
  if (status !== 'REHEARSED') return status === 'MERGED' ? mergeWordsCopy.alreadyMerged : mergeWordsCopy.rehearseMergeFirst
  return migrations.length === 0 ? mergeWordsCopy.nothingMerge : null
}
