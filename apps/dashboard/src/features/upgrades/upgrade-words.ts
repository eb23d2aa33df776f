import type { Branch } from '@colonnade/contracts/copies/branches'
import { upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import { rehearsalDays, type Upgrade, type UpgradeReport, type UpgradeStepId, upgradeSteps } from '@colonnade/contracts/copies/upgrades'
import type { ListedStep } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'
import { countText } from '../../lib/lists/count-text.ts'
import type { nounOf } from '../../lib/texts/project-names.ts'
import { formatDuration } from '../../lib/texts/duration.ts'
import { upgradeText } from './messages.ts'

/** Steps that run while the project is online; it is offline during the others. */
const beforehand = new Set(['copy', 'check'])

/** Returns the expected downtime, in milliseconds. */
export function downOf({ steps }: Pick<UpgradeReport, 'steps'>): number {
  return steps.filter(({ id }) => !beforehand.has(id)).reduce((sum, { duration_ms: duration }) => sum + duration, 0)
}

/** Returns the downtime of an upgrade, in milliseconds, or null while it is unknown. */
export function closedFor({ closed_at: from, opened_at: until }: Pick<Upgrade, 'closed_at' | 'opened_at'>): number | null {
  return from === null || until === null ? null : Date.parse(until) - Date.parse(from)
}

/** Returns the rehearsal that allows an upgrade to that version now, if any. */
export function passedRehearsal(upgrades: readonly Upgrade[], to: string, now: number): Upgrade | undefined {
  const last = lastPassed(upgrades, to)
  return last === undefined || isStale(last, now) ? undefined : last
}

/** Says why a rehearsed project can't be upgraded now, and what to do; null if it can, or if the page says so elsewhere. */
export function upgradeRefusal({ upgrades, to, now, isActive, replicas, noun }: UpgradeQuestion): string | null {
  if (!isActive) return upgradeText.whenActive(noun)
  const last = lastPassed(upgrades, to)
  if (last === undefined) return null
  if (isStale(last, now)) {
    return upgradeText.rehearsalTooOld(rehearsalDays)
  }
  if (replicas === 0) return null
  return upgradeText.replicasInTheWay(replicas)
}

interface UpgradeQuestion {
  readonly upgrades: readonly Upgrade[]
  readonly to: string
  readonly now: number
  readonly isActive: boolean
  /** The number of read replicas. */
  readonly replicas: number
  readonly noun: Noun
}

/** What is being upgraded. */
type Noun = ReturnType<typeof nounOf>

/** Counts the branches that an upgrade leaves on an older version. */
export function stayingBranches(branches: readonly Pick<Branch, 'is_default' | 'db_version'>[], to: string): number {
  return branches.filter(({ is_default: isDefault, db_version: version }) => !isDefault && (version === null || majorOf(version) < majorOf(to)))
    .length
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}

/** Says that an upgrade leaves branches on the version they were copied from. Null without branches. */
export function branchesText(branches: number): string | null {
  return branches === 0 ? null : upgradeText.branchesStay(branches)
}

function lastPassed(upgrades: readonly Upgrade[], to: string): Upgrade | undefined {
  const last = upgrades.find(({ status }) => status === 'REHEARSED' || status === 'BLOCKED')
  return last?.status === 'REHEARSED' && majorOf(last.to_version) === majorOf(to) ? last : undefined
}

function isStale({ finished_at: finishedAt }: Upgrade, now: number): boolean {
  return now - Date.parse(finishedAt ?? '') > rehearsalDays * 86_400_000
}

/** Labels of the steps that name the branch. */
const ofBranches: Partial<Readonly<Record<UpgradeStepId, string>>> = { copy: upgradeText.copyingBranch, backup: upgradeText.backingUpBranch }

/** Returns the steps of a rehearsal or an upgrade, with their states. */
export function upgradeProgress(
  { kind, finished_at: finishedAt, step, report, progress }: Pick<Upgrade, 'kind' | 'finished_at' | 'step' | 'report' | 'progress'>,
  noun: Noun = 'project',
): ListedStep[] {
  return upgradeSteps
    .filter((one) => !('of' in one) || one.of === kind)
    .map(({ id, label: usual }) => {
      const label = noun === 'branch' ? (ofBranches[id] ?? usual) : usual
      const done = report?.steps.find((one) => one.id === id)
      const isRunning = finishedAt === null && step === id
      const state = isRunning ? 'running' : done !== undefined ? 'done' : 'waiting'
      const message =
        isRunning && progress !== null ? upgradeText.progress(formatBytes(progress.bytes_done), formatBytes(progress.bytes_total)) : null
      return { id, label, state, message, ...(done !== undefined && !isRunning && { note: formatDuration(done.duration_ms) }) }
    })
}

export interface Notice {
  readonly tone: 'accent' | 'danger' | 'neutral'
  readonly title: string
  readonly text: string
}

type Ended = Pick<Upgrade, 'kind' | 'status' | 'report' | 'problem' | 'to_version' | 'closed_at' | 'opened_at'>

/**
 * Describes the result of a finished rehearsal or upgrade.
 *
 * @param now the project's version; null while it changes or is unknown
 */
export function noticeOf(upgrade: Ended, now: string | null, noun: Noun = 'project'): Notice {
  return upgrade.kind === 'rehearsal' ? noticeOfRehearsal(upgrade, noun) : noticeOfUpgrade(upgrade, now, noun)
}

function noticeOfUpgrade(upgrade: Ended, now: string | null, noun: Noun): Notice {
  const { status, report, problem, to_version: to } = upgrade
  const down = closedFor(upgrade)
  const time = down === null ? [] : [upgradeText.downtime(formatDuration(down))]
  if (status === 'UPGRADED') {
    const text = [upgradeText.migrated(inWords(report)), ...time]
    if (now !== null && majorOf(now) < majorOf(to)) {
      return {
        tone: 'neutral',
        title: upgradeText.restoredSince(noun, to, now),
        text: [...text, upgradeText.restoredSinceHint].join(' '),
      }
    }
    return { tone: 'accent', title: upgradeText.upgraded(noun, to), text: [...text, upgradeText.earlierBackups(upgradeBackupDays)].join(' ') }
  }
  const same = sameAsBefore(upgrade, time, noun)
  if (status === 'CANCELLED') return { tone: 'neutral', title: upgradeText.upgradeCancelled, text: same }
  if (status === 'BLOCKED') return { tone: 'danger', title: upgradeText.upgradeBlocked, text: `${same} ${upgradeText.upgradeBlockedHint}` }
  return { tone: 'danger', title: upgradeText.upgradeFailed, text: upgradeText.failed(problem ?? upgradeText.unknownProblem, same) }
}

/** Describes the project after an upgrade that was cancelled or failed. */
function sameAsBefore({ closed_at: closedAt, opened_at: openedAt }: Ended, time: readonly string[], noun: Noun): string {
  if (closedAt === null) return upgradeText.unchanged(noun)
  if (openedAt === null) return upgradeText.reopening(noun)
  return [upgradeText.continues(noun), ...time].join(' ')
}

function noticeOfRehearsal({ status, report, problem, to_version: to }: Ended, noun: Noun): Notice {
  if (status === 'CANCELLED') return { tone: 'neutral', title: upgradeText.rehearsalCancelled, text: upgradeText.rehearsalCancelledHint(noun) }
  if (status === 'FAILED' || report === null) {
    const text = upgradeText.failed(problem ?? upgradeText.unknownProblem, upgradeText.unchanged(noun))
    return { tone: 'danger', title: upgradeText.rehearsalFailed, text }
  }
  if (status === 'BLOCKED') {
    const count = report.obstacles.length + report.differing_tables.length
    return {
      tone: 'danger',
      title: upgradeText.rehearsalBlocked(noun, to),
      text: upgradeText.rehearsalBlockedHint(noun, count),
    }
  }
  return {
    tone: 'accent',
    title: upgradeText.rehearsed(to),
    text: upgradeText.rehearsedHint(noun, inWords(report)),
  }
}

/** "2,000 rows in 1 table" */
function inWords(report: UpgradeReport | null): string {
  const [rows, tables] = [report?.rows ?? 0, report?.tables ?? 0]
  return upgradeText.rows(countText(rows, rows, 'row'), countText(tables, tables, 'table'))
}
