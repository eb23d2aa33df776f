import { timeTicks, timeTickText, valueTicks } from '@colonnade/ui/chart-scale'

/** Round marks from the lowest to the highest; powers of ten on a logarithmic axis, where both are above zero. */
export function axisMarks(low: number, high: number, isLogarithmic: boolean): number[] {
  if (!isLogarithmic) return valueTicks(low, high)
  const from = Math.floor(Math.log10(low))
  const to = Math.max(from + 1, Math.ceil(Math.log10(high)))
  const step = Math.ceil((to - from) / 6)
  return Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, at) => 10 ** (from + at * step))
}

export interface AxisMark {
  readonly at: number
  readonly text: string
}

const dayMs = 86_400_000
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' })

/** Beginnings of years, months, days or hours, `count` at most. */
export function timeMarks(from: number, to: number, count: number): AxisMark[] {
  const days = (to - from) / dayMs
  if (days > 3 * 365) return calendarMarks(from, to, 12 * yearStep(days / 365 / count), (at) => String(at.getFullYear()))
  if (days > 75) return calendarMarks(from, to, [1, 2, 3, 6].find((months) => days / 30 / months <= count) ?? 12, (at) => month.format(at))
  const { ticks, stepMs } = timeTicks(from, to, Math.max(1, count))
  return ticks.map((at) => ({ at, text: timeTickText(at, stepMs) }))
}

function yearStep(atLeast: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(atLeast)))
  return Math.ceil(([1, 2, 5, 10].find((step) => step * power >= atLeast) ?? 10) * power)
}

function calendarMarks(from: number, to: number, months: number, textOf: (at: Date) => string): AxisMark[] {
  const start = new Date(from)
  const first = Math.ceil((start.getFullYear() * 12 + start.getMonth()) / months) * months
  const marks: AxisMark[] = []
  for (let place = first; ; place += months) {
    const at = new Date(0)
    at.setFullYear(Math.floor(place / 12), place % 12, 1)
    at.setHours(0, 0, 0, 0)
    if (at.getTime() > to) return marks
    if (at.getTime() >= from) marks.push({ at: at.getTime(), text: textOf(at) })
  }
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** At a mark: "1.5K", "0.25", "1e-7" */
export function markText(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && size < 0.01) return value.toExponential(0)
  if (size >= 1e15) return value.toExponential(1)
  return (size >= 10_000 ? short : plain).format(value)
}

/** A value as it is read. */
export function valueText(value: number | null): string {
  if (value === null) return 'none'
  return Math.abs(value) !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e15) ? String(value) : exact.format(value)
}

/** Values that stand in one column: all with as many places behind the point as one of them needs, of two at most, or of two figures where all are below one. */
export function valueTexts(values: readonly (number | null)[]): string[] {
  const sizes = values.flatMap((value) => (value === null ? [] : [Math.abs(value)]))
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0)
  const most = largest >= 1 || largest === 0 ? 2 : Math.min(1 - Math.floor(Math.log10(largest)), 6)
  const places = sizes.reduce((needed, size) => Math.max(needed, placesOf(size, most)), 0)
  const even = new Intl.NumberFormat('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
  // a value that would round to zero is written in full
  const isEven = (value: number) => value === 0 || (Math.abs(value) < 1e15 && Math.abs(value) >= 10 ** -places / 2)
  return values.map((value) => (value !== null && isEven(value) ? even.format(value) : valueText(value)))
}

function placesOf(size: number, most: number): number {
  for (let places = 0; places < most; places += 1) if (Number(size.toFixed(places)) === Number(size.toFixed(most))) return places
  return most
}
