import type { CustomDomainState } from '@colonnade/contracts/connections/custom-domains'
import { domainFailuresToTell, domainKeptDays, domainLostCheckMs, domainRecheckMs, domainWaits } from '../../../kernel/limits.ts'
import type { DnsFindings } from './dns-look.ts'

const dayMs = 86_400_000

/** States of an active domain's records that members are notified of. */
export type RecordsStanding = 'FINE' | 'ELSEWHERE' | 'UNPROVEN'

/** State of a domain that a DNS check can change. */
export interface DomainLife {
  readonly waitingSince: Date
  /** Null while no project holds the name. */
  readonly verifiedAt: Date | null
  /** Time when the project lost it; null while it holds it, or if it never did. */
  readonly releasedAt: Date | null
  /** Start of the time without a TXT record, excluding times when DNS servers didn't respond. */
  readonly unprovenSince: Date | null
  /** Consecutive checks with a fault; checks by members in between count as one. */
  readonly failures: number
  /** Time of the last check. */
  readonly checkedAt: Date | null
  /** Last time members were notified of this state, since the project holds the name. */
  readonly told: Readonly<Partial<Record<RecordsStanding, string>>>
}

/** Notifications to send. */
export type DomainNews = 'found' | 'lost' | 'back' | 'ending' | 'released'

/** Returns a domain's state after a check. `isTaken`: another project holds the name. Unresponsive servers change nothing. */
export function afterLook(
  former: DomainLife,
  { ownership, address }: Pick<DnsFindings, 'ownership' | 'address'>,
  now: Date,
  isTaken: boolean,
): { readonly life: DomainLife; readonly nextCheckAt: Date; readonly news: DomainNews | null } {
  const isFine = ownership.outcome === 'OK' && (address.outcome === 'OK' || address.outcome === 'UNCHECKED')
  const in_ = (ms: number): Date => new Date(now.getTime() + ms)
  if (former.verifiedAt === null) {
    if (isFine && !isTaken) {
      return {
        life: { ...former, verifiedAt: now, releasedAt: null, unprovenSince: null, failures: 0, told: {} },
        nextCheckAt: in_(domainRecheckMs),
        news: 'found',
      }
    }
    const waitedMs = now.getTime() - former.waitingSince.getTime()
    return { life: former, nextCheckAt: in_(domainWaits.find(({ untilMs }) => waitedMs < untilMs)!.everyMs), news: null }
  }
  const isUnproven = ownership.outcome === 'MISSING' || ownership.outcome === 'WRONG'
  // only time with responses counts as missing
  const untoldMs = former.checkedAt === null ? 0 : now.getTime() - former.checkedAt.getTime() - (isUnproven ? domainRecheckMs : 0)
  const since = former.unprovenSince === null ? null : new Date(former.unprovenSince.getTime() + Math.max(0, untoldMs))
  const unprovenSince = ownership.outcome === 'OK' ? null : isUnproven ? (since ?? now) : since
  if (isUnproven && unprovenSince !== null && now.getTime() >= keptUntil(unprovenSince).getTime()) {
    const life = { ...former, waitingSince: now, verifiedAt: null, releasedAt: now, unprovenSince: null, failures: 0 }
    return { life, nextCheckAt: in_(domainWaits[0]!.everyMs), news: 'released' }
  }
  const isWrong = isUnproven || address.outcome === 'MISSING' || address.outcome === 'WRONG'
  const isOnceMore = former.failures > 0 && former.checkedAt !== null && now.getTime() - former.checkedAt.getTime() < domainLostCheckMs
  // an old notification about addresses doesn't cover the TXT record
  const isNew = isUnproven && former.unprovenSince === null
  const failures = isFine ? 0 : isNew ? 1 : isWrong && !isOnceMore ? former.failures + 1 : former.failures
  const standing = isFine ? 'FINE' : isWrong && failures >= domainFailuresToTell ? (isUnproven ? 'UNPROVEN' : 'ELSEWHERE') : null
  const isTold = standing !== null && isToTell(standing, former.told, now)
  const newsOf = (): DomainNews | null => {
    if (isTold) return isFine ? 'back' : 'lost'
    const isLastDay = (at: Date | null, from: Date | null) => at !== null && from !== null && keptUntil(from).getTime() - at.getTime() <= dayMs
    return isLastDay(now, unprovenSince) && !isLastDay(former.checkedAt, former.unprovenSince) ? 'ending' : null
  }
  const told = isTold ? { ...former.told, [standing]: now.toISOString() } : former.told
  const nextCheckAt = in_(failures > 0 ? domainLostCheckMs : domainRecheckMs)
  return { life: { ...former, unprovenSince, failures, told }, nextCheckAt, news: newsOf() }
}

/** Returns true for a new state, at most once a day: records may change every hour. */
function isToTell(standing: RecordsStanding, told: DomainLife['told'], now: Date): boolean {
  const at = (one: RecordsStanding): number => Date.parse(told[one] ?? '0000-01-01')
  const last = (Object.keys(told) as RecordsStanding[]).reduce((one, other) => (at(other) > at(one) ? other : one), 'FINE')
  return standing !== last && now.getTime() - at(standing) >= dayMs
}

/** Returns when a domain without its TXT record is released. */
export function keptUntil(unprovenSince: Date): Date {
  return new Date(unprovenSince.getTime() + domainKeptDays * dayMs)
}

/** Formats the time for messages. */
export function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function stateOf({ verifiedAt, failures }: Pick<DomainLife, 'verifiedAt' | 'failures'>, hasCertificate: boolean): CustomDomainState {
  if (verifiedAt === null) return 'WAITING_FOR_DNS'
  if (!hasCertificate) return 'NEEDS_CERTIFICATE'
  return failures > 0 ? 'DNS_LOST' : 'ACTIVE'
}
