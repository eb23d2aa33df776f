import type { Branch } from '@colonnade/contracts'

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

/** What a branch can be copied from now: those that are active, but itself. */
export function sourcesOf(branches: readonly Branch[], except?: Branch): readonly Branch[] {
  return branches.filter(({ id, status }) => status === 'ACTIVE_HEALTHY' && id !== except?.id)
}
