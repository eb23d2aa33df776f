import type { ChartPoint } from './chart-data.ts'

/** One of every so many points, from the one at `from`. */
export function everyNth(points: readonly ChartPoint[], per: number, from = 0): ChartPoint[] {
  const last = points.length - 1
  return Array.from({ length: Math.ceil(points.length / per) }, (_, at) => points[Math.min(last, at * per + from)]!)
}

/** Every so many points as one with their averages. */
export function averages(points: readonly ChartPoint[], per: number): ChartPoint[] {
  return folded(points, per, (values) => sum(values) / values.length)
}

/** Every so many points as one with their sums. */
export function addUp(points: readonly ChartPoint[], per: number): ChartPoint[] {
  return folded(points, per, sum)
}

/** The lowest and the highest of every so many points, for each series in the order in which they come: no peak is lost. */
export function extremes(points: readonly ChartPoint[], per: number): ChartPoint[] {
  const series = points[0]?.values.length ?? 0
  return groups(points, per).flatMap((group) => {
    const pairs = Array.from({ length: series }, (_, at) => lowAndHigh(group.map(({ values }) => values[at]!)))
    const half = group[Math.floor(group.length / 2)]!
    return [
      { ...group[0]!, values: pairs.map(([first]) => first) },
      ...(group.length > 1 ? [{ ...half, values: pairs.map(([, second]) => second) }] : []),
    ]
  })
}

function lowAndHigh(values: readonly (number | null)[]): readonly [number | null, number | null] {
  let [low, high] = [-1, -1]
  for (const [place, value] of values.entries()) {
    if (value === null) continue
    if (low < 0 || value < values[low]!) low = place
    if (high < 0 || value > values[high]!) high = place
  }
  if (low < 0) return [null, null]
  return low < high ? [values[low]!, values[high]!] : [values[high]!, values[low]!]
}

function folded(points: readonly ChartPoint[], per: number, fold: (values: readonly number[]) => number): ChartPoint[] {
  return groups(points, per).map((group) => ({
    ...group[0]!,
    label: group.length > 1 ? `${group[0]!.label} – ${group.at(-1)!.label}` : group[0]!.label,
    values: group[0]!.values.map((_, at) => {
      const values = group.flatMap((point) => point.values[at] ?? [])
      return values.length === 0 ? null : fold(values)
    }),
  }))
}

function groups(points: readonly ChartPoint[], per: number): ChartPoint[][] {
  return Array.from({ length: Math.ceil(points.length / per) }, (_, at) => points.slice(at * per, (at + 1) * per))
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
