import type { Entity, EntityType } from '@colonnade/pg-meta'
import { toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { namesQuery } from '../entities/entity-queries.ts'
import type { EditorSearch } from '../search.ts'
import { discardStaged } from '../staging/staging-store.ts'
import { useTabsText } from './messages.ts'
import { TabStore } from './tab-store.ts'
import { tabAfter, type TableTab } from './table-tabs.ts'

export interface TabsOptions {
  readonly person: string
  readonly projectRef: string
  /** The relation that is looked at, and its address. */
  readonly shown: Entity | null
  readonly search: EditorSearch
  /** Tables with unsaved edits. */
  readonly dirty: ReadonlySet<number>
  readonly onSearch: (search: EditorSearch, how?: { readonly isReplaced: boolean }) => void
}

/** The tabs of open tables: remembered, and told when their tables are renamed or dropped. */
export function useTabs({ person, projectRef, shown, search, dirty, onSearch }: TabsOptions) {
  const store = useMemo(() => new TabStore(person, projectRef), [person, projectRef])
  const tabs = useSyncExternalStore(store.subscribe, store.get)
  const activeId = shown?.id ?? idOf(search.table, tabs)
  const ids = tabs.map(({ id }) => id).sort((a, b) => a - b)
  const { data: known, isPlaceholderData } = useQuery(namesQuery(projectRef, ids))
  const gone = new Set(known && !isPlaceholderData ? ids.filter((id) => !known.some((entity) => entity.id === id)) : [])

  const place = JSON.stringify(placeOf(search))
  useEffect(() => {
    if (shown !== null) store.show({ ...shown, type: shown.entity_type }, JSON.parse(place) as TableTab['search'])
  }, [store, shown, place])
  useEffect(() => store.setDirty(dirty), [store, dirty])
  useEffect(() => {
    if (known) store.rename(known)
  }, [store, known])
  // an address that asks for nothing in particular goes on where one was
  const isBare = search.table === undefined && search.schema === undefined && search.open === undefined
  const reopen = useEffectEvent(() => {
    const last = store.last()
    if (last !== null) onSearch(searchOf(last), { isReplaced: true })
  })
  useLayoutEffect(() => {
    if (isBare) reopen()
  }, [isBare])
  // a tab that is looked at says itself that its table is gone
  const closing = tabs.filter(({ id }) => gone.has(id) && id !== activeId)
  const closingKey = closing.map(({ id }) => id).join()
  useEffect(() => {
    for (const tab of store.get().filter(({ id }) => closingKey.split(',').includes(String(id)))) {
      store.close(tab.id)
      discardStaged(projectRef, tab.id)
      toast.success(useTabsText.dropped(tab.name))
    }
  }, [store, projectRef, closingKey])

  const forget = (id: number): EditorSearch => {
    const next = tabAfter(tabs, id)
    const closed = tabs.find((tab) => tab.id === id)
    store.close(id)
    return next === null ? { schema: closed?.schema ?? search.schema } : searchOf(next)
  }
  return {
    tabs,
    activeId,
    gone,
    keep: (id: number) => store.keep(id),
    /** Opens a tab that stays. */
    open: (entity: EntityType) => store.open(entity),
    move: (id: number, to: number) => store.move(id, to),
    select: (tab: TableTab) => onSearch(searchOf(tab)),
    /** Where a relation was left, if it has a tab. */
    placeOf: (id: number): TableTab['search'] => tabs.find((tab) => tab.id === id)?.search ?? {},
    close: (id: number) => {
      const next = forget(id)
      if (id === activeId) onSearch(next)
    },
    /** Closes a tab and gives where to go, if it was looked at. */
    forget,
  }
}

const searchOf = ({ id, schema, search }: TableTab): EditorSearch => ({ ...search, schema, table: String(id) })

/** Of the address what belongs to one table. */
function placeOf({ schema: _schema, table: _table, open: _open, ...place }: EditorSearch): TableTab['search'] {
  return place
}

/** The tab that an address names, also while its relation is not there (yet). */
function idOf(table: string | undefined, tabs: readonly TableTab[]): number | null {
  const id = Number(table)
  return table !== undefined && tabs.some((tab) => tab.id === id) ? id : null
}
