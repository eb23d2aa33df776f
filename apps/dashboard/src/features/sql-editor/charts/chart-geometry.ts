import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import type { ChartData } from './chart-data.ts'
import { axisMarks, markText, timeMarks, valueTexts, type AxisMark } from './chart-scale.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** Where everything of a chart lies in its box, in pixels. */
export interface ChartGeometry {
  readonly width: number
  readonly height: number
  /** Sides of the drawing's inside. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Bars lie, so that names of categories can be read. */
  readonly isLying: boolean
  /** Marks of the axis of values, as distances along it. */
  readonly valueMarks: readonly AxisMark[]
  /** Marks of the other axis. */
  readonly placeMarks: readonly AxisMark[]
  /** Along the axis of values. */
  readonly value: (value: number) => number
  /** Along the other axis: the place of a point. */
  readonly place: (index: number) => number
  /** How far apart places are. */
  readonly stepPx: number
  /** From where to where each mark of a point goes, along the axis of values; null for none. */
  readonly spans: readonly (readonly (readonly [from: number, to: number] | null)[])[]
  /** What is written at the ends of lying bars of one series, whose axis may be out of sight; empty of others. */
  readonly endTexts: readonly AxisMark[]
}

/** What a character of an axis takes at the most, on average. */
export const characterPx = 6.4
const longestName = 28
const rowPx = 22
const markPx = 76
const textGapPx = 6

/** Characters of a category that are drawn. */
export function nameText(label: string): string {
  return label.length > longestName ? `${label.slice(0, longestName - 1)}…` : label
}

/** Whether bars lie: where names are many or long, and are no times. */
function liesDown({ kind }: SnippetChart, { points }: ChartData): boolean {
  if (kind !== 'bar' || points.length > 80) return false
  const isDated = points.every(({ label }) => /^\d/.test(label))
  const longest = points.reduce((most, { label }) => Math.max(most, label.length), 0)
  return !isDated && longest * points.length > 80
}

/** Lays out a chart with axes in a box. Lying bars make it as high as they need. */
export function chartGeometry(chart: SnippetChart, data: ChartData, width: number, boxHeight: number): ChartGeometry {
  const { points, axis } = data
  const isLying = liesDown(chart, data)
  const isStacked = chart.is_stacked && !chart.is_logarithmic && (chart.kind === 'bar' || chart.kind === 'area')
  const stacked = points.map(({ values }) => spansOf(values, isStacked))
  const ends = stacked.flatMap((spans) => spans.flatMap((span) => (span === null ? [] : [...span])))
  const tops = stacked.flatMap((spans) => spans.flatMap((span) => (span === null ? [] : [span[1]])))
  const isBased = chart.kind === 'bar' || chart.kind === 'area'
  const seen = isBased ? ends : tops
  const [least, most] = [seen.reduce((a, b) => Math.min(a, b), Infinity), seen.reduce((a, b) => Math.max(a, b), -Infinity)]
  const [low, high] = Number.isFinite(least) ? limits(chart, least, most, tops) : [chart.is_logarithmic ? 1 : 0, chart.is_logarithmic ? 10 : 1]
  const marks = axisMarks(low, high, chart.is_logarithmic)
  const scaled = (value: number) => (chart.is_logarithmic ? Math.log10(value) : value)
  const [first, last] = [scaled(marks[0]!), scaled(marks.at(-1)!)]

  const names = points.map(({ label }) => nameText(label))
  const nameWidth = names.reduce((longest, name) => Math.max(longest, name.length), 0) * characterPx
  const valueWidth = marks.reduce((longest, mark) => Math.max(longest, markText(mark).length), 0) * characterPx
  const left = Math.ceil(Math.min(width / 2.5, (isLying ? nameWidth : valueWidth) + 14))
  const height = isLying ? Math.max(boxHeight, points.length * rowPx + 34) : boxHeight
  const [right, top, bottom] = [width - 16, 10, height - 24]

  const value = (of: number) => {
    const share = (scaled(of) - first) / (last - first || 1)
    return isLying ? left + share * (right - left) : bottom - share * (bottom - top)
  }
  const isContinuous = axis !== 'category'
  const [from, to] = isContinuous ? spread(points[0]?.x ?? 0, points.at(-1)?.x ?? 1) : [-0.5, Math.max(1, points.length) - 0.5]
  const [start, end] = isLying ? [top, bottom] : [left, right]
  const at = (x: number) => start + ((x - from) / (to - from)) * (end - start)
  const count = Math.max(2, Math.floor((end - start) / markPx))
  const placeMarks = placeMarksOf(data, names, from, to, isLying ? points.length : count).map((mark) => ({ ...mark, at: at(mark.at) }))
  // bars and areas stand on zero, or on the axis where there is none
  const spans = stacked.map((own) =>
    own.map((span) => span && ([value(isStacked || !chart.is_logarithmic ? span[0] : marks[0]!), value(span[1])] as const)),
  )
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    isLying,
    valueMarks: marks.map((mark) => ({ at: value(mark), text: markText(mark) })),
    placeMarks,
    value,
    place: (index) => at(points[index]!.x),
    stepPx: (end - start) / Math.max(1, points.length),
    spans,
    endTexts: isLying && data.series.length === 1 ? endTexts(points, spans, right) : [],
  }
}

type Span = readonly [number, number] | null

function endTexts(points: ChartData['points'], spans: readonly (readonly Span[])[], right: number): AxisMark[] {
  const values = points.map(({ values: [own = null] }) => own)
  return valueTexts(values).map((text, index) => endText(values[index] === null ? '' : text, spans[index]![0]!, right))
}

/** Behind the end of its bar, or where that leaves no room, within it. */
function endText(text: string, span: Span, right: number): AxisMark {
  if (text === '' || span === null) return { at: 0, text: '' }
  const [start, end] = [Math.min(...span), Math.max(...span)]
  const widthPx = text.length * characterPx + 2 * textGapPx
  return { at: end + widthPx <= right || end - start < widthPx ? end + textGapPx : end - widthPx + textGapPx, text }
}

function limits(chart: SnippetChart, least: number, most: number, tops: readonly number[]): readonly [number, number] {
  if (chart.is_logarithmic) return [tops.reduce((a, b) => Math.min(a, b), Infinity), most]
  if (chart.kind === 'scatter') return [least, most]
  // a line far from zero shows how it moves, not how high it is
  const isFar = chart.kind === 'line' && least > 0 && (most - least) / most < 0.25
  return isFar ? [least, most] : [Math.min(0, least), Math.max(0, most)]
}

/** From where to where each value goes: from zero, or on those before it; what is below zero goes down from there. */
function spansOf(values: readonly (number | null)[], isStacked: boolean): Span[] {
  let [up, down] = [0, 0]
  return values.map((value) => {
    if (value === null) return null
    if (!isStacked) return [0, value]
    const from = value < 0 ? down : up
    if (value < 0) down += value
    else up += value
    return [from, from + value]
  })
}

function spread(from: number, to: number): readonly [number, number] {
  return from === to ? [from - 0.5, to + 0.5] : [from, to]
}

function placeMarksOf({ axis, isNamed, points }: ChartData, names: readonly string[], from: number, to: number, count: number): AxisMark[] {
  if (axis === 'time') return timeMarks(from, to, count)
  if (axis === 'number')
    return axisMarks(from, to, false).flatMap((at) => (at >= from && at <= to ? [{ at, text: isNamed ? String(at) : markText(at) }] : []))
  const longest = names.reduce((most, name) => Math.max(most, name.length), 1) * characterPx + 12
  const every = Math.max(1, Math.ceil(names.length / Math.min(count, Math.max(1, (count * markPx) / longest))))
  return points.flatMap((_, at) => (at % every === 0 || count >= names.length ? [{ at, text: names[at]! }] : []))
}

/** The point that is nearest to a place of the box; null of none. */
export function nearestPoint(geometry: ChartGeometry, isScatter: boolean, to: Place): number | null {
  let [nearest, best] = [-1, Infinity]
  for (const [index, spans] of geometry.spans.entries()) {
    const along = geometry.place(index) - (geometry.isLying ? to.y : to.x)
    const across = isScatter ? Math.min(...spans.map((span) => (span === null ? Infinity : Math.abs(span[1] - to.y)))) : 0
    const distance = Math.hypot(along, across)
    if (distance < best) [nearest, best] = [index, distance]
  }
  return nearest < 0 ? null : nearest
}
