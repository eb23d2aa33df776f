import { useSyncExternalStore } from 'react'

/** The table with highlighted relations. Separate from the page's state, so that hovering redraws only what it touches. */
export interface Spotlight {
  /** The table under the pointer; else the selected or focused one. */
  readonly current: () => string | null
  readonly hover: (id: string | null) => void
  readonly pin: (id: string | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createSpotlight(): Spotlight {
  let hovered: string | null = null
  let pinned: string | null = null
  const listeners = new Set<() => void>()
  const change = (next: () => void) => {
    const before = hovered ?? pinned
    next()
    if ((hovered ?? pinned) !== before) for (const listener of listeners) listener()
  }
  return {
    current: () => hovered ?? pinned,
    hover: (id) => change(() => (hovered = id)),
    pin: (id) => change(() => (pinned = id)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads the spotlight, and redraws only when the value changes. */
export function useSpotlight<Value extends string | boolean | null>(spotlight: Spotlight, read: (current: string | null) => Value): Value {
  return useSyncExternalStore(spotlight.subscribe, () => read(spotlight.current()))
}
