import type { Pitr, RecoverableRange } from '@colonnade/contracts/copies/pitr'

/** A stretch of time, in milliseconds since the Unix epoch. */
export interface Span {
  readonly from: number
  readonly until: number
}

const secondMs = 1_000

/** One that can be recovered from. */
export interface RecoverableSpan extends Span {
  readonly timeline: number
  /** WAL is missing between the one before and this one. */
  readonly isAfterLoss: boolean
  /** Major version of the Postgres of then; null where it is not known. */
  readonly postgresMajor: string | null
}

/** One that can't: its WAL is lost, or the database was being replaced by a restore just then. */
export interface Gap extends Span {
  readonly isRestore: boolean
}

/**
 * The moments that can be chosen, in whole seconds. While it is on, the last stretch goes on until now: what was just written is archived
 * when it is asked for.
 */
export function choosable({ state, ranges }: Pick<Pitr, 'state' | 'ranges'>, now: number): RecoverableSpan[] {
  const spans = ranges.map((range, index) => wholeSeconds(range, state === 'ON' && index === ranges.length - 1 ? now : 0))
  return withLosses(spans).map(joined)
}

/** Those with a whole second. What was lost before one without is lost before the next. */
function withLosses(spans: readonly Omit<RangeSpan, 'isAfterLoss'>[]): RangeSpan[] {
  let isAfterLoss = false
  return spans.flatMap((span, index) => {
    const before = spans[index - 1]
    isAfterLoss ||= before?.timeline === span.timeline && before.endsAt < span.startsAt
    if (span.from > span.until) return []
    const one = { ...span, isAfterLoss }
    isAfterLoss = false
    return [one]
  })
}

/**
 * Where one touches the next, or goes on beside it as what a promotion left behind does, it goes on until the first second of that: no moment
 * between two whole seconds is in neither, and none counts twice.
 */
function joined(span: RangeSpan, index: number, spans: readonly RangeSpan[]): RecoverableSpan {
  const { startsAt: _, endsAt, ...shown } = span
  const next = spans[index + 1]
  return next !== undefined && next.startsAt <= endsAt ? { ...shown, until: Math.max(shown.from, next.from) } : shown
}

/** With what its range says to the millisecond. */
interface RangeSpan extends RecoverableSpan {
  readonly startsAt: number
  readonly endsAt: number
}

function wholeSeconds(
  { starts_at, ends_at, timeline, postgres_major: postgresMajor }: RecoverableRange,
  atLeast: number,
): Omit<RangeSpan, 'isAfterLoss'> {
  const startsAt = Date.parse(starts_at)
  const endsAt = Math.max(Date.parse(ends_at), atLeast)
  const [from, until] = [Math.ceil(startsAt / secondMs) * secondMs, Math.floor(endsAt / secondMs) * secondMs]
  return { from, until, startsAt, endsAt, timeline, postgresMajor }
}

/** From the first to the last of them. Undefined where there is none. */
export function wholeOf(spans: readonly Span[]): Span | undefined {
  const [first, last] = [spans[0], spans.at(-1)]
  return first && last && { from: first.from, until: last.until }
}

/** What lies between them. */
export function gapsOf(spans: readonly RecoverableSpan[]): Gap[] {
  return spans.slice(1).flatMap(({ from, isAfterLoss }, index) => {
    const before = spans[index]!
    return from > before.until ? [{ from: before.until, until: from, isRestore: !isAfterLoss }] : []
  })
}

export function isChoosable(spans: readonly Span[], at: number): boolean {
  return spans.some(({ from, until }) => from <= at && at <= until)
}

/** The version that a moment was on. Where two timelines meet it is the later one, from which it is recovered. */
export function majorAt(spans: readonly RecoverableSpan[], at: number): string | null {
  return spans.findLast(({ from, until }) => from <= at && at <= until)?.postgresMajor ?? null
}

/** The last moment before a gap and the first after it. */
export function besides(spans: readonly Span[], at: number): number[] {
  const [before, after] = [spans.findLast(({ until }) => until < at), spans.find(({ from }) => from > at)]
  return [before?.until, after?.from].filter((time) => time !== undefined)
}

/** Where a time is in a stretch, in percent of it. */
export function placeIn({ from, until }: Span, time: number): number {
  return until <= from ? 100 : Math.min(100, Math.max(0, ((time - from) / (until - from)) * 100))
}

/** "3 d", "2 h 5 min", "40 s": how long a stretch is, in its two largest units. */
export function lengthText(ms: number): string {
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const
  let rest = Math.round(ms / secondMs)
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return [count, unit] as const
  })
  const first = parts.findIndex(([count]) => count > 0)
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return first < 0 ? '0 s' : shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}
