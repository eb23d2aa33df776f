import { useSyncExternalStore } from 'react'

/** What the panel is about, as the docs page names it: `table-16384`, `function-16385`. */
export type ApiObjectKey = `${'table' | 'function'}-${number}`

let open: ApiObjectKey | null = null
const listeners = new Set<() => void>()

/** Opens the API docs of a table or function over the page. */
export const openApiPanel = (key: ApiObjectKey): void => set(key)

export const closeApiPanel = (): void => set(null)

/** The object whose API docs are open; null for none. */
export const useApiPanel = (): ApiObjectKey | null => useSyncExternalStore(subscribe, () => open)

function set(next: ApiObjectKey | null): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
