/** One line, area or row of bars. */
export interface Series {
  readonly label: string
  /** One per time; null where nothing was measured, which leaves a gap. */
  readonly values: readonly (number | null)[]
  /** Which of the colours `--chart-1` to `--chart-5`; by its place when left out. */
  readonly color?: 1 | 2 | 3 | 4 | 5
}

export type ChartKind = 'line' | 'area' | 'bars'

const colors = 5

export function colorOf(series: Series, index: number): string {
  return `var(--chart-${series.color ?? (index % colors) + 1})`
}

/** Returns the heights of the marks: each series on its own, or stacked on those before it. */
export function topsOf(series: readonly Series[], index: number, isStacked: boolean): readonly (number | null)[] {
  let sum = 0
  return series.map(({ values }) => {
    const value = values[index] ?? null
    if (value === null) return null
    sum += value
    return isStacked ? sum : value
  })
}

/** The lowest and the highest that has to fit, from zero on; null when nothing was measured at all. */
export function extentOf(
  series: readonly Series[],
  count: number,
  isStacked: boolean,
): { readonly low: number; readonly high: number; readonly isWhole: boolean } | null {
  let [low, high, isEmpty, isWhole] = [0, 0, true, true]
  for (let index = 0; index < count; index += 1) {
    for (const top of topsOf(series, index, isStacked)) {
      if (top === null) continue
      isEmpty = false
      isWhole &&= Number.isInteger(top)
      low = Math.min(low, top)
      high = Math.max(high, top)
    }
  }
  return isEmpty ? null : { low, high, isWhole }
}
