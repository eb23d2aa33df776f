import type { SnippetChart } from '@colonnade/contracts'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import type { ResultColumn } from '../results/grid/result-columns.ts'

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

/** Whether numbers of a column name things instead of measuring them. */
function isId({ name, base_format: format }: ResultColumn): boolean {
  return format === 'oid' || /^(?:id|.*_id|.*Id|year|month|day|week|hour|quarter)$/.test(name)
}

/**
 * The chart that a result most likely asks for: numbers over time as lines, numbers of categories as bars, two numbers as points. Null when no
 * column has numbers. Columns are named by their ids.
 */
export function defaultChart(columns: readonly ResultColumn[]): SnippetChart | null {
  const numbers = columns.filter((column) => axisKind(column) === 'number')
  const measures = numbers.filter((column) => !isId(column))
  const time = columns.find((column) => axisKind(column) === 'time')
  const category = columns.find((column) => axisKind(column) === 'category' && !column.is_array && cellKind(column) !== 'json')
  const counted = measures.length > 0 ? measures : numbers
  const ids = (chosen: readonly ResultColumn[]) => chosen.slice(0, maxSeries).map(({ id }) => id)
  const chart = (kind: ChartKind, x: ResultColumn, y: readonly ResultColumn[]): SnippetChart => ({
    kind,
    x: x.id,
    y: ids(y),
    is_stacked: false,
    is_cumulative: false,
    is_logarithmic: false,
  })
  if (counted.length === 0) return null
  if (time !== undefined) return chart('line', time, counted)
  if (category !== undefined) return chart('bar', category, counted.slice(0, 1))
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
export function fittingChart(kept: SnippetChart | null, columns: readonly ResultColumn[]): SnippetChart | null {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const y = kept?.y.filter((id) => byId.has(id) && axisKind(byId.get(id)!) === 'number') ?? []
  return kept !== null && byId.has(kept.x) && y.length > 0 ? { ...kept, y } : defaultChart(columns)
}
