import type { Entry } from './entry.ts'

/** The selected entries and the keyboard position. */
export interface Selection {
  readonly paths: ReadonlySet<string>
  /** Entry the arrow keys start from. */
  readonly active: string | null
  /** Anchor of a Shift selection. */
  readonly anchor: string | null
}

export const noSelection: Selection = { paths: new Set(), active: null, anchor: null }

export const selectOnly = (path: string): Selection => ({ paths: new Set([path]), active: path, anchor: path })

export function toggle({ paths }: Selection, path: string): Selection {
  const next = new Set(paths)
  if (!next.delete(path)) next.add(path)
  return { paths: next, active: path, anchor: path }
}

/** Selects everything between the anchor and an entry. */
export function selectTo({ anchor }: Selection, entries: readonly Entry[], path: string): Selection {
  const from = Math.max(
    0,
    entries.findIndex((entry) => entry.path === anchor),
  )
  const to = entries.findIndex((entry) => entry.path === path)
  const range = entries.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { paths: new Set(range.map((entry) => entry.path)), active: path, anchor: entries[from]?.path ?? path }
}

export const selectAll = (selection: Selection, entries: readonly Entry[]): Selection => ({
  ...selection,
  paths: new Set(entries.map(({ path }) => path)),
})

/** @param steps how far the keyboard goes; cut at both ends */
export function move(selection: Selection, entries: readonly Entry[], steps: number, isExtended: boolean): Selection {
  if (entries.length === 0) return noSelection
  const at = entries.findIndex(({ path }) => path === selection.active)
  const next = at === -1 ? (steps < 0 ? entries.length - 1 : 0) : Math.max(0, Math.min(entries.length - 1, at + steps))
  const { path } = entries[next]!
  return isExtended ? selectTo(selection, entries, path) : selectOnly(path)
}

/** Returns the selection without entries that are no longer listed. */
export function keepThere(selection: Selection, entries: readonly Entry[]): Selection {
  const there = new Set(entries.map(({ path }) => path))
  if ([...selection.paths].every((path) => there.has(path))) return selection
  return { ...selection, paths: new Set([...selection.paths].filter((path) => there.has(path))) }
}
