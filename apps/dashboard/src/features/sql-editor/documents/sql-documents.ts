import { reachability } from '../../../scope/reachability.ts'
import { hearPages } from './between-pages.ts'
import { SqlDocumentStore } from './document-store.ts'
import type { DocumentKey } from './local/local-document.ts'

const stores = new Map<string, SqlDocumentStore>()
const nameOf = ({ person, ref, id }: DocumentKey) => `${person} ${ref} ${id}`

/** The text of a project with that id, for a person. */
export function sqlDocument({ person, ref, id }: DocumentKey): SqlDocumentStore {
  const key = { person, ref, id }
  const store = stores.get(nameOf(key)) ?? new SqlDocumentStore(key)
  stores.set(nameOf(key), store)
  return store
}

/** One that is open already; nothing is begun. */
export const openedDocument = (key: DocumentKey): SqlDocumentStore | undefined => stores.get(nameOf(key))

/** Forgets a snippet that was deleted or discarded; a later one with the same id starts empty. */
export function discardDocument(key: DocumentKey): void {
  sqlDocument(key).discard()
  stores.delete(nameOf(key))
}

hearPages((message) => stores.get(nameOf(message))?.hear(message))
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => stores.forEach((store) => store.keepNow()))
  // whether by the browser's word or the server's: while nobody answered, they may have been changed elsewhere
  const doubtAll = () => stores.forEach((store) => void store.doubt())
  window.addEventListener('online', doubtAll)
  reachability.subscribe(() => reachability.get() && doubtAll())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return doubtAll()
    for (const store of stores.values()) {
      store.keepNow()
      void store.save()
    }
  })
}
