import { formatNumber } from '../../../lib/bytes.ts'
import { sortItems, stepRows, type Steps } from '../../../lib/late/slices.ts'
import { momentOf } from '../results/grid/moment-of.ts'
import { valueAt, type ResultColumn } from '../results/grid/result-columns.ts'
import { numberOf } from '../results/grid/sort-rows.ts'
import type { ResultRow } from '../run/run-state.ts'
import { maxSeries } from './chart-choice.ts'
import { chartSeriesText } from './messages.ts'

/** What is drawn beside one another on each place of the axis. */
export interface ChartSeries {
  readonly names: readonly string[]
  /** What the last of them stands for is many values. */
  readonly isLastMany: boolean
  /** The numbers of a row, one for each series; null for none. */
  readonly read: (row: ResultRow) => (number | null)[]
  /** How many values of a row are numbers that have no place in a picture: NaN and the infinite ones. */
  readonly countEndless: (row: ResultRow) => number
}

/** What stands for a value where there is only room for a word. */
export function labelOf(text: string | null): string {
  return text === null ? 'NULL' : text === '' ? '(empty)' : text
}

/** Each column as a series of its own. */
export function columnSeries(measures: readonly ResultColumn[]): ChartSeries {
  return {
    names: measures.map(({ name }) => name),
    isLastMany: false,
    read: (row) => measures.map((measure) => measureOf(row, measure)),
    countEndless: (row) => measures.filter((measure) => isEndless(row, measure)).length,
  }
}

/** Splits one column into a series for each value of another: the largest by total, and the rest as one. */
export function* splitSeries(rows: readonly ResultRow[], measure: ResultColumn, split: ResultColumn, notes: string[]): Steps<ChartSeries> {
  const totals = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    if (at % stepRows === 0) yield
    const label = labelOf(valueAt(row, split))
    totals.set(label, (totals.get(label) ?? 0) + Math.abs(measureOf(row, measure) ?? 0))
  }
  const largest = yield* sortItems([...totals], ([, one], [, other]) => other - one)
  const drawn = inOrder(largest.slice(0, maxSeries).map(([label]) => label))
  const others = totals.size - drawn.length
  if (others > 0) notes.push(chartSeriesText.largest(maxSeries, formatNumber(totals.size), split.name))
  const names = others > 0 ? [...drawn, chartSeriesText.other(formatNumber(others))] : drawn
  const places = new Map(drawn.map((label, place) => [label, place]))
  return {
    names,
    isLastMany: others > 0,
    read: (row) => {
      const values: (number | null)[] = names.map(() => null)
      values[places.get(labelOf(valueAt(row, split))) ?? drawn.length] = measureOf(row, measure)
      return values
    },
    countEndless: (row) => Number(isEndless(row, measure)),
  }
}

/** Years, dates and other numbers follow one another; names stay as they are. */
function inOrder(labels: readonly string[]): readonly string[] {
  const places = new Map(labels.map((label) => [label, momentOf(label) ?? Number(label)]))
  return [...places.values()].some(Number.isNaN) ? labels : labels.toSorted((a, b) => places.get(a)! - places.get(b)!)
}

function measureOf(row: ResultRow, measure: ResultColumn): number | null {
  const text = valueAt(row, measure)
  const number = text === null ? Number.NaN : numberOf(text)
  return Number.isFinite(number) ? number : null
}

function isEndless(row: ResultRow, measure: ResultColumn): boolean {
  const text = valueAt(row, measure)
  return text !== null && endless.has(text)
}

/** As Postgres prints them. */
const endless = new Set(['NaN', 'Infinity', '-Infinity'])
