import { z } from 'zod'

/** A text that is at hand above the editor. */
export const DocumentTab = z.object({ id: z.string(), name: z.string() })
export type DocumentTab = z.infer<typeof DocumentTab>

/** Open texts, and the id that the next new one gets: the text at /sql/new, which becomes a tab once it is saved. */
export const DocumentTabs = z.object({ tabs: z.array(DocumentTab), nextId: z.string() })
export type DocumentTabs = z.infer<typeof DocumentTabs>

/** Opens a text at the end, or gives its tab the name that it has now. */
export function openTab(state: DocumentTabs, tab: DocumentTab): DocumentTabs {
  const place = state.tabs.findIndex(({ id }) => id === tab.id)
  if (place < 0) return { ...state, tabs: [...state.tabs, tab] }
  return state.tabs[place]!.name === tab.name ? state : { ...state, tabs: state.tabs.with(place, tab) }
}

export function closeTab(state: DocumentTabs, id: string): DocumentTabs {
  return state.tabs.some((tab) => tab.id === id) ? { ...state, tabs: state.tabs.filter((tab) => tab.id !== id) } : state
}

/** Puts a tab where another one stands; those between move up. */
export function moveTab(state: DocumentTabs, id: string, to: number): DocumentTabs {
  const from = state.tabs.findIndex((tab) => tab.id === id)
  const place = Math.min(Math.max(to, 0), state.tabs.length - 1)
  if (from < 0 || from === place) return state
  return { ...state, tabs: state.tabs.toSpliced(from, 1).toSpliced(place, 0, state.tabs[from]!) }
}

/** What is looked at after a tab is closed: its right neighbour, else its left one; null for a new text. */
export function tabAfter({ tabs }: DocumentTabs, id: string): string | null {
  const place = tabs.findIndex((tab) => tab.id === id)
  return (tabs[place + 1] ?? tabs[place - 1])?.id ?? null
}

/** The new text has become one like the others, and another may begin. */
export function settleNew(state: DocumentTabs, name: string, nextId: string): DocumentTabs {
  return { tabs: [...state.tabs.filter(({ id }) => id !== state.nextId), { id: state.nextId, name }], nextId }
}

/** No more than `max`: those at the left go first, except for what is held. */
export function fitTabs(state: DocumentTabs, max: number, isHeld: (id: string) => boolean): DocumentTabs {
  const surplus = state.tabs.length - max
  if (surplus <= 0) return state
  const doomed = new Set(
    state.tabs
      .filter(({ id }) => !isHeld(id))
      .slice(0, surplus)
      .map(({ id }) => id),
  )
  return { ...state, tabs: state.tabs.filter(({ id }) => !doomed.has(id)) }
}
