import type { Moment, Reach } from '@colonnade/clusters'
import type { RecoverableRange } from '@colonnade/contracts/copies/pitr'

/** A backup that moments may be recovered from. */
export interface Base {
  readonly id: string
  readonly timeline: number
  readonly stopLsn: string
  readonly takenAt: string
  /** Major version of its Postgres, such as "17". */
  readonly major: string | null
  /** Whether something is being restored from it. */
  readonly isInUse: boolean
}

/** Moments that a backup leads to, all from the first to the last, in milliseconds since the Unix epoch. */
export interface Lead {
  readonly backup: string
  readonly timeline: number
  readonly from: number
  readonly until: number
  /** Of the Postgres that wrote what it leads to: an upgrade begins a timeline. */
  readonly major: string | null
  /** The mark at the end of it. */
  readonly last: Moment
}

export interface Known {
  readonly bases: readonly Base[]
  /** In the order of their times. */
  readonly marks: readonly Moment[]
  readonly reach: readonly Reach[]
  /** Until when nothing was committed after a mark, where that is known. */
  readonly quiet: ReadonlyMap<Moment, string>
  /** Timelines that began with all that there was on the one before, as after a promotion. */
  readonly continued: readonly number[]
}

/**
 * What each backup leads to: on its own timeline from itself on, on later ones from their first mark on, up to the last mark before the
 * first gap. A moment belongs to the timeline that the database was on just then. One that continues another leads to what was written after
 * the last mark of that, too.
 */
export function leadsOf({ bases, marks, reach, quiet, continued }: Known): Lead[] {
  return reach.flatMap(({ backup, timeline, segment }) => {
    const base = bases.find(({ id }) => id === backup)
    const passed = marks.filter((mark) => mark.timeline === timeline && mark.segment <= segment)
    const last = passed.at(-1)
    if (base === undefined || last === undefined) return []
    const before = marks[marks.indexOf(passed[0]!) - 1]
    const isContinued = continued.includes(timeline) && (before?.timeline ?? base.timeline) === timeline - 1
    const from =
      timeline === base.timeline || isContinued
        ? Math.max(Date.parse(base.takenAt), isContinued && before !== undefined ? Date.parse(before.at) : 0)
        : Date.parse(passed[0]!.at)
    const until = Math.max(Date.parse(last.at), Date.parse(quiet.get(last) ?? last.at))
    return from <= Date.parse(last.at) ? [{ backup, timeline, from, until, major: base.major, last }] : []
  })
}

/** Whether some backup leads to the last mark: what is written now can be recovered. */
export function isUpToNow(leads: readonly Lead[], { marks }: Known): boolean {
  return leads.some(({ last }) => last === marks.at(-1))
}

/** All moments that can be recovered, in stretches without a gap, those before the window left out. */
export function rangesOf(leads: readonly Lead[], windowStart: number): RecoverableRange[] {
  const stretches: (Pick<Lead, 'timeline' | 'from' | 'major'> & { until: number })[] = []
  for (const { timeline, from, until, major } of leads.toSorted((one, other) => one.timeline - other.timeline || one.from - other.from)) {
    const before = stretches.at(-1)
    if (before?.timeline === timeline && from <= before.until) before.until = Math.max(before.until, until)
    else stretches.push({ timeline, from, until, major })
  }
  const iso = (time: number): string => new Date(time).toISOString()
  return stretches
    .filter(({ until }) => until >= windowStart)
    .sort((one, other) => one.from - other.from)
    .map(({ from, until, timeline, major }) => ({
      starts_at: iso(Math.max(from, windowStart)),
      ends_at: iso(until),
      timeline,
      postgres_major: major,
    }))
}

/** Moments within the window that could be recovered and no longer can; what is shorter than a second nobody could have chosen. */
export function lostOf(before: readonly LostRange[], after: readonly LostRange[], windowStart: number): LostRange[] {
  const kept = after.map(spanOf).toSorted((one, other) => one.from - other.from)
  return before.map(spanOf).flatMap((span) => {
    const lost: Span[] = []
    let from = Math.max(span.from, windowStart)
    for (const { from: start, until } of kept) {
      if (start > from && until >= from) lost.push({ from, until: Math.min(start, span.until) })
      from = Math.max(from, until)
    }
    return [...lost, { from, until: span.until }]
      .filter((each) => each.until - each.from >= 1_000)
      .map((each) => ({ starts_at: new Date(each.from).toISOString(), ends_at: new Date(each.until).toISOString() }))
  })
}

export type LostRange = Pick<RecoverableRange, 'starts_at' | 'ends_at'>

interface Span {
  readonly from: number
  readonly until: number
}

function spanOf({ starts_at, ends_at }: LostRange): Span {
  return { from: Date.parse(starts_at), until: Date.parse(ends_at) }
}

/** What is left of what is known when a backup is gone. */
export function without(known: Known, id: string): Known {
  return { ...known, bases: known.bases.filter((base) => base.id !== id), reach: known.reach.filter(({ backup }) => backup !== id) }
}

/**
 * The backups that some moment of the window is recovered from: those that lead into it, but for those in whose place a later one leads
 * as far. The last one goes on, however long nothing is written; and whatever is being restored from is needed.
 */
export function neededOf(bases: readonly Base[], leads: readonly Lead[], windowStart: number): Base[] {
  const isReplaced = (lead: Lead): boolean =>
    leads.some(({ timeline, from, until }) => timeline === lead.timeline && from > lead.from && from <= windowStart && until >= lead.until)
  const [last] = leads.toSorted((one, other) => other.until - one.until || other.from - one.from)
  const needed = new Set(leads.filter((lead) => lead === last || (lead.until >= windowStart && !isReplaced(lead))).map(({ backup }) => backup))
  return bases.filter(({ id, isInUse }) => isInUse || needed.has(id))
}

/** How a moment is recovered. */
export interface Way {
  readonly lead: Lead
  readonly until: { readonly at: string; readonly archived: Moment }
}

/** From the last backup before the moment, with as little WAL as leads to it; undefined for one that is in no range. */
export function wayTo(at: number, leads: readonly Lead[], marks: readonly Moment[]): Way | undefined {
  const [lead] = leads
    .filter(({ from, until }) => from <= at && at <= until)
    .sort((one, other) => other.timeline - one.timeline || other.from - one.from)
  if (lead === undefined) return undefined
  const archived = marks.find((mark) => mark.timeline === lead.timeline && mark.segment <= lead.last.segment && Date.parse(mark.at) >= at)
  // nothing was committed between the last mark and the moment
  if (archived === undefined) return { lead, until: { at: lead.last.at, archived: lead.last } }
  return { lead, until: { at: new Date(at).toISOString(), archived } }
}
