import type { Entry, EntryGroup } from './entries/entry.ts'
import { rank, wordsOf } from './rank.ts'

/** Entries shown of a group, before and after something is typed. */
const mostUntyped = 7
const mostTyped = 12
/** Of what was used last. */
const mostRecent = 6
/** With fewer results than this, entries that resemble the text show too. */
const enough = 4

/** A group as the menu shows it. */
export interface ShownGroup {
  readonly label: string
  readonly entries: readonly Entry[]
}

/**
 * What the menu shows of all there is: what was used last and the beginning of each group at first; after typing what fits, the group
 * with the best fit first. Of what fits equally well, what was used last comes first.
 */
export function narrow(groups: readonly EntryGroup[], recent: readonly string[], text: string): readonly ShownGroup[] {
  if (wordsOf(text).length === 0) return beginning(groups, recent)
  const spelled = search(groups, recent, text, false)
  const count = spelled.reduce((sum, { entries }) => sum + entries.length, 0)
  return count < enough ? search(groups, recent, text, true) : spelled
}

function beginning(groups: readonly EntryGroup[], recent: readonly string[]): readonly ShownGroup[] {
  const wanted = new Set(recent)
  const used = new Map<string, Entry>()
  for (const { entries } of groups) for (const entry of entries) if (wanted.has(entry.id)) used.set(entry.id, entry)
  const latest = recent.flatMap((id) => used.get(id) ?? []).slice(0, mostRecent)
  const shown = new Set(latest.map(({ id }) => id))
  const others = groups.filter(({ isSearchOnly }) => isSearchOnly !== true).map(({ label, entries }) => ({ label, entries: firstOf(entries, shown) }))
  return [{ label: 'Recent', entries: latest }, ...others].filter(isFilled)
}

function firstOf(entries: readonly Entry[], without: ReadonlySet<string>): readonly Entry[] {
  const first: Entry[] = []
  for (const entry of entries) {
    if (first.length === mostUntyped) break
    if (!without.has(entry.id)) first.push(entry)
  }
  return first
}

function search(groups: readonly EntryGroup[], recent: readonly string[], text: string, isFuzzy: boolean): readonly ShownGroup[] {
  const places = new Map(recent.map((id, at) => [id, 0.9 * (1 - at / recent.length)]))
  const lead = ({ id }: Entry) => places.get(id) ?? 0
  return groups
    .map(({ label, entries, isExact = false, most = mostTyped }) => ({
      label,
      ...rank(entries, text, { most, isFuzzy: isFuzzy && !isExact, lead }),
    }))
    .filter(isFilled)
    .sort((left, right) => left.best - right.best)
    .map(({ label, entries }) => ({ label, entries }))
}

function isFilled({ entries }: ShownGroup): boolean {
  return entries.length > 0
}
