import { EntityTypeCode, type EntityType } from '@colonnade/pg-meta'
import { z } from 'zod'
import { EditorSearch } from '../search.ts'

/** A relation that is at hand above the grid. */
export const TableTab = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  type: EntityTypeCode,
  /** Another relation takes its place, until it is kept. */
  isPreview: z.boolean(),
  /** Filters, sorts and place of its rows when it was left. */
  search: EditorSearch.omit({ schema: true, table: true, open: true }),
})
export type TableTab = z.infer<typeof TableTab>

export type TabSearch = TableTab['search']
type Named = Pick<EntityType, 'id' | 'schema' | 'name' | 'type'>

/** Shows a relation: in its tab, else in place of the preview, else in a new one at the end. */
export function showTab(tabs: readonly TableTab[], { id, schema, name, type }: Named, isKept = false): readonly TableTab[] {
  const place = tabs.findIndex((tab) => tab.id === id)
  if (place >= 0) return isKept ? keepTab(tabs, id) : tabs
  const tab: TableTab = { id, schema, name, type, isPreview: !isKept, search: {} }
  const preview = tabs.findIndex(({ isPreview }) => isPreview)
  return preview < 0 ? [...tabs, tab] : tabs.with(preview, tab)
}

export function keepTab(tabs: readonly TableTab[], id: number): readonly TableTab[] {
  return change(tabs, id, (tab) => (tab.isPreview ? { ...tab, isPreview: false } : tab))
}

export function closeTab(tabs: readonly TableTab[], id: number): readonly TableTab[] {
  return tabs.some((tab) => tab.id === id) ? tabs.filter((tab) => tab.id !== id) : tabs
}

/** Puts a tab where another one stands; those between move up. */
export function moveTab(tabs: readonly TableTab[], id: number, to: number): readonly TableTab[] {
  const from = tabs.findIndex((tab) => tab.id === id)
  const place = Math.min(Math.max(to, 0), tabs.length - 1)
  if (from < 0 || from === place) return tabs
  const rest = tabs.toSpliced(from, 1)
  return rest.toSpliced(place, 0, tabs[from]!)
}

/** What is looked at after a tab is closed: its right neighbour, else its left one. */
export function tabAfter(tabs: readonly TableTab[], id: number): TableTab | null {
  const place = tabs.findIndex((tab) => tab.id === id)
  return tabs[place + 1] ?? tabs[place - 1] ?? null
}

/** No more than `max`: those at the left go first, except for what is kept open by `isHeld`. */
export function fitTabs(tabs: readonly TableTab[], max: number, isHeld: (id: number) => boolean): readonly TableTab[] {
  const doomed = new Set(
    tabs
      .filter(({ id }) => !isHeld(id))
      .slice(0, Math.max(0, tabs.length - max))
      .map(({ id }) => id),
  )
  return doomed.size === 0 ? tabs : tabs.filter(({ id }) => !doomed.has(id))
}

/** Present names; what is not among them stays as it was. */
export function renameTabs(tabs: readonly TableTab[], known: readonly Named[]): readonly TableTab[] {
  return known.reduce(
    (renamed, { id, schema, name, type }) =>
      change(renamed, id, (tab) => (tab.schema === schema && tab.name === name && tab.type === type ? tab : { ...tab, schema, name, type })),
    tabs,
  )
}

export function rememberSearch(tabs: readonly TableTab[], id: number, search: TabSearch): readonly TableTab[] {
  return change(tabs, id, (tab) => (JSON.stringify(tab.search) === JSON.stringify(search) ? tab : { ...tab, search }))
}

function change(tabs: readonly TableTab[], id: number, to: (tab: TableTab) => TableTab): readonly TableTab[] {
  const place = tabs.findIndex((tab) => tab.id === id)
  if (place < 0) return tabs
  const next = to(tabs[place]!)
  return next === tabs[place] ? tabs : tabs.with(place, next)
}
