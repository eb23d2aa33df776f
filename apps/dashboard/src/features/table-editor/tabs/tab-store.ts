import type { EntityType } from '@colonnade/pg-meta'
import { z } from 'zod'
import { keep, readKept } from '../../../lib/kept.ts'
import { maxTabs } from '../limits.ts'
import { closeTab, fitTabs, keepTab, moveTab, rememberSearch, renameTabs, showTab, TableTab, type TabSearch } from './table-tabs.ts'

const Kept = z.array(TableTab)

/** The tabs of one person in one project, as they were left on this machine. */
export class TabStore {
  readonly #key: string
  readonly #lastKey: string
  readonly #listeners = new Set<() => void>()
  #tabs: readonly TableTab[]
  #lastId: number
  #dirty: ReadonlySet<number> = new Set()

  constructor(person: string, ref: string) {
    this.#key = `table-editor:tabs:${person}:${ref}`
    this.#lastKey = `table-editor:last-tab:${person}:${ref}`
    this.#tabs = readTabs(this.#key)
    this.#lastId = Number(readKept(this.#lastKey) ?? 0)
  }

  readonly get = (): readonly TableTab[] => this.#tabs

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The tab that was looked at last, while it is open. */
  last(): TableTab | null {
    return this.#tabs.find(({ id }) => id === this.#lastId) ?? null
  }

  /** What is looked at now, and where in it. */
  show(entity: Pick<EntityType, 'id' | 'schema' | 'name' | 'type'>, search: TabSearch): void {
    const shown = showTab(this.#tabs, entity, this.#dirty.has(entity.id))
    const fitting = fitTabs(shown, maxTabs, (id) => id === entity.id || this.#dirty.has(id))
    this.#set(rememberSearch(renameTabs(fitting, [entity]), entity.id, search))
    if (this.#lastId === entity.id) return
    this.#lastId = entity.id
    keep(this.#lastKey, String(entity.id))
  }

  /** Makes a preview stay. */
  keep(id: number): void {
    this.#set(keepTab(this.#tabs, id))
  }

  /** Opens a permanent tab, also for a relation that is still loading, so that it stays after switching to another one. */
  open(entity: Pick<EntityType, 'id' | 'schema' | 'name' | 'type'>): void {
    this.#set(fitTabs(showTab(this.#tabs, entity, true), maxTabs, (id) => id === entity.id || this.#dirty.has(id)))
  }

  close(id: number): void {
    this.#set(closeTab(this.#tabs, id))
  }

  move(id: number, to: number): void {
    this.#set(moveTab(this.#tabs, id, to))
  }

  rename(known: readonly Pick<EntityType, 'id' | 'schema' | 'name' | 'type'>[]): void {
    this.#set(renameTabs(this.#tabs, known))
  }

  /** Tables with unsaved edits: their tabs stay. */
  setDirty(dirty: ReadonlySet<number>): void {
    this.#dirty = dirty
    for (const id of dirty) this.keep(id)
  }

  #set(tabs: readonly TableTab[]): void {
    if (tabs === this.#tabs) return
    this.#tabs = tabs
    keep(this.#key, JSON.stringify(tabs))
    for (const listener of this.#listeners) listener()
  }
}

function readTabs(key: string): readonly TableTab[] {
  try {
    return Kept.parse(JSON.parse(readKept(key) ?? '[]')).slice(0, maxTabs)
  } catch {
    return []
  }
}
