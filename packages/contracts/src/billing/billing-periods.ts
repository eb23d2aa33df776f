/** Days of UTC, the last one included: `{ start: '2026-02-01', end: '2026-02-28' }`. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

const dayMs = 86_400_000

/** The day of UTC that a moment is in. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs))
}

/** The calendar month of UTC that a moment is in: wherever somebody is and whatever their clocks do, a period is the same for all. */
export function billingPeriod(moment: Date): DayRange {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  return { start: dayOf(new Date(Date.UTC(year, month, 1))), end: dayOf(new Date(Date.UTC(year, month + 1, 0))) }
}

/** The period before the one that a moment is in. */
export function lastBillingPeriod(moment: Date): DayRange {
  return billingPeriod(new Date(Date.parse(billingPeriod(moment).start) - 1))
}

/** How many days a range has. */
export function countDays({ start, end }: DayRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1
}

/** Every day of a range, in order. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.start, index))
}

/** Hours of a range that have begun at a moment: what averages are over. At least one. */
export function hoursBegun({ start, end }: DayRange, now: Date): number {
  const until = Math.min(Date.parse(end) + dayMs, now.getTime())
  return Math.max(1, Math.ceil((until - Date.parse(start)) / 3_600_000))
}
