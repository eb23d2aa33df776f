/** What a look at the rows on the screen found out. */
export interface Look {
  /** Rows that were never checked: their current values must be compared with the shown ones. */
  readonly fresh: readonly string[]
  /** Rows that somebody has written since the last look. */
  readonly changed: readonly string[]
  /** Rows that no longer exist. */
  readonly gone: readonly string[]
}

/** The versions of rows as they were last seen, by the rows' ids. */
export type Versions = ReadonlyMap<string, string>

export function compareVersions(known: Versions, asked: readonly string[], found: Versions): Look {
  return {
    fresh: asked.filter((id) => found.has(id) && !known.has(id)),
    changed: asked.filter((id) => found.has(id) && known.has(id) && known.get(id) !== found.get(id)),
    gone: asked.filter((id) => !found.has(id)),
  }
}

/** Wait before the next look: longer the oftener it failed. */
export function waitMs(failures: number, everyMs: number, mostMs: number): number {
  return Math.min(mostMs, everyMs * 2 ** failures)
}

type Cells = readonly (string | null)[]

/** Places of the cells that differ. */
export function changedPlaces(before: Cells, after: Cells): ReadonlySet<number> {
  return new Set(after.flatMap((cell, place) => (cell === before[place] ? [] : [place])))
}
