import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { valueAt, type ResultColumn } from '../results/grid/result-columns.ts'
import type { ResultRow } from '../run/run-state.ts'

export type ChartKind = SnippetChart['kind']

/** What stands on the axis of a column: times and numbers have distances, everything else is one beside the other. */
export type AxisKind = 'time' | 'number' | 'category'

/** Most columns that are drawn at once. */
export const maxSeries = 8

const times = new Set(['date', 'timestamp', 'timestamptz'])

export function axisKind(column: ResultColumn): AxisKind {
  if (times.has(column.base_format)) return 'time'
  return cellKind(column) === 'number' ? 'number' : 'category'
}

const periods = /^(?:year|month|day|week|hour|quarter)$/

function isPeriod({ name }: ResultColumn): boolean {
  return periods.test(name)
}

/** Whether numbers of a column name things instead of measuring them. */
export function isId(column: ResultColumn): boolean {
  return column.base_format === 'oid' || isPeriod(column) || /^(?:id|.*_id|.*Id)$/.test(column.name)
}

/** Rows that are looked at to tell how two columns go together. */
const sampledRows = 2_000

/** Most bars of categories. */
export const maxBars = 60

/** Whether nearly every row has a value of its own, and there are more than bars can show: names of what is measured, not groups of it. */
function isNaming(column: ResultColumn, rows: readonly ResultRow[]): boolean {
  const sample = rows.slice(0, sampledRows)
  return sample.length > maxBars && new Set(sample.map((row) => valueAt(row, column))).size > sample.length * 0.9
}

/** True if two columns identify rows together but neither does alone, such as year and country. */
function areCrossed(one: ResultColumn, other: ResultColumn, rows: readonly ResultRow[]): boolean {
  const sample = rows.slice(0, sampledRows)
  const count = (key: (row: ResultRow) => string | null) => new Set(sample.map(key)).size
  const isRepeated = (column: ResultColumn) => count((row) => valueAt(row, column)) < sample.length
  const pairOf = (row: ResultRow) => JSON.stringify([valueAt(row, one), valueAt(row, other)])
  return isRepeated(one) && isRepeated(other) && count(pairOf) === sample.length
}

/**
 * Returns the chart that fits a result best: numbers over time as lines, numbers per category as bars, two numbers as points, also if many rows have
 * unique names. If two columns identify a row together, the second splits the series. Null without a numeric column. Columns are named by their ids.
 */
export function defaultChart(columns: readonly ResultColumn[], rows: readonly ResultRow[]): SnippetChart | null {
  const numbers = columns.filter((column) => axisKind(column) === 'number')
  const measures = numbers.filter((column) => !isId(column))
  const time = columns.find((column) => axisKind(column) === 'time')
  const categories = columns.filter((column) => axisKind(column) === 'category' && !column.is_array && cellKind(column) !== 'json')
  const [category] = categories
  const counted = measures.length > 0 ? measures : numbers
  const ids = (chosen: readonly ResultColumn[]) => chosen.slice(0, maxSeries).map(({ id }) => id)
  const chart = (kind: ChartKind, x: ResultColumn, y: readonly ResultColumn[], split?: ResultColumn): SnippetChart => ({
    kind,
    x: x.id,
    y: ids(split === undefined ? y : y.slice(0, 1)),
    split_by: split?.id ?? null,
    is_stacked: kind === 'bar' && split !== undefined,
    is_cumulative: false,
    is_logarithmic: false,
  })
  const crossing = (x: ResultColumn) => categories.find((column) => column !== x && areCrossed(x, column, rows))
  if (counted.length === 0) return null
  if (time !== undefined) return chart('line', time, counted, crossing(time))
  const [measure, other] = measures
  if (category !== undefined && measure && other && isNaming(category, rows)) return chart('scatter', measure, [other])
  if (category !== undefined) {
    const period = numbers.find((column) => isPeriod(column) && !counted.includes(column))
    const split = period && crossing(period)
    return period && split ? chart('bar', period, counted, split) : chart('bar', category, counted.slice(0, 1), crossing(category))
  }
  const [first, second] = numbers
  if (first === undefined || second === undefined) return null
  if (isId(first))
    return chart(
      'bar',
      first,
      counted.filter((column) => column !== first),
    )
  return chart('scatter', first, [second])
}

/** A kept chart over these columns: as it is when they are all there, without those that are gone, or the default when too few are left. */
export function fittingChart(kept: SnippetChart | null, columns: readonly ResultColumn[], rows: readonly ResultRow[]): SnippetChart | null {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const y = kept?.y.filter((id) => byId.has(id) && axisKind(byId.get(id)!) === 'number') ?? []
  if (kept === null || !byId.has(kept.x) || y.length === 0) return defaultChart(columns, rows)
  return { ...kept, y, split_by: byId.has(kept.split_by ?? '') ? kept.split_by! : null }
}
