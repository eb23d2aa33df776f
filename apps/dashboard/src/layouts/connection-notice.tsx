import { useSyncExternalStore } from 'react'

/** Says that the browser has no network, for as long as that is so. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <output className="block border-b border-warning/30 bg-warning-tint px-4 py-1 text-center text-xs text-warning">
      You are offline. What you see may be out of date, and nothing can be saved.
    </output>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
