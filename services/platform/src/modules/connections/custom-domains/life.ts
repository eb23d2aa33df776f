import type { CustomDomainState } from '@colonnade/contracts/connections/custom-domains'
import { domainFailuresToTell, domainKeptDays, domainLostCheckMs, domainRecheckMs, domainWaits } from '../../../kernel/limits.ts'
import type { DnsFindings } from './dns-look.ts'

const dayMs = 86_400_000

/** How the records of a name that is held stand, as people are told of it. */
export type RecordsStanding = 'FINE' | 'ELSEWHERE' | 'UNPROVEN'

/** What looks at DNS change of a domain. */
export interface DomainLife {
  readonly waitingSince: Date
  /** null while the name is nobody's. */
  readonly verifiedAt: Date | null
  /** When it stopped being the project's; null while it is, or if it never was. */
  readonly releasedAt: Date | null
  /** Since when nothing proves any more whose name it is, moved on by the time in which nobody could tell. */
  readonly unprovenSince: Date | null
  /** Looks in a row that found something else than they should; of those that people ask for in between, one. */
  readonly failures: number
  /** When it was looked at last. */
  readonly checkedAt: Date | null
  /** When people were told last that its records stand so, since the name is the project's. */
  readonly told: Readonly<Partial<Record<RecordsStanding, string>>>
}

/** What people are told of. */
export type DomainNews = 'found' | 'lost' | 'back' | 'ending' | 'released'

/** What becomes of a domain by a look. `isTaken`: another project holds the name. What servers did not answer changes nothing. */
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
  // a name is missing no longer than somebody looked and was answered
  const untoldMs = former.checkedAt === null ? 0 : now.getTime() - former.checkedAt.getTime() - (isUnproven ? domainRecheckMs : 0)
  const since = former.unprovenSince === null ? null : new Date(former.unprovenSince.getTime() + Math.max(0, untoldMs))
  const unprovenSince = ownership.outcome === 'OK' ? null : isUnproven ? (since ?? now) : since
  if (isUnproven && unprovenSince !== null && now.getTime() >= keptUntil(unprovenSince).getTime()) {
    const life = { ...former, waitingSince: now, verifiedAt: null, releasedAt: now, unprovenSince: null, failures: 0 }
    return { life, nextCheckAt: in_(domainWaits[0]!.everyMs), news: 'released' }
  }
  const isWrong = isUnproven || address.outcome === 'MISSING' || address.outcome === 'WRONG'
  const isOnceMore = former.failures > 0 && former.checkedAt !== null && now.getTime() - former.checkedAt.getTime() < domainLostCheckMs
  // who was told of an address long ago does not know of the proof
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

/** Whether it is another one than was told last, and was not told for a day: records may come and go each hour. */
function isToTell(standing: RecordsStanding, told: DomainLife['told'], now: Date): boolean {
  const at = (one: RecordsStanding): number => Date.parse(told[one] ?? '0000-01-01')
  const last = (Object.keys(told) as RecordsStanding[]).reduce((one, other) => (at(other) > at(one) ? other : one), 'FINE')
  return standing !== last && now.getTime() - at(standing) >= dayMs
}

/** When a name that nothing proves any more stops being a project's. */
export function keptUntil(unprovenSince: Date): Date {
  return new Date(unprovenSince.getTime() + domainKeptDays * dayMs)
}

/** As words tell it. */
export function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function stateOf({ verifiedAt, failures }: Pick<DomainLife, 'verifiedAt' | 'failures'>, hasCertificate: boolean): CustomDomainState {
  if (verifiedAt === null) return 'WAITING_FOR_DNS'
  if (!hasCertificate) return 'NEEDS_CERTIFICATE'
  return failures > 0 ? 'DNS_LOST' : 'ACTIVE'
}
