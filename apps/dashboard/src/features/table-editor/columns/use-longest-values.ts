import { useState } from 'react'
import { measuredRows } from '../../../lib/data-grid/limits.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import { longestValues, type LongestValues } from './longest-values.ts'

interface Seen {
  /** Whose first rows were the last to be looked at. */
  readonly window: RowWindow
  readonly longest: LongestValues
}

/**
 * The longest values among the first rows of a relation. Further rows and a look at fewer of them leave columns as they are, so that none
 * moves from under the pointer; but the first rows of another filter or order may be longer, and are not to be cut.
 */
export function useLongestValues(window: RowWindow, rows: readonly GridRow[]): LongestValues {
  const [seen, setSeen] = useState<Seen | null>(() => look(window, rows, null))
  if (seen?.window === window) return seen.longest
  const now = look(window, rows, seen)
  if (now !== null) setSeen(now)
  return now?.longest ?? (seen?.window.entity === window.entity ? seen.longest : none)
}

/** Nothing while there is no row to look at. */
function look(window: RowWindow, rows: readonly GridRow[], before: Seen | null): Seen | null {
  const first = rows.slice(0, measuredRows).filter(({ cells, key, id }) => cells !== null && (key !== null || id === null))
  if (first.length === 0) return null
  return { window, longest: longestValues(before?.window.entity === window.entity ? before.longest : none, first) }
}

const none: LongestValues = []
