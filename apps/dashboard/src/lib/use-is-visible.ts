import { useSyncExternalStore } from 'react'

/** Whether anybody can see the page: nothing needs to be kept live in a hidden tab. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

/** Today in UTC, "2026-01-31", also on a page that comes into sight again on another day. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => new Date().toISOString().slice(0, 10))
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
