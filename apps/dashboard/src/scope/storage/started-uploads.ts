import { useSyncExternalStore } from 'react'

let areStarted = false
const listeners = new Set<() => void>()

/** Loads what shows uploads, on whatever page one is. */
export function noteStartedUploads(): void {
  if (areStarted) return
  areStarted = true
  for (const listener of listeners) listener()
}

/** Whether something was uploaded since this page was loaded. */
export function useAreUploadsStarted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => areStarted,
  )
}
