import type { Entity } from '@colonnade/pg-meta'
import { RestTimer } from '../../../../lib/late/rest-timer.ts'
import { keeping } from '../../limits.ts'
import type { StagedChanges } from '../staged-changes.ts'
import { forgetChanges, keepChanges, keptName, parseChanges, type KeptPlace } from './kept-changes.ts'

/** What is kept: the store of one table. */
export interface KeptStore {
  readonly staged: StagedChanges
  readonly subscribe: (listener: () => void) => () => void
  /** Takes over what another tab has staged. */
  adopt(staged: StagedChanges): void
  noteKept(isKept: boolean): void
}

/** Keeps what is staged for a table in the browser, soon after each change, and follows what other tabs stage, save or discard. */
export class ChangesKeeper {
  readonly #place: KeptPlace
  readonly #entity: Pick<Entity, 'schema' | 'name'>
  readonly #store: KeptStore
  readonly #timer = new RestTimer(() => this.#keep(), keeping)
  readonly #end = new AbortController()
  #kept: StagedChanges

  constructor(place: KeptPlace, entity: Pick<Entity, 'schema' | 'name'>, store: KeptStore) {
    this.#place = place
    this.#entity = entity
    this.#store = store
    this.#kept = store.staged
    const { signal } = this.#end
    signal.addEventListener(
      'abort',
      store.subscribe(() => this.#onChange()),
    )
    window.addEventListener('pagehide', () => this.#timer.isDue && this.#keep(), { signal })
    window.addEventListener('storage', ({ key, newValue }) => key === keptName(place) && this.#follow(newValue), { signal })
  }

  /** What is staged from now on is not this person's. */
  stop(): void {
    if (this.#timer.isDue) this.#keep()
    this.#end.abort()
  }

  #onChange(): void {
    const { staged } = this.#store
    if (staged === this.#kept) return
    this.#kept = staged
    // what was saved or discarded must not come back, whatever happens to the page next
    if (staged.rows.size === 0) this.#keep()
    else this.#timer.ask()
  }

  #keep(): void {
    this.#timer.cancel()
    const { staged } = this.#store
    const isEmpty = staged.rows.size === 0
    if (isEmpty) forgetChanges(this.#place)
    this.#store.noteKept(isEmpty || keepChanges(this.#place, this.#entity, staged))
  }

  #follow(json: string | null): void {
    const staged = json === null ? { rows: new Map(), inserts: [] } : parseChanges(json)?.staged
    if (staged === undefined) return
    this.#timer.cancel()
    this.#kept = staged
    this.#store.adopt(staged)
  }
}
