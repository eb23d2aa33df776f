/** Which clock a date and a time are of. */
export type Zone = 'local' | 'utc'

/** What the two boxes hold: 2026-11-21 and 15:04:05, empty where nothing is. */
export interface DateTimeText {
  readonly date: string
  readonly time: string
}

export const noDateTime: DateTimeText = { date: '', time: '' }

/** A point of time, ISO 8601 in UTC, as the clock of a zone shows it. */
export function toText(value: string | null, zone: Zone): DateTimeText {
  const at = value === null ? Number.NaN : Date.parse(value)
  if (Number.isNaN(at)) return noDateTime
  // local time is written as if it were UTC, which is the only zone that toISOString knows
  const shown = zone === 'utc' ? at : at - new Date(at).getTimezoneOffset() * 60_000
  const [date = '', time = ''] = new Date(shown).toISOString().split('T')
  return { date, time: time.slice(0, 8) }
}

const datePattern = /^\d{4,6}-\d{2}-\d{2}$/
const timePattern = /^\d{2}:\d{2}(:\d{2})?$/

/** The other way round; null when it is not a date and a time yet. A time that the local clock skips is the one an hour later. */
export function fromText({ date, time }: DateTimeText, zone: Zone): string | null {
  if (!datePattern.test(date) || !timePattern.test(time)) return null
  const at = new Date(`${date}T${time}${zone === 'utc' ? 'Z' : ''}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export interface Limits {
  /** The first that is allowed, ISO 8601. */
  readonly min?: string | undefined
  /** The last that is allowed. */
  readonly max?: string | undefined
}

/** What is wrong with a time, or nothing. Limits hold to the second, which is all that one can type. */
export function problemOf(value: string | null, { min, max }: Limits, zone: Zone): string | null {
  if (value === null) return null
  const at = seconds(value)
  if (min !== undefined && at < seconds(min)) return `Not before ${inWords(min, zone)}`
  if (max !== undefined && at > seconds(max)) return `Not after ${inWords(max, zone)}`
  return null
}

function seconds(value: string): number {
  return Math.floor(Date.parse(value) / 1_000)
}

function inWords(value: string, zone: Zone): string {
  const { date, time } = toText(value, zone)
  return `${date} ${time}${zone === 'utc' ? ' UTC' : ''}`
}

/** "UTC+01:00": how far the local clock is from UTC at a time. */
export function offsetName(value: string | null): string {
  const minutes = -new Date(value ?? Date.now()).getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const two = (number: number): string => String(number).padStart(2, '0')
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}
