import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { formatNumber } from '../../../lib/bytes.ts'
import { mapItems, orderPlaces, sortItems, stepRows, type Steps } from '../../../lib/late/slices.ts'
import type { ResultRow } from '../run/run-state.ts'
import { momentOf } from '../results/grid/moment-of.ts'
import { valueAt, type ResultColumn } from '../results/grid/result-columns.ts'
import { numberOf } from '../results/grid/sort-rows.ts'
import { axisKind, isId, maxBars, type AxisKind } from './chart-choice.ts'
import { valueText } from './chart-scale.ts'
import { columnSeries, labelOf, splitSeries, type ChartSeries } from './chart-series.ts'
import { chartDataText } from './messages.ts'
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
  /** Numbers on the axis name things, as years do, and are written without separators. */
  readonly isNamed: boolean
  /** Names of the series. */
  readonly series: readonly string[]
  readonly points: readonly ChartPoint[]
  /** A series need not have a value at each place: its line goes on to the next one that it has. */
  readonly isSparse: boolean
  /** What was left out or drawn together, in sentences. */
  readonly notes: readonly string[]
}

/** Most points of lines, areas and scatters; more can't be distinguished. */
export const maxPoints = 500
/** Most slices of pies. */
export const maxSlices = 8

/**
 * What a chart draws of a result's rows. Rows without a place are left out; what stands at one place is added up, but for single points. Bars
 * of categories keep the order of the rows where somebody has put them into one.
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
  if (x === undefined || y.length === 0) return { axis: 'category', isNamed: false, series: [], points: [], isSparse: false, notes: [] }
  const notes: string[] = []
  const isCounted = chart.kind === 'bar' || chart.kind === 'pie'
  const axis = isCounted ? 'category' : axisKind(x)
  const split = chart.kind === 'pie' ? undefined : of(chart.split_by ?? '')
  const series = split === undefined ? columnSeries(y) : yield* splitSeries(rows, y[0]!, split, notes)
  const read = yield* readPoints(rows, x, series, axis, notes)
  const isOrdered = axisKind(x) !== 'category' || (yield* areDates(read))
  const names = split === undefined ? x.name : chartDataText.and(x.name, split.name)
  const each = chart.kind === 'scatter' ? read : yield* grouped(read, axis, series, names, notes)
  const placed = isCounted
    ? yield* ordered(each, chart.kind === 'bar' && (isOrdered ? 'labels' : areRowsOrdered && 'rows'))
    : yield* sorted(each, axis)
  const positive = chart.kind === 'pie' ? onlyPositive(placed, notes) : placed
  const summed = chart.is_cumulative && chart.kind !== 'pie' && chart.kind !== 'scatter' ? yield* cumulated(positive) : positive
  // areas stand on one another: one that is not there is as good as zero
  const based = split !== undefined && chart.kind === 'area' && chart.is_stacked ? yield* withZeros(summed) : summed
  const drawn = chart.is_logarithmic && chart.kind !== 'pie' ? yield* withoutZeros(based, notes) : based
  const points = isCounted ? fewBars(chart, drawn, isOrdered, notes) : fewPoints(chart, drawn, notes)
  const numbered = axis === 'category' ? points.map((point, place) => ({ ...point, x: place })) : points
  return { axis, isNamed: isId(x), series: series.names, points: numbered, isSparse: split !== undefined, notes }
}

function* readPoints(rows: readonly ResultRow[], x: ResultColumn, series: ChartSeries, axis: AxisKind, notes: string[]): Steps<ChartPoint[]> {
  const points: ChartPoint[] = []
  let endless = 0
  for (const [place, row] of rows.entries()) {
    if (place % stepRows === 0) yield
    endless += series.countEndless(row)
    const text = valueAt(row, x)
    const at = axis === 'category' ? points.length : text === null ? null : axis === 'time' ? momentOf(text) : numberOf(text)
    if (at === null || !Number.isFinite(at)) continue
    points.push({ x: at, label: labelOf(text), values: series.read(row) })
  }
  const left = rows.length - points.length
  if (left > 0) notes.push(chartDataText.noPlace(formatNumber(left), left, x.name))
  if (endless > 0) notes.push(chartDataText.endless(formatNumber(endless), endless))
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

/** What stands at one place as one point. */
function* grouped(
  points: readonly ChartPoint[],
  axis: AxisKind,
  { names, isLastMany }: ChartSeries,
  told: string,
  notes: string[],
): Steps<ChartPoint[]> {
  const groups = new Map<string | number, ChartPoint>()
  const single = names.length - Number(isLastMany)
  let isAddedUp = false
  for (const [at, point] of points.entries()) {
    if (at % stepRows === 0) yield
    const place = axis === 'category' ? point.label : point.x
    const before = groups.get(place)
    isAddedUp ||= before?.values.some((value, of) => of < single && value !== null && point.values[of] !== null) ?? false
    groups.set(place, before === undefined ? point : { ...before, values: before.values.map((value, of) => plus(value, point.values[of]!)) })
  }
  if (isAddedUp) notes.push(chartDataText.summed(told))
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
  if (kept.length < points.length) notes.push(chartDataText.noPositiveValue(formatNumber(points.length - kept.length), points.length - kept.length))
  return kept
}

function* cumulated(points: readonly ChartPoint[]): Steps<ChartPoint[]> {
  const sums: number[] = []
  return yield* mapItems(points, (point) => ({
    ...point,
    values: point.values.map((value, at) => (sums[at] = (sums[at] ?? 0) + (value ?? 0))),
  }))
}

function* withZeros(points: readonly ChartPoint[]): Steps<readonly ChartPoint[]> {
  return yield* mapItems(points, (point) => ({ ...point, values: point.values.map((value) => value ?? 0) }))
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
  if (left > 0) notes.push(chartDataText.notLogarithmic(formatNumber(left), left))
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
    notes.push(chartDataText[isCumulative ? 'barsLast' : 'barsSum'](formatNumber(per), formatNumber(points.length)))
    return isCumulative ? everyNth(points, per, per - 1) : addUp(points, per)
  }
  const most = kind === 'pie' ? maxSlices : maxBars
  if (points.length <= most) return points
  const [drawn, rest] = [points.slice(0, most), points.slice(most)]
  const [shown, all] = [formatNumber(most), formatNumber(points.length)]
  if (kind === 'pie') {
    notes.push(chartDataText.largestGrouped(shown, all))
    return [...drawn, { ...addUp(rest, rest.length)[0]!, label: chartDataText.other(formatNumber(rest.length)) }]
  }
  // a bar of all the others would make small what is worth comparing
  notes.push(
    isCumulative ? chartDataText.first(shown, all) : chartDataText.largest(shown, all, valueText(rest.reduce((sum, point) => sum + total(point), 0))),
  )
  return drawn
}

function fewPoints({ kind, is_stacked: isStacked }: SnippetChart, points: readonly ChartPoint[], notes: string[]): readonly ChartPoint[] {
  if (points.length <= maxPoints) return points
  const all = formatNumber(points.length)
  if (kind === 'scatter') {
    const per = Math.ceil(points.length / maxPoints)
    notes.push(chartDataText.sampled(formatNumber(per), all))
    return everyNth(points, per)
  }
  const per = Math.ceil(points.length / (isStacked ? maxPoints : maxPoints / 2))
  notes.push(isStacked ? chartDataText.averaged(formatNumber(per), all) : chartDataText.extremes(formatNumber(per), all))
  return isStacked ? averages(points, per) : extremes(points, per)
}

function total({ values }: ChartPoint): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function plus(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : one + other
}
