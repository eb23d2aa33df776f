import { expect, test } from 'vitest'
import { type Base, isUpToNow, type Known, leadsOf, lostOf, neededOf, rangesOf, wayTo, without } from './ranges.ts'

/** A time on a day, in hours. */
const time = (hour: number): number => Date.UTC(2026, 0, 1) + hour * 3_600_000
const iso = (hour: number): string => new Date(time(hour)).toISOString()
const base = (id: string, hour: number, timeline = 1, isInUse = false): Base => ({
  id,
  timeline,
  stopLsn: '0/1',
  takenAt: iso(hour),
  major: '18',
  isInUse,
})
const segment = (timeline: number, number: number): string => `${timeline.toString().padStart(8, '0')}${number.toString().padStart(16, '0')}`
/** One each hour, whose segment is called by it. */
const marks = (timeline: number, ...hours: readonly number[]) => hours.map((hour) => ({ at: iso(hour), timeline, segment: segment(timeline, hour) }))
const reach = (backup: string, timeline: number, hour: number) => ({ backup, timeline, segment: segment(timeline, hour) })
const spans = (known: Known, windowStart = 0) =>
  rangesOf(leadsOf(known), windowStart).map(({ starts_at, ends_at }) => [starts_at, ends_at].map((at) => (Date.parse(at) - time(0)) / 3_600_000))

const plain: Known = { bases: [base('a', 1.5)], marks: marks(1, 1, 2, 3, 4), reach: [reach('a', 1, 4)], quiet: new Map(), continued: [] }
/** Nothing was committed after the mark of an hour until another. */
const quietFrom = ({ marks: all }: Known, hour: number, until: number) => new Map([[all.find(({ at }) => at === iso(hour))!, iso(until)]])

test('a range begins with its backup and ends with the last mark, or when nothing more had been written', () => {
  expect(spans(plain)).toEqual([[1.5, 4]])
  expect(spans({ ...plain, quiet: quietFrom(plain, 4, 6) })).toEqual([[1.5, 6]])
  expect(isUpToNow(leadsOf(plain), plain)).toBe(true)
})

test('without a backup, or without a mark after it, nothing can be recovered', () => {
  expect(spans({ ...plain, bases: [] })).toEqual([])
  expect(spans({ ...plain, reach: [] })).toEqual([])
  expect(spans({ ...plain, bases: [base('a', 5)] })).toEqual([])
  expect(isUpToNow([], plain)).toBe(false)
})

test('a gap ends a range, and the next backup begins another', () => {
  const gap: Known = { ...plain, reach: [reach('a', 1, 2)] }
  expect(spans({ ...gap, quiet: quietFrom(plain, 4, 6) })).toEqual([[1.5, 2]])
  expect(isUpToNow(leadsOf(gap), gap)).toBe(false)
  const healed: Known = { ...gap, bases: [base('a', 1.5), base('b', 3.5)], reach: [reach('a', 1, 2), reach('b', 1, 4)] }
  expect(spans(healed)).toEqual([
    [1.5, 2],
    [3.5, 4],
  ])
  expect(isUpToNow(leadsOf(healed), healed)).toBe(true)
  expect(wayTo(time(3), leadsOf(healed), healed.marks)).toBeUndefined()
})

test('backups of one stretch are one range, and a moment is recovered from the last one before it, with no more WAL than it needs', () => {
  const known: Known = {
    ...plain,
    bases: [base('a', 1.5), base('b', 2.5)],
    reach: [reach('a', 1, 4), reach('b', 1, 4)],
    quiet: quietFrom(plain, 4, 6),
  }
  expect(spans(known)).toEqual([[1.5, 6]])
  const way = (hour: number) => wayTo(time(hour), leadsOf(known), known.marks)
  expect(way(1)).toBeUndefined()
  expect(way(2.2)).toMatchObject({ lead: { backup: 'a' }, until: { at: iso(2.2), archived: known.marks[2] } })
  expect(way(3)).toMatchObject({ lead: { backup: 'b' }, until: { at: iso(3), archived: known.marks[2] } })
  // in the quiet after the last mark
  expect(way(5)).toMatchObject({ lead: { backup: 'b' }, until: { at: iso(4), archived: known.marks[3] } })
  expect(way(6.1)).toBeUndefined()
})

test('each moment is recovered along the timeline that the database was on then', () => {
  // restored at 4.5 to 2.2 from a; on the new timeline since then
  const known: Known = {
    ...plain,
    marks: [...marks(1, 1, 2, 3, 4), ...marks(2, 5, 6, 7)],
    bases: [base('a', 1.5), base('b', 6.5, 2)],
    reach: [reach('a', 1, 4), reach('a', 2, 7), reach('b', 2, 7)],
  }
  expect(spans(known)).toEqual([
    [1.5, 4],
    [5, 7],
  ])
  const way = (hour: number) => wayTo(time(hour), leadsOf(known), known.marks)
  expect(way(3.5)).toMatchObject({ lead: { backup: 'a' }, until: { archived: { timeline: 1 } } })
  expect(way(5.5)).toMatchObject({ lead: { backup: 'a' }, until: { archived: { timeline: 2 } } })
  expect(way(6.7)).toMatchObject({ lead: { backup: 'b' }, until: { archived: { timeline: 2 } } })
  expect(way(4.5)).toBeUndefined()
  // the quiet before the restore is still what it was
  expect(spans({ ...known, quiet: quietFrom(known, 4, 4.5) })).toEqual([
    [1.5, 4.5],
    [5, 7],
  ])
  // the backup of the old timeline is needed as long as something of that, or of the new one before its own backup, is in the window
  const needed = (hour: number) => neededOf(known.bases, leadsOf(known), time(hour)).map(({ id }) => id)
  expect(needed(3)).toEqual(['a', 'b'])
  expect(needed(6)).toEqual(['a', 'b'])
  expect(needed(6.6)).toEqual(['b'])
})

test('a timeline that continues another leads to what was written after the last mark of that', () => {
  const known: Known = {
    ...plain,
    marks: [...marks(1, 1, 2, 3, 4), ...marks(2, 5, 6)],
    reach: [reach('a', 1, 4), reach('a', 2, 6)],
    continued: [2],
  }
  expect(spans(known)).toEqual([
    [1.5, 4],
    [4, 6],
  ])
  const way = (hour: number) => wayTo(time(hour), leadsOf(known), known.marks)
  expect(way(3.5)).toMatchObject({ until: { archived: { timeline: 1 } } })
  expect(way(4.5)).toMatchObject({ lead: { backup: 'a' }, until: { at: iso(4.5), archived: known.marks[4] } })
  expect(spans({ ...known, continued: [] })).toEqual([
    [1.5, 4],
    [5, 6],
  ])
})

test('what the window needs is kept: the last backup before it, all after, and what is being restored', () => {
  const bases = [base('a', 1), base('b', 2), base('c', 3, 1, true), base('d', 4), base('e', 5)]
  const known: Known = { bases, marks: marks(1, 2, 3, 4, 5, 6), reach: bases.map(({ id }) => reach(id, 1, 6)), quiet: new Map(), continued: [] }
  const needed = (hour: number) => neededOf(bases, leadsOf(known), time(hour)).map(({ id }) => id)
  expect(needed(0)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(needed(2)).toEqual(['b', 'c', 'd', 'e'])
  expect(needed(4.5)).toEqual(['c', 'd', 'e'])
  expect(spans(known, time(4.5))).toEqual([[4.5, 6]])
  // nothing of it is in the window any more, but it goes on
  expect(needed(7)).toEqual(['c', 'e'])
})

test('what is lost is what was there within the window and is no more, to the second', () => {
  const ranges = (...pairs: readonly (readonly [number, number])[]) =>
    pairs.map(([from, until]) => ({ starts_at: iso(from), ends_at: iso(until), timeline: 1 }))
  const lost = (before: ReturnType<typeof ranges>, after: ReturnType<typeof ranges>, windowStart = 0) =>
    lostOf(before, after, time(windowStart)).map(({ starts_at, ends_at }) => [starts_at, ends_at].map((at) => (Date.parse(at) - time(0)) / 3_600_000))
  expect(lost(ranges([1, 4]), ranges([1, 5]))).toEqual([])
  expect(lost(ranges([1, 4]), [])).toEqual([[1, 4]])
  expect(lost(ranges([1, 4]), ranges([2, 3]))).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(lost(ranges([1, 4], [5, 6]), ranges([0, 2], [5.5, 9]))).toEqual([
    [2, 4],
    [5, 5.5],
  ])
  // what the window has left behind is no loss
  expect(lost(ranges([1, 4]), ranges([3, 4]), 3)).toEqual([])
  expect(lost(ranges([1, 4]), ranges([3, 4]), 2)).toEqual([[2, 3]])
  expect(lost(ranges([1, 4]), ranges([1.0001, 4]))).toEqual([])
})

test('without a backup there is what the others lead to', () => {
  const two: Known = { ...plain, bases: [base('a', 1.5), base('b', 2.5)], reach: [reach('a', 1, 4), reach('b', 1, 4)] }
  expect(spans(without(two, 'a'))).toEqual([[2.5, 4]])
  expect(spans(without(two, 'b'))).toEqual([[1.5, 4]])
})
