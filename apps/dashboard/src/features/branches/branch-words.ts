import { type Branch, type BranchCopy, type CopyEstimate, defaultBranchName } from '@colonnade/contracts/copies/branches'
import { formatBytes } from '../../lib/bytes.ts'

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** "in 7 days"; "now" when the time has come. Times in milliseconds since the epoch. */
export function untilText(time: number, now: number): string {
  const { unit, ms } = units.find((candidate) => time - now >= candidate.ms) ?? units[2]
  const count = Math.round((time - now) / ms)
  return count <= 0 ? 'now' : new Intl.RelativeTimeFormat('en').format(count, unit)
}

/** How long a branch is kept, as choices; milliseconds from its creation on. */
export const lifetimes = [
  { value: 'never', label: 'Never', ms: null },
  { value: 'day', label: 'After a day', ms: 86_400_000 },
  { value: 'week', label: 'After 7 days', ms: 7 * 86_400_000 },
  { value: 'month', label: 'After 30 days', ms: 30 * 86_400_000 },
] as const
export type Lifetime = (typeof lifetimes)[number]['value']

/** ISO 8601 in UTC; null for never. */
export function expiryOf(lifetime: Lifetime, now: number): string | null {
  const { ms } = lifetimes.find(({ value }) => value === lifetime)!
  return ms === null ? null : new Date(now + ms).toISOString()
}

/** What a branch was made from: the branch, and the moment of it that was restored, by the clock here. */
export function originText({ source, restored_to: restoredTo }: Pick<Branch, 'source' | 'restored_to'>): string {
  const name = source?.name ?? 'a branch that was deleted'
  if (restoredTo === null) return `Copy of ${name}`
  return `Restored from ${name} as it was on ${new Date(restoredTo).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}`
}

/** That a reset brings a branch to another version of Postgres; null where it does not. */
export function versionChangeText({ db_version: from }: Pick<Branch, 'db_version'>, source: Pick<Branch, 'db_version' | 'name'>): string | null {
  const { db_version: to, name } = source
  const [before, after] = [majorOf(from), majorOf(to)]
  if (before === null || after === null || before === after) return null
  return `The branch is on Postgres ${from}, and ${after < before ? 'goes back' : 'goes over'} to ${to} with it, which ${name} is on.`
}

/** The version of a branch, where it is another than that of the project; else null. */
export function ownVersion({ db_version: version }: Pick<Branch, 'db_version'>, main: Pick<Branch, 'db_version'> | undefined): string | null {
  return main === undefined || majorOf(main.db_version) === majorOf(version) ? null : version
}

function majorOf(version: string | null): number | null {
  return version === null ? null : Number.parseInt(version, 10)
}

/** What a branch can be a copy of: those that stay, but itself. */
export function sourcesOf(branches: readonly Branch[], except?: Branch): readonly Branch[] {
  return branches.filter(({ id, status }) => status !== 'GOING_DOWN' && id !== except?.id)
}

export type CopySource = Pick<Branch, 'project_ref' | 'name' | 'status' | 'sleep'>

/** Why what was chosen can not be copied now, and what helps; null when it can. */
export function copyRefusal(sources: readonly CopySource[], chosen: string): string | null {
  const source = sources.find(({ project_ref: ref }) => ref === chosen)
  if (source === undefined) return 'The branch is not there any more: choose another one.'
  if (source.status === 'ACTIVE_HEALTHY') return null
  return source.status === 'INACTIVE' ? `${source.name} is paused: restore it to copy it.` : `${source.name} can be copied while it is active.`
}

/** "less than a second", "about 12 seconds", "about 3 minutes". */
export function durationText(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  const [count, unit] =
    seconds < 90 ? [Math.round(seconds), 'second'] : seconds < 5_400 ? [Math.round(seconds / 60), 'minute'] : [Math.round(seconds / 3_600), 'hour']
  return `about ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What a copy is going to take, and where that comes from. */
export function estimateText({ bytes, is_shared: isShared, seconds, basis }: CopyEstimate): string {
  if (isShared) return `${formatBytes(bytes)}, made at once: this file system lets both share their files until one of them is written.`
  const from = basis === 'copies' ? 'going by earlier copies on this machine' : 'measured with a small file just now'
  return `${formatBytes(bytes)} to copy: ${durationText(seconds)}, ${from}.`
}

/** Whether there is no room for a copy. */
export function isTooLarge({ bytes, is_shared: isShared, free_bytes: free }: CopyEstimate): boolean {
  return !isShared && bytes > free
}

/** What is done to merge a branch. */
export function mergeText(merge: NonNullable<Branch['merge']>): string {
  return merge === 'APPLYING' ? `Merging into ${defaultBranchName}` : 'Rehearsing its merge'
}

/** What a copy took. */
export function copyText({ bytes, ms, is_shared: isShared }: BranchCopy): string {
  if (isShared) return 'shares its files with its source until they are written'
  return `${formatBytes(bytes)} copied in ${ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`}`
}
