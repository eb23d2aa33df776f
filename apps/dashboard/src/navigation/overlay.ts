import { useSyncExternalStore } from 'react'

/** What lies over the page: nothing, the command menu or the list of shortcuts. */
type Overlay = 'none' | 'commands' | 'shortcuts'

let current: Overlay = 'none'
const listeners = new Set<() => void>()

export function showOverlay(overlay: Overlay): void {
  current = overlay
  for (const listener of listeners) listener()
}

export const openCommandMenu = () => showOverlay('commands')
export const openShortcuts = () => showOverlay('shortcuts')

export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
