import { randomText, systemRandom } from '@colonnade/core'
import { useSyncExternalStore } from 'react'
import { createDraftStore, type Draft, type DraftStore } from './draft-store.ts'
import { indexedPictures } from './picture-store.ts'

const keyAlphabet = 'abcdefghijklmnopqrstuvwxyz'
const stores = new Map<string, DraftStore>()

/** The draft of a person: whoever signs in next in this browser does not find it. */
function draftStoreOf(profileId: string): DraftStore {
  const found = stores.get(profileId)
  if (found) return found
  const key = `feedback-draft:${profileId}`
  const store = createDraftStore(key, {
    storage: {
      // looked up late: a browser that forbids storage throws at the name itself
      getItem: (name) => localStorage.getItem(name),
      setItem: (name, value) => localStorage.setItem(name, value),
      removeItem: (name) => localStorage.removeItem(name),
    },
    pictures: indexedPictures(),
    warn: (text, cause) => console.warn(text, cause),
    newKey: () => randomText(systemRandom, keyAlphabet, 16),
  })
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.reload()
  })
  stores.set(profileId, store)
  return store
}

export function useDraft(profileId: string): readonly [Draft, DraftStore] {
  const store = draftStoreOf(profileId)
  return [useSyncExternalStore(store.subscribe, store.get), store]
}
