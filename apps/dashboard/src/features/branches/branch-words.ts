import { type Branch, type BranchCopy, type CopyEstimate, defaultBranchName } from '@colonnade/contracts/copies/branches'
import { formatBytes } from '../../lib/bytes.ts'
import { branchWordsCopy } from './messages.ts'

const units = [
  { unit: branchWordsCopy.day, ms: 86_400_000 },
  { unit: branchWordsCopy.hour, ms: 3_600_000 },
  { unit: branchWordsCopy.minute, ms: 60_000 },
] as const

/** "in 7 days"; "now" when the time has come. Times in milliseconds since the epoch. */
export function untilText(time: number, now: number): string {
  const { unit, ms } = units.find((candidate) => time - now >= candidate.ms) ?? units[2]
  const count = Math.round((time - now) / ms)
  return count <= 0 ? 'now' : new Intl.RelativeTimeFormat('en').format(count, unit)
}

/** When a branch expires, in milliseconds after its creation. */
export const lifetimes = [
  { value: 'never', label: branchWordsCopy.never, ms: null },
  { value: 'day', label: branchWordsCopy.afterDay, ms: 86_400_000 },
  { value: 'week', label: branchWordsCopy.after7Days, ms: 7 * 86_400_000 },
  { value: 'month', label: branchWordsCopy.after30Days, ms: 30 * 86_400_000 },
] as const
export type Lifetime = (typeof lifetimes)[number]['value']

/** ISO 8601 in UTC; null for never. */
export function expiryOf(lifetime: Lifetime, now: number): string | null {
  const { ms } = lifetimes.find(({ value }) => value === lifetime)!
  return ms === null ? null : new Date(now + ms).toISOString()
}

/** Returns what a branch was created from: a branch, or a moment of it in local time. */
export function originText({ source, restored_to: restoredTo }: Pick<Branch, 'source' | 'restored_to'>): string {
  const name = source?.name ?? branchWordsCopy.deletedBranch
  if (restoredTo === null) return branchWordsCopy.copy(name)
  return branchWordsCopy.restoredFrom(name, new Date(restoredTo).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' }))
}

/** Returns how a reset changes the major version of Postgres; null if it doesn't. */
export function versionChangeText({ db_version: from }: Pick<Branch, 'db_version'>, source: Pick<Branch, 'db_version' | 'name'>): string | null {
  const { db_version: to, name } = source
  const [before, after] = [majorOf(from), majorOf(to)]
  if (from === null || to === null || before === after) return null
  return branchWordsCopy.changesBranchFromPostgres(from, to, name)
}

/** Returns the version of a branch if its major version differs from the project's; null otherwise. */
export function ownVersion({ db_version: version }: Pick<Branch, 'db_version'>, main: Pick<Branch, 'db_version'> | undefined): string | null {
  return main === undefined || majorOf(main.db_version) === majorOf(version) ? null : version
}

function majorOf(version: string | null): number | null {
  return version === null ? null : Number.parseInt(version, 10)
}

/** Returns the branches that a branch can be a copy of. */
export function sourcesOf(branches: readonly Branch[], except?: Branch): readonly Branch[] {
  return branches.filter(({ id, status }) => status !== 'GOING_DOWN' && id !== except?.id)
}

export type CopySource = Pick<Branch, 'project_ref' | 'name' | 'status' | 'sleep'>

/** Returns why the chosen branch can't be copied now, and what helps; null if it can. */
export function copyRefusal(sources: readonly CopySource[], chosen: string): string | null {
  const source = sources.find(({ project_ref: ref }) => ref === chosen)
  if (source === undefined) return branchWordsCopy.branchNoLongerExists
  if (source.status === 'ACTIVE_HEALTHY') return null
  return source.status === 'INACTIVE' ? branchWordsCopy.pausedRestoreCopy(source.name) : branchWordsCopy.copyWhenActive(source.name)
}

/** "less than a second", "about 12 seconds", "about 3 minutes". */
export function durationText(seconds: number): string {
  if (seconds < 1) return branchWordsCopy.lessThanSecond
  const [count, unit] =
    seconds < 90
      ? ([Math.round(seconds), 'second'] as const)
      : seconds < 5_400
        ? ([Math.round(seconds / 60), 'minute'] as const)
        : ([Math.round(seconds / 3_600), 'hour'] as const)
  return branchWordsCopy.about(count, unit)
}

/** Returns the size and estimated duration of a copy, and the basis of the estimate. */
export function estimateText({ bytes, is_shared: isShared, seconds, basis }: CopyEstimate): string {
  if (isShared) return branchWordsCopy.createdInstantlyBothShare(formatBytes(bytes))
  return branchWordsCopy.copyOf(formatBytes(bytes), durationText(seconds), basis !== 'copies')
}

/** Returns true if the disk has too little space for a copy. */
export function isTooLarge({ bytes, is_shared: isShared, free_bytes: free }: CopyEstimate): boolean {
  return !isShared && bytes > free
}

/** Returns the step of a running merge. */
export function mergeText(merge: NonNullable<Branch['merge']>): string {
  return merge === 'APPLYING' ? branchWordsCopy.mergingInto(defaultBranchName) : branchWordsCopy.rehearsingMerge
}

/** Returns the size and duration of a copy. */
export function copyText({ bytes, ms, is_shared: isShared }: BranchCopy): string {
  if (isShared) return branchWordsCopy.sharesUnchangedFilesSource
  return branchWordsCopy.copied(formatBytes(bytes), ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)
}
