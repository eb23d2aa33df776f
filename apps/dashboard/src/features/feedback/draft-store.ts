import { draftText } from './messages.ts'
import type { PictureStore } from './picture-store.ts'

export interface Draft {
  readonly message: string
  readonly picture: Blob | null
  readonly isSending: boolean
}

/** What the store needs of a browser. */
export interface DraftPlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly pictures: PictureStore
  /** Where failures to keep or read are noted (spec §8: logged and ignored). */
  readonly warn: (text: string, cause: unknown) => void
  /** Names the picture of a draft; a new name shows other tabs that the picture changed. */
  readonly newKey: () => string
}

export interface DraftStore {
  readonly get: () => Draft
  readonly subscribe: (listener: () => void) => () => void
  readonly write: (message: string) => void
  readonly attach: (picture: Blob | null) => void
  readonly setSending: (isSending: boolean) => void
  /** It was sent: nothing of it is kept. */
  readonly clear: () => void
  /** Another tab has changed what is kept. */
  readonly reload: () => void
  /** Resolves when all that was begun with pictures is done. */
  readonly settled: () => Promise<void>
}

interface Kept {
  readonly message: string
  /** Key of the picture. */
  readonly picture: string | null
}

const nothing: Kept = { message: '', picture: null }

/**
 * What a person has written and not sent yet: at once in memory, and kept for after a reload and for other tabs. Where the browser
 * keeps nothing, it lasts as long as the page.
 */
export function createDraftStore(key: string, { storage, pictures, warn, newKey }: DraftPlace): DraftStore {
  const listeners = new Set<() => void>()
  let kept = read()
  /** The picture that other tabs find: one that was attached just now is still being written. */
  let written = kept.picture
  let draft: Draft = { message: kept.message, picture: null, isSending: false }
  let work = Promise.resolve()

  const set = (next: Partial<Draft>): void => {
    draft = { ...draft, ...next }
    for (const listener of listeners) listener()
  }

  function read(): Kept {
    try {
      return parse(storage.getItem(key))
    } catch (error) {
      warn(draftText.notRead, error)
      return nothing
    }
  }

  function keep(next: Kept): void {
    kept = next
    try {
      if (next.message === '' && written === null) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify({ ...next, picture: written }))
    } catch (error) {
      warn(draftText.notSaved, error)
    }
  }

  /** One after the other, so that the last one wins. */
  function queue(task: () => Promise<void>): void {
    work = work.then(task).catch((error: unknown) => warn(draftText.noScreenshot, error))
  }

  function load(name: string): void {
    queue(async () => {
      const picture = await pictures.read(name)
      if (kept.picture === name) set({ picture })
    })
  }

  if (kept.picture !== null) load(kept.picture)

  const attach = (picture: Blob | null): void => {
    const before = kept.picture
    const name = picture === null ? null : newKey()
    kept = { ...kept, picture: name }
    set({ picture })
    queue(async () => {
      if (picture !== null && name !== null) await pictures.write(name, picture)
      // only now, so that no tab looks for a picture that is not there yet
      if (kept.picture === name) {
        written = name
        keep(kept)
      }
      if (before !== null) await pictures.remove(before)
    })
  }

  return {
    get: () => draft,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    write(message) {
      set({ message })
      keep({ ...kept, message })
    },
    attach,
    setSending: (isSending) => set({ isSending }),
    clear() {
      attach(null)
      set({ message: '' })
      written = null
      keep(nothing)
    },
    reload() {
      const { picture } = kept
      const isWriting = picture !== written
      kept = read()
      written = kept.picture
      // a picture attached here just now is about to be written, and replaces it
      if (isWriting) {
        kept = { ...kept, picture }
        return set({ message: kept.message })
      }
      set({ message: kept.message, ...(kept.picture === null && { picture: null }) })
      if (kept.picture !== null && (kept.picture !== picture || draft.picture === null)) load(kept.picture)
    },
    settled: () => work,
  }
}

/** What was kept may come from another release, or from anybody who can write here. */
function parse(text: string | null): Kept {
  if (text === null) return nothing
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return nothing
  const message = 'message' in value && typeof value.message === 'string' ? value.message : ''
  const picture = 'picture' in value && typeof value.picture === 'string' ? value.picture : null
  return { message, picture }
}
