/** One number per bucket; null is a bucket without one. */
export type Points = readonly (number | null)[]

/**
 * The line through the points in a box of `width` by `height`, from zero (or the lowest, when that is below) at the bottom.
 * A null leaves a gap; a point between two gaps is a line of no length, which round ends make a dot.
 */
export function sparklinePath(points: Points, width: number, height: number): string {
  const known = points.filter((value) => value !== null)
  const low = Math.min(0, ...known)
  const high = Math.max(...known, low)
  const step = points.length > 1 ? width / (points.length - 1) : 0
  const y = (value: number): number => (high === low ? height : height - ((value - low) / (high - low)) * height)
  return points
    .map((value, index) => {
      if (value === null) return ''
      const at = `${round(index * step)},${round(y(value))}`
      const isStart = index === 0 || points[index - 1] === null
      const isAlone = isStart && (points[index + 1] ?? null) === null
      return `${isStart ? 'M' : 'L'}${at}${isAlone ? `L${at}` : ''}`
    })
    .join('')
}

/** In words, for who does not see it: "lowest 2, highest 9, latest 4". */
export function summarize(points: Points, format: (value: number) => string): string {
  const known = points.filter((value) => value !== null)
  if (known.length === 0) return 'no values'
  return `lowest ${format(Math.min(...known))}, highest ${format(Math.max(...known))}, latest ${format(known.at(-1)!)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
