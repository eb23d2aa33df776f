import { useEffect, useSyncExternalStore } from 'react'
import type { DocumentState } from './document-state.ts'
import type { SqlDocumentStore } from './document-store.ts'

/** How it stands with a text, which is opened. */
export function useDocument(store: SqlDocumentStore, isNew: boolean): DocumentState {
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => void store.open(isNew), [store, isNew])
  return state
}
