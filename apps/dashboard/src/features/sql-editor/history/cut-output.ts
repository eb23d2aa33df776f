import type { ResultSet, RunOutput } from '../run/run-state.ts'
import { keptForMs, maxKeptRuns, maxKeptSize } from './run-limits.ts'

/** What a run answered, up to a size: whole rows of each result in turn; a result that is cut says that there is more. */
export function cutOutput({ sets, statements, notices }: RunOutput, maxSize: number): { readonly output: RunOutput; readonly size: number } {
  let size = 0
  const kept = sets.map((set): ResultSet => {
    let count = 0
    for (; count < set.count; count += 1) {
      const row = set.rows[count]!
      const more = row.reduce((sum, value) => sum + (value?.length ?? 0) + 2, 0)
      if (size + more > maxSize) break
      size += more
    }
    const cut = new Map([...set.cut].filter(([place]) => Number(place.split(' ')[0]) < count))
    return {
      ...set,
      rows: set.rows.slice(0, count),
      count,
      cut,
      isComplete: true,
      isTruncated: set.isTruncated || !set.isComplete || count < set.count,
    }
  })
  return { output: { sets: kept, statements, notices: notices.slice(0, 100) }, size }
}

/** Which runs go: those of yesterday, those beyond the number, and the answers of the oldest when all together are too large. */
export function runsToDrop(runs: readonly { readonly id: string; readonly at: number; readonly size: number }[], now: number): Set<string> {
  const newestFirst = runs.toSorted((a, b) => b.at - a.at)
  let size = 0
  return new Set(
    newestFirst
      .filter((run, place) => {
        size += run.size
        return now - run.at > keptForMs || place >= maxKeptRuns || size > maxKeptSize
      })
      .map(({ id }) => id),
  )
}
