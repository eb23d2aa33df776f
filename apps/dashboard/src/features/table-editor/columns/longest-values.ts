import type { GridRow } from '../rows/row-window.ts'

/** For each column of a relation, by its place, the longest value that was seen. */
export type LongestValues = readonly (string | null)[]

/** What these rows add to what was seen before; the same as before when no value is longer. */
export function longestValues(before: LongestValues, rows: readonly GridRow[]): LongestValues {
  const longest = [...before]
  let hasGrown = false
  for (const { cells } of rows) {
    cells?.forEach((cell, place) => {
      if (longest[place] !== undefined && (cell?.length ?? 0) <= (longest[place]?.length ?? 0)) return
      longest[place] = cell
      hasGrown = true
    })
  }
  return hasGrown ? longest : before
}
