import { decimalOf, decimalText, unitsAt } from '../../../lib/data-grid/ranges/decimal.ts'

/**
 * Values that go on after some others: numbers and dates with equal steps go on in those steps, everything else repeats. One value alone
 * repeats too, unless `isSeries` asks for steps of one (a day, for dates).
 */
export function continueValues(values: readonly (string | null)[], count: number, isSeries = false): (string | null)[] {
  const texts = values.filter((value) => value !== null)
  const isWhole = texts.length === values.length && (values.length > 1 || isSeries)
  const next = isWhole ? (numbers(texts) ?? dates(texts)) : null
  return Array.from({ length: count }, (_, index) => next?.(index + 1) ?? values[index % values.length] ?? null)
}

/** Gives the n-th value after the last one. */
type Next = (place: number) => string

function numbers(texts: readonly string[]): Next | null {
  const decimals = texts.map(decimalOf)
  if (!isAll(decimals)) return null
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal.scale), 0)
  const units = decimals.map((decimal) => unitsAt(decimal, scale))
  const step = stepOf(units, 10n ** BigInt(scale))
  return step === null ? null : (place) => decimalText({ units: units.at(-1)! + step * BigInt(place), scale })
}

interface Moment {
  /** Days since 1970, and within the day. */
  readonly day: number
  readonly microseconds: bigint
  /** From the first character of the time to the zone; null for a date. */
  readonly fraction: number | null
  readonly zone: string
}

const moment = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?([+-][\d:]+|Z)?)?$/
const dayMicroseconds = 86_400_000_000n

function dates(texts: readonly string[]): Next | null {
  const moments = texts.map(momentOf)
  if (!isAll(moments) || moments.some(({ zone, fraction }) => zone !== moments[0]!.zone || (fraction === null) !== (moments[0]!.fraction === null)))
    return null
  const last = moments.at(-1)!
  const months = monthStep(moments)
  if (months !== null) return (place) => momentText(plusMonths(last, months * place))
  const step = stepOf(
    moments.map(({ day, microseconds }) => BigInt(day) * dayMicroseconds + microseconds),
    dayMicroseconds,
  )
  if (step === null) return null
  return (place) => {
    const at = BigInt(last.day) * dayMicroseconds + last.microseconds + step * BigInt(place)
    const within = ((at % dayMicroseconds) + dayMicroseconds) % dayMicroseconds
    return momentText({ ...last, day: Number((at - within) / dayMicroseconds), microseconds: within })
  }
}

function momentOf(text: string): Moment | null {
  const [, year, month, day, hour, minute, second, fraction = '', zone = ''] = moment.exec(text) ?? []
  if (year === undefined) return null
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000
  if (hour === undefined) return { day: days, microseconds: 0n, fraction: null, zone }
  const seconds = BigInt(Number(hour) * 3_600 + Number(minute) * 60 + Number(second))
  return { day: days, microseconds: seconds * 1_000_000n + BigInt(fraction.padEnd(6, '0')), fraction: fraction.length, zone }
}

function momentText({ day, microseconds, fraction, zone }: Moment): string {
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
  if (fraction === null) return date
  const seconds = Number(microseconds / 1_000_000n)
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const time = `${part(seconds / 3_600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`
  const digits = String(microseconds % 1_000_000n).padStart(6, '0')
  // no more digits than there were, unless some would be lost
  const kept = Math.max(fraction, digits.replace(/0+$/, '').length)
  return `${date} ${time}${kept === 0 ? '' : `.${digits.slice(0, kept)}`}${zone}`
}

/** Returns the months between dates with the same day and time of the month; null for any other step. */
function monthStep(moments: readonly Moment[]): number | null {
  if (moments.length < 2) return null
  const parts = moments.map(({ day }) => new Date(day * 86_400_000))
  const [first] = parts
  if (parts.some((part) => part.getUTCDate() !== first!.getUTCDate()) || first!.getUTCDate() > 28) return null
  if (moments.some(({ microseconds }) => microseconds !== moments[0]!.microseconds)) return null
  const months = parts.map((part) => BigInt(part.getUTCFullYear() * 12 + part.getUTCMonth()))
  const step = stepOf(months, 1n)
  return step === null || step === 0n ? null : Number(step)
}

function plusMonths(from: Moment, months: number): Moment {
  const date = new Date(from.day * 86_400_000)
  return { ...from, day: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()) / 86_400_000 }
}

/** The step between neighbours where it is always the same; `single` for a value alone. */
function stepOf(values: readonly bigint[], single: bigint): bigint | null {
  if (values.length < 2) return single
  const step = values[1]! - values[0]!
  return values.every((value, index) => index === 0 || step === value - values[index - 1]!) ? step : null
}

function isAll<T>(values: (T | null)[]): values is T[] {
  return values.every((value) => value !== null)
}
