/** A range of UTC days, including the last: `{ start: '2026-02-01', end: '2026-02-28' }`. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

const dayMs = 86_400_000

/** Returns the UTC day of a time. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Returns the day `days` later. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs))
}

/** Returns the billing period of a time: its UTC calendar month, the same in every time zone. */
export function billingPeriod(moment: Date): DayRange {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  return { start: dayOf(new Date(Date.UTC(year, month, 1))), end: dayOf(new Date(Date.UTC(year, month + 1, 0))) }
}

/** Returns the previous billing period of a time. */
export function lastBillingPeriod(moment: Date): DayRange {
  return billingPeriod(new Date(Date.parse(billingPeriod(moment).start) - 1))
}

/** Returns the number of days in a range. */
export function countDays({ start, end }: DayRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1
}

/** Returns the days of a range, in order. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.start, index))
}

/** Returns the number of started hours in a range, at least 1. Averages are over these hours. */
export function hoursBegun({ start, end }: DayRange, now: Date): number {
  const until = Math.min(Date.parse(end) + dayMs, now.getTime())
  return Math.max(1, Math.ceil((until - Date.parse(start)) / 3_600_000))
}
