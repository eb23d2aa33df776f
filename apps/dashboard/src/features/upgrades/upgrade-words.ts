import type { Branch } from '@colonnade/contracts/copies/branches'
import { upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import { rehearsalDays, type Upgrade, type UpgradeReport, type UpgradeStepId, upgradeSteps } from '@colonnade/contracts/copies/upgrades'
import type { ListedStep } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import type { nounOf } from '../../lib/texts/project-names.ts'
import { formatDuration } from '../../lib/texts/duration.ts'

/** What is done while the project works on; all the rest would be while it is down. */
const beforehand = new Set(['copy', 'check'])

/** How long the project would have been down, in milliseconds. */
export function downOf({ steps }: Pick<UpgradeReport, 'steps'>): number {
  return steps.filter(({ id }) => !beforehand.has(id)).reduce((sum, { duration_ms: duration }) => sum + duration, 0)
}

/** How long an upgrade kept everybody out, in milliseconds; null while that is not known. */
export function closedFor({ closed_at: from, opened_at: until }: Pick<Upgrade, 'closed_at' | 'opened_at'>): number | null {
  return from === null || until === null ? null : Date.parse(until) - Date.parse(from)
}

/** The rehearsal that allows an upgrade to that version now; undefined while there is none. */
export function passedRehearsal(upgrades: readonly Upgrade[], to: string, now: number): Upgrade | undefined {
  const last = lastPassed(upgrades, to)
  return last === undefined || isStale(last, now) ? undefined : last
}

/** Why a project is not upgraded now that has been rehearsed, and what to do about it; null where that is said elsewhere, or it can be. */
export function upgradeRefusal({ upgrades, to, now, isActive, replicas, noun }: UpgradeQuestion): string | null {
  if (!isActive) return `It can be rehearsed and upgraded while the ${noun} is active.`
  const last = lastPassed(upgrades, to)
  if (last === undefined) return null
  if (isStale(last, now)) {
    return `The last rehearsal is older than ${rehearsalDays} days, and data and functions change: rehearse again before you upgrade.`
  }
  if (replicas === 0) return null
  const [what, them] = replicas === 1 ? ['Its read replica', 'it'] : [`Its ${replicas} read replicas`, 'them']
  return `${what} can’t be upgraded. Remove ${them} before the upgrade, and create ${them} again afterwards.`
}

interface UpgradeQuestion {
  readonly upgrades: readonly Upgrade[]
  readonly to: string
  readonly now: number
  readonly isActive: boolean
  /** How many read replicas there are. */
  readonly replicas: number
  readonly noun: Noun
}

/** What it is called that is upgraded. */
type Noun = ReturnType<typeof nounOf>

/** Returns the number of branches on an older version than an upgrade. */
export function stayingBranches(branches: readonly Pick<Branch, 'is_default' | 'db_version'>[], to: string): number {
  return branches.filter(({ is_default: isDefault, db_version: version }) => !isDefault && (version === null || majorOf(version) < majorOf(to)))
    .length
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}

/** What an upgrade does not do: a branch is on the version of its source as of its last copy. Null where there are none. */
export function branchesText(branches: number): string | null {
  if (branches === 0) return null
  const [what, they] = branches === 1 ? ['Its branch stays', 'it is'] : [`Its ${branches} branches stay`, 'they are']
  return `${what} on the version of now until ${they} reset.`
}

function lastPassed(upgrades: readonly Upgrade[], to: string): Upgrade | undefined {
  const last = upgrades.find(({ status }) => status === 'REHEARSED' || status === 'BLOCKED')
  return last?.status === 'REHEARSED' && majorOf(last.to_version) === majorOf(to) ? last : undefined
}

function isStale({ finished_at: finishedAt }: Upgrade, now: number): boolean {
  return now - Date.parse(finishedAt ?? '') > rehearsalDays * 86_400_000
}

/** Steps whose words name what is upgraded, where that is a branch. */
const ofBranches: Partial<Readonly<Record<UpgradeStepId, string>>> = { copy: 'Copying the branch', backup: 'Backing up the branch' }

/** How far a rehearsal or an upgrade is, or came. */
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
      const message = isRunning && progress !== null ? `${formatBytes(progress.bytes_done)} of ${formatBytes(progress.bytes_total)}` : null
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
 * What became of a rehearsal or an upgrade that is over.
 *
 * @param now the version that the project is on; null while that is changing, or not known
 */
export function noticeOf(upgrade: Ended, now: string | null, noun: Noun = 'project'): Notice {
  return upgrade.kind === 'rehearsal' ? noticeOfRehearsal(upgrade, noun) : noticeOfUpgrade(upgrade, now, noun)
}

/** Which backups stay available after an upgrade, with or without point-in-time recovery. */
const earlierText = `The backup from before the upgrade is retained for ${upgradeBackupDays} days. You can restore it, older backups and earlier points in time to the previous Postgres version while they’re retained.`

function noticeOfUpgrade(upgrade: Ended, now: string | null, noun: Noun): Notice {
  const { status, report, problem, to_version: to } = upgrade
  const down = closedFor(upgrade)
  const time = down === null ? '' : ` It was down for ${formatDuration(down)}.`
  if (status === 'UPGRADED') {
    const text = `Everything came over and was compared: ${inWords(report)}.${time}`
    if (now !== null && majorOf(now) < majorOf(to)) {
      return {
        tone: 'neutral',
        title: `The ${noun} went over to Postgres ${to}, and is on ${now} again`,
        text: `${text} Since then, what there was before it has been restored.`,
      }
    }
    return { tone: 'accent', title: `The ${noun} went over to Postgres ${to}`, text: `${text} ${earlierText}` }
  }
  const same = sameAsBefore(upgrade, time, noun)
  if (status === 'CANCELLED') return { tone: 'neutral', title: 'The upgrade was cancelled', text: same }
  if (status === 'BLOCKED') {
    return { tone: 'danger', title: 'The upgrade was stopped by what is in its way', text: `${same} Change it, rehearse again, and upgrade then.` }
  }
  return { tone: 'danger', title: 'The upgrade failed', text: `${problem ?? 'It could not be finished'}. ${same}` }
}

/** How the project is after an upgrade that was not made. */
function sameAsBefore({ closed_at: closedAt, opened_at: openedAt }: Ended, time: string, noun: Noun): string {
  if (closedAt === null) return `The ${noun} was not touched.`
  if (openedAt === null) return `The ${noun} is being opened again, as it was, with all that was written until it was closed.`
  return `The ${noun} runs on as it was, with all that was written until it was closed.${time}`
}

function noticeOfRehearsal({ status, report, problem, to_version: to }: Ended, noun: Noun): Notice {
  if (status === 'CANCELLED') return { tone: 'neutral', title: 'Cancelled', text: `The copies are gone. The ${noun} was not touched.` }
  if (status === 'FAILED' || report === null) {
    return { tone: 'danger', title: 'The rehearsal failed', text: `${problem ?? 'It could not be finished'}. The ${noun} was not touched.` }
  }
  if (status === 'BLOCKED') {
    const count = report.obstacles.length + report.differing_tables.length
    return {
      tone: 'danger',
      title: `The ${noun} can’t be upgraded to Postgres ${to} yet`,
      text: `${count === 1 ? 'One issue blocks' : `${count} issues block`} the upgrade. The ${noun} is unchanged.`,
    }
  }
  return {
    tone: 'accent',
    title: `Everything came over to Postgres ${to}`,
    text: `${inWords(report)} were copied and compared. The ${noun} was not touched.`,
  }
}

/** "2,000 rows of 1 table" */
function inWords(report: UpgradeReport | null): string {
  const [rows, tables] = [report?.rows ?? 0, report?.tables ?? 0]
  return `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'} of ${formatNumber(tables)} ${tables === 1 ? 'table' : 'tables'}`
}
