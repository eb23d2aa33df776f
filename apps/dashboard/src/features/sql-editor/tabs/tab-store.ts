import { newId, systemRandom } from '@colonnade/core'
import { keep, readKept } from '../../../lib/kept.ts'
import { maxTabs } from '../limits.ts'
import { closeTab, DocumentTabs, fitTabs, moveTab, openTab, settleNew } from './document-tabs.ts'

/** Open texts of one person in one project, as they were left on this machine. */
export class DocumentTabStore {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #state: DocumentTabs

  constructor(person: string, ref: string) {
    this.#key = `sql-editor:tabs:${person}:${ref}`
    this.#state = read(this.#key)
    // the id of the new text is the same after a reload
    this.#keep()
  }

  readonly get = (): DocumentTabs => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param isHeld tabs that stay even when there are too many: unsaved ones */
  open(id: string, name: string, isHeld: (id: string) => boolean): void {
    if (id !== this.#state.nextId) this.#set(fitTabs(openTab(this.#state, { id, name }), maxTabs, (each) => each === id || isHeld(each)))
  }

  close(id: string): void {
    this.#set(closeTab(this.#state, id))
  }

  move(id: string, to: number): void {
    this.#set(moveTab(this.#state, id, to))
  }

  /** The new text becomes a tab; the next new one is another. */
  settleNew(name: string): void {
    this.#set(settleNew(this.#state, name, newSnippetId()))
  }

  /** The new text is thrown away. */
  forgetNew(): void {
    this.#set({ ...this.#state, nextId: newSnippetId() })
  }

  #set(state: DocumentTabs): void {
    if (state === this.#state) return
    this.#state = state
    this.#keep()
    for (const listener of this.#listeners) listener()
  }

  #keep(): void {
    keep(this.#key, JSON.stringify(this.#state))
  }
}

/** Chosen here, so that saving the same text twice makes one snippet. */
export const newSnippetId = (): string => newId(systemRandom)

function read(key: string): DocumentTabs {
  try {
    return DocumentTabs.parse(JSON.parse(readKept(key) ?? ''))
  } catch {
    return { tabs: [], nextId: newSnippetId() }
  }
}
