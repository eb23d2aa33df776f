import type { SnippetChart } from '@colonnade/contracts'
import { formatNumber } from '../../../lib/bytes.ts'
import { mapItems, orderPlaces, sortItems, stepRows, type Steps } from '../../../lib/late/slices.ts'
import type { ResultRow } from '../run/run-state.ts'
import { momentOf } from '../results/grid/moment-of.ts'
import { valueAt, type ResultColumn } from '../results/grid/result-columns.ts'
import { numberOf } from '../results/grid/sort-rows.ts'
import { axisKind, type AxisKind } from './chart-choice.ts'
import { addUp, averages, everyNth, extremes } from './reduce.ts'

/** A place on the x axis, and the values that stand there: one for each series, null for none. */
export interface ChartPoint {
  /** A number, milliseconds since 1970, or the place among categories. */
  readonly x: number
  readonly label: string
  readonly values: readonly (number | null)[]
}

export interface ChartData {
  readonly axis: AxisKind
  /** Names of the series. */
  readonly series: readonly string[]
  readonly points: readonly ChartPoint[]
  /** What was left out or drawn together, in sentences. */
  readonly notes: readonly string[]
}

/** Most points of lines, areas and scatters; more can't be told apart. */
export const maxPoints = 500
/** Most bars of categories, and slices of pies; the rest is one more. */
export const maxBars = 60
export const maxSlices = 8

/**
 * What a chart draws of a result's rows. Rows without a place are left out; what is told twice is added up where bars stand for it. Bars of
 * categories keep the order of the rows where somebody has put them into one.
 */
export function* chartData(
  chart: SnippetChart,
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  areRowsOrdered = false,
): Steps<ChartData> {
  const of = (id: string) => columns.find((column) => column.id === id)
  const x = of(chart.x)
  const y = chart.y.flatMap((id) => of(id) ?? []).slice(0, chart.kind === 'pie' ? 1 : undefined)
  if (x === undefined || y.length === 0) return { axis: 'category', series: [], points: [], notes: [] }
  const notes: string[] = []
  const isCounted = chart.kind === 'bar' || chart.kind === 'pie'
  const read = yield* readPoints(rows, x, y, isCounted ? 'category' : axisKind(x), notes)
  const isOrdered = axisKind(x) !== 'category' || (yield* areDates(read))
  const placed = isCounted
    ? yield* ordered(yield* grouped(read, x.name, notes), chart.kind === 'bar' && (isOrdered ? 'labels' : areRowsOrdered && 'rows'))
    : yield* sorted(read, axisKind(x))
  const positive = chart.kind === 'pie' ? onlyPositive(placed, notes) : placed
  const summed = chart.is_cumulative && chart.kind !== 'pie' && chart.kind !== 'scatter' ? yield* cumulated(positive) : positive
  const drawn = chart.is_logarithmic && chart.kind !== 'pie' ? yield* withoutZeros(summed, notes) : summed
  const points = isCounted ? fewBars(chart, drawn, isOrdered, notes) : fewPoints(chart, drawn, notes)
  const numbered = isCounted ? points.map((point, place) => ({ ...point, x: place })) : points
  return { axis: isCounted ? 'category' : axisKind(x), series: y.map(({ name }) => name), points: numbered, notes }
}

function* readPoints(rows: readonly ResultRow[], x: ResultColumn, y: readonly ResultColumn[], axis: AxisKind, notes: string[]): Steps<ChartPoint[]> {
  const points: ChartPoint[] = []
  for (const [place, row] of rows.entries()) {
    if (place % stepRows === 0) yield
    const text = valueAt(row, x)
    const at = axis === 'category' ? points.length : text === null ? null : axis === 'time' ? momentOf(text) : numberOf(text)
    if (at === null || !Number.isFinite(at)) continue
    points.push({
      x: at,
      label: text === null ? 'NULL' : text === '' ? '(empty)' : text,
      values: y.map((column) => {
        const value = valueAt(row, column)
        const number = value === null ? Number.NaN : numberOf(value)
        return Number.isFinite(number) ? number : null
      }),
    })
  }
  const left = rows.length - points.length
  if (left > 0)
    notes.push(
      `${formatNumber(left)} ${left === 1 ? 'row has' : 'rows have'} no place on the axis of ${x.name} and ${left === 1 ? 'is' : 'are'} left out.`,
    )
  return points
}

function* sorted(points: readonly ChartPoint[], axis: AxisKind): Steps<ChartPoint[]> {
  return axis === 'category' ? [...points] : yield* sortItems(points, (a, b) => a.x - b.x)
}

/** Months and days that a query has made texts of keep their order. */
function* areDates(points: readonly ChartPoint[]): Steps<boolean> {
  for (const [at, { label }] of points.entries()) {
    if (!/^\d{4}([-/]?(\d\d|Q\d|W\d\d)([-/]\d\d)?)?\b/.test(label)) return false
    if (at % stepRows === 0) yield
  }
  return points.length > 0
}

function* grouped(points: readonly ChartPoint[], name: string, notes: string[]): Steps<ChartPoint[]> {
  const groups = new Map<string, ChartPoint>()
  for (const [at, point] of points.entries()) {
    if (at % stepRows === 0) yield
    const before = groups.get(point.label)
    groups.set(point.label, before === undefined ? point : { ...before, values: before.values.map((value, at) => plus(value, point.values[at]!)) })
  }
  if (groups.size < points.length) notes.push(`Rows with the same ${name} are added up.`)
  return [...groups.values()]
}

/** Dates and numbers in their order, what is in the order of its rows stays so as far as there is room for all, and everything else from the largest down. */
function* ordered(points: readonly ChartPoint[], by: 'labels' | 'rows' | false): Steps<readonly ChartPoint[]> {
  if (by === 'rows' && points.length <= maxBars) return points
  if (by !== 'labels') return yield* byPlace(points, yield* mapItems(points, (point) => -total(point)))
  const places = yield* mapItems(points, ({ label }) => momentOf(label) ?? numberOf(label))
  if (places.some(Number.isNaN)) return yield* sortItems(points, (a, b) => (a.label === b.label ? 0 : a.label < b.label ? -1 : 1))
  return yield* byPlace(points, places)
}

function* byPlace(points: readonly ChartPoint[], places: readonly number[]): Steps<ChartPoint[]> {
  // two infinite ones have no distance
  const order = yield* orderPlaces(points.length, (a, b) => places[a]! - places[b]! || a - b)
  return Array.from(order, (at) => points[at]!)
}

function onlyPositive(points: readonly ChartPoint[], notes: string[]): ChartPoint[] {
  const kept = points.filter((point) => total(point) > 0)
  if (kept.length < points.length)
    notes.push(`${formatNumber(points.length - kept.length)} without a value above zero are left out: a pie has no room for them.`)
  return kept
}

function* cumulated(points: readonly ChartPoint[]): Steps<ChartPoint[]> {
  const sums: number[] = []
  return yield* mapItems(points, (point) => ({
    ...point,
    values: point.values.map((value, at) => (sums[at] = (sums[at] ?? 0) + (value ?? 0))),
  }))
}

function* withoutZeros(points: readonly ChartPoint[], notes: string[]): Steps<ChartPoint[]> {
  let left = 0
  const drawn = yield* mapItems(points, (point) => ({
    ...point,
    values: point.values.map((value) => {
      if (value === null || value > 0) return value
      left += 1
      return null
    }),
  }))
  if (left > 0)
    notes.push(
      `${formatNumber(left)} ${left === 1 ? 'value' : 'values'} of zero or below ${left === 1 ? 'has' : 'have'} no place on a logarithmic axis.`,
    )
  return drawn
}

function fewBars(
  { kind, is_cumulative: isCumulative }: SnippetChart,
  points: readonly ChartPoint[],
  isOrdered: boolean,
  notes: string[],
): readonly ChartPoint[] {
  if (isOrdered && kind === 'bar') {
    const per = Math.ceil(points.length / maxPoints)
    if (per <= 1) return points
    notes.push(
      `Each bar ${isCumulative ? 'is the last' : 'adds up the values'} of ${formatNumber(per)}, as there are ${formatNumber(points.length)}.`,
    )
    return isCumulative ? everyNth(points, per, per - 1) : addUp(points, per)
  }
  const most = kind === 'pie' ? maxSlices : maxBars
  if (points.length <= most) return points
  const rest = points.slice(most)
  if (isCumulative) {
    notes.push(`The first ${formatNumber(most)} of ${formatNumber(points.length)} are drawn.`)
    return points.slice(0, most)
  }
  notes.push(`The largest ${formatNumber(most)} of ${formatNumber(points.length)} are drawn; the others are one.`)
  return [...points.slice(0, most), { ...addUp(rest, rest.length)[0]!, label: `Other (${formatNumber(rest.length)})` }]
}

function fewPoints({ kind, is_stacked: isStacked }: SnippetChart, points: readonly ChartPoint[], notes: string[]): readonly ChartPoint[] {
  if (points.length <= maxPoints) return points
  const all = formatNumber(points.length)
  if (kind === 'scatter') {
    const per = Math.ceil(points.length / maxPoints)
    notes.push(`One of every ${formatNumber(per)} of ${all} rows is drawn.`)
    return everyNth(points, per)
  }
  const per = Math.ceil(points.length / (isStacked ? maxPoints : maxPoints / 2))
  notes.push(
    isStacked
      ? `Each point is the average of ${formatNumber(per)} of ${all} rows.`
      : `Of ${all} rows the lowest and the highest value of every ${formatNumber(per)} are drawn.`,
  )
  return isStacked ? averages(points, per) : extremes(points, per)
}

function total({ values }: ChartPoint): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function plus(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : one + other
}
