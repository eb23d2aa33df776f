import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { readDraft, forgetDraft } from '../documents/draft.ts'
import { nameOfText } from '../documents/document-name.ts'
import type { SqlDocumentStore } from '../documents/document-store.ts'
import { discardDocument, openedDocument, sqlDocument } from '../documents/sql-documents.ts'
import { type DocumentTab, tabAfter } from './document-tabs.ts'
import { listLocal } from '../documents/local/local-document.ts'
import { DocumentTabStore } from './tab-store.ts'

export interface OpenTabs {
  readonly tabs: readonly DocumentTab[]
  readonly activeId: string
  readonly active: SqlDocumentStore
  /** What is looked at is the new text. */
  readonly isNew: boolean
  readonly select: (id: string) => void
  readonly close: (id: string) => void
  readonly move: (id: string, to: number) => void
  /** A new, empty text. */
  readonly begin: () => void
  /** A new text with something in it, kept apart from what is being written. */
  readonly beginWith: (text: string, how?: { readonly name?: string; readonly isReplaced?: boolean }) => Promise<void>
  /** The text is deleted. */
  readonly forget: (id: string) => void
}

export interface TabsOptions {
  readonly person: string
  readonly projectRef: string
  /** Null for the new text. */
  readonly documentId: string | null
  readonly onShow: (id: string | null, how?: { readonly isReplaced: boolean }) => void
}

/** The open texts of a person in a project, and the one that is looked at. */
export function useTabs({ person, projectRef, documentId, onShow }: TabsOptions): OpenTabs {
  const store = useMemo(() => new DocumentTabStore(person, projectRef), [person, projectRef])
  const state = useSyncExternalStore(store.subscribe, store.get)
  const isNew = documentId === null || documentId === state.nextId
  const activeId = documentId ?? state.nextId
  const keyOf = (id: string) => ({ person, ref: projectRef, id })
  const active = sqlDocument({ person, ref: projectRef, id: activeId })
  const document = useSyncExternalStore(active.subscribe, active.get)
  const isHeld = (id: string) => {
    const held = openedDocument(keyOf(id))?.get()
    return held?.kind === 'open' && held.isDirty
  }
  const isOpen = document.kind === 'open'
  const name = isOpen ? document.name : null
  const isSaved = isOpen && !document.isNew

  const onOpened = useEffectEvent((id: string, opened: string) => store.open(id, opened, isHeld))
  useEffect(() => {
    if (name !== null && !isNew) onOpened(activeId, name)
  }, [activeId, name, isNew])
  // the new text has been saved: it gets an address of its own, and only then another one is the new snippet, or its editor would be re-created
  const onSaved = useEffectEvent((saved: string, at: string | null) =>
    at === null ? onShow(activeId, { isReplaced: true }) : store.settleNew(saved),
  )
  useEffect(() => {
    if (isNew && isSaved && name !== null) onSaved(name, documentId)
  }, [isNew, isSaved, name, documentId])

  useEffect(() => void bringBack(store, person, projectRef), [store, person, projectRef])

  const show = (id: string | null) => onShow(id === state.nextId ? null : id)
  const leave = (id: string) => {
    if (id === activeId) show(tabAfter(state, id))
    if (id === state.nextId) store.forgetNew()
    else store.close(id)
  }
  const tabs = isNew && !state.tabs.some(({ id }) => id === activeId) ? [...state.tabs, { id: activeId, name: name ?? '' }] : state.tabs
  const begin = async () => {
    const next = sqlDocument(keyOf(store.get().nextId))
    await next.open(true)
    if (next.text.trim() !== '') store.settleNew(nameOf(next))
    show(null)
  }
  return {
    tabs,
    activeId,
    active,
    isNew,
    select: show,
    move: (id, to) => store.move(id, to),
    close: (id) => {
      const closed = openedDocument(keyOf(id))
      // what was written is saved; what was only handed over, like a template, goes
      if (closed?.isTouched) void closed.save()
      else if (id === state.nextId) discardDocument(keyOf(id))
      leave(id)
    },
    begin: () => void begin(),
    beginWith: async (text, { name: given, isReplaced = false } = {}) => {
      const first = sqlDocument(keyOf(store.get().nextId))
      await first.open(true)
      if (first.text.trimEnd().endsWith(text.trimEnd())) return onShow(null, { isReplaced })
      if (first.text.trim() !== '') store.settleNew(nameOf(first))
      const next = sqlDocument(keyOf(store.get().nextId))
      await next.open(true)
      await next.fill(text, { name: given ?? null })
      onShow(null, { isReplaced })
    },
    forget: (id) => {
      discardDocument(keyOf(id))
      leave(id)
    },
  }
}

function nameOf(store: SqlDocumentStore): string {
  const state = store.get()
  return state.kind === 'open' && !state.isNew ? state.name : nameOfText(store.text)
}

/** Opens what is kept in this browser alone, so that it is seen and saved; and the text that the editor had before it had snippets. */
async function bringBack(tabs: DocumentTabStore, person: string, ref: string): Promise<void> {
  const rows = await listLocal({ person, ref })
  for (const row of rows) {
    if (row.id !== tabs.get().nextId) tabs.open(row.id, row.name ?? nameOfText(row.text), () => true)
    void sqlDocument(row).open(row.base === null)
  }
  const draft = readDraft(ref)
  if (draft.trim() === '') return
  const next = sqlDocument({ person, ref, id: tabs.get().nextId })
  await next.open(true)
  if (next.text.trim() !== '') tabs.settleNew(nameOf(next))
  await sqlDocument({ person, ref, id: tabs.get().nextId }).open(true)
  if (await sqlDocument({ person, ref, id: tabs.get().nextId }).fill(draft, { isTouched: true })) forgetDraft(ref)
}
