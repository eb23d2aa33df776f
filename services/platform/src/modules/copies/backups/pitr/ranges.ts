import type { Moment, Reach } from '@colonnade/clusters'
import type { RecoverableRange } from '@colonnade/contracts/copies/pitr'

/** A backup that recovery can start from. */
export interface Base {
  readonly id: string
  readonly timeline: number
  readonly stopLsn: string
  readonly takenAt: string
  /** Major version of its Postgres, such as "17". */
  readonly major: string | null
  /** True while a restore reads it. */
  readonly isInUse: boolean
}

/** Times that can be recovered from a backup, without gaps, in milliseconds since the Unix epoch. */
export interface Lead {
  readonly backup: string
  readonly timeline: number
  readonly from: number
  readonly until: number
  /** Postgres major version that wrote it; an upgrade starts a new timeline. */
  readonly major: string | null
  /** The mark at its end. */
  readonly last: Moment
}

export interface Known {
  readonly bases: readonly Base[]
  /** Ordered by time. */
  readonly marks: readonly Moment[]
  readonly reach: readonly Reach[]
  /** Time up to which nothing was committed after a mark, if known. */
  readonly quiet: ReadonlyMap<Moment, string>
  /** Timelines that continue the previous one without loss, as after a promotion. */
  readonly continued: readonly number[]
}

/**
 * Returns the times that can be recovered from each backup: on its own timeline from the backup on, on later ones from their first mark on, up to the
 * last mark before the first gap.
 * A time belongs to the timeline the database was on at that time. A timeline that continues another also covers the writes after the last mark of
 * the other one.
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

/** Returns true if a backup covers the last mark, so that current writes can be recovered. */
export function isUpToNow(leads: readonly Lead[], { marks }: Known): boolean {
  return leads.some(({ last }) => last === marks.at(-1))
}

/** Returns the times in the window that can be recovered, as ranges without gaps. */
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

/** Returns the times in the window that could be recovered before and no longer can. Leaves out ranges under a second. */
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

/** Returns the known state without a backup. */
export function without(known: Known, id: string): Known {
  return { ...known, bases: known.bases.filter((base) => base.id !== id), reach: known.reach.filter(({ backup }) => backup !== id) }
}

/**
 * Returns the backups that the window needs: those that cover part of it, unless a later backup covers the same part. The latest one
 * stays, however long the database is idle, and so does each backup that a restore reads.
 */
export function neededOf(bases: readonly Base[], leads: readonly Lead[], windowStart: number): Base[] {
  const isReplaced = (lead: Lead): boolean =>
    leads.some(({ timeline, from, until }) => timeline === lead.timeline && from > lead.from && from <= windowStart && until >= lead.until)
  const [last] = leads.toSorted((one, other) => other.until - one.until || other.from - one.from)
  const needed = new Set(leads.filter((lead) => lead === last || (lead.until >= windowStart && !isReplaced(lead))).map(({ backup }) => backup))
  return bases.filter(({ id, isInUse }) => isInUse || needed.has(id))
}

/** The backup and WAL to recover a point in time from. */
export interface Way {
  readonly lead: Lead
  readonly until: { readonly at: string; readonly archived: Moment }
}

/** Returns the last backup before that time and the least WAL that reaches it; undefined if the time is in no range. */
export function wayTo(at: number, leads: readonly Lead[], marks: readonly Moment[]): Way | undefined {
  const [lead] = leads
    .filter(({ from, until }) => from <= at && at <= until)
    .sort((one, other) => other.timeline - one.timeline || other.from - one.from)
  if (lead === undefined) return undefined
  const archived = marks.find((mark) => mark.timeline === lead.timeline && mark.segment <= lead.last.segment && Date.parse(mark.at) >= at)
  // no commits between the last mark and that time
  if (archived === undefined) return { lead, until: { at: lead.last.at, archived: lead.last } }
  return { lead, until: { at: new Date(at).toISOString(), archived } }
}
