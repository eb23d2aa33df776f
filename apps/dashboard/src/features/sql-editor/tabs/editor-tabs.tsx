import { IconButton } from '@colonnade/ui'
import { FileCode2, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { modifierKey } from '../../../lib/modifier-key.ts'
import { TabStrip } from '../../../lib/tabs/tab-strip.tsx'
import { untitled } from '../documents/document-name.ts'
import { openedDocument } from '../documents/sql-documents.ts'
import type { DocumentTab } from './document-tabs.ts'
import { editorTabsText } from './messages.ts'

export const panelId = 'text-of-tab'
export const tabElementId = (id: string) => `document-tab-${id}`

export interface EditorTabsProps {
  readonly person: string
  readonly projectRef: string
  readonly tabs: readonly DocumentTab[]
  readonly activeId: string
  readonly onSelect: (id: string) => void
  readonly onClose: (id: string) => void
  readonly onMove: (id: string, to: number) => void
  readonly onNew: () => void
}

/** Open texts, and the button for another one. */
export function EditorTabs({ person, projectRef, tabs, activeId, onSelect, onClose, onMove, onNew }: EditorTabsProps) {
  const unsaved = useUnsaved(person, projectRef, tabs)
  return (
    <>
      <TabStrip
        label={editorTabsText.openSnippets}
        className="flex-1"
        tabs={tabs.map(({ id, name }) => ({
          id,
          name: name === '' ? untitled : name,
          icon: <FileCode2 aria-hidden className="size-3 shrink-0 text-faint" />,
          hint: name,
          unsaved: unsaved.has(id) ? editorTabsText.notSaved : undefined,
        }))}
        activeId={activeId}
        elementId={tabElementId}
        panelId={panelId}
        onSelect={onSelect}
        onClose={onClose}
        onMove={onMove}
      />
      <IconButton label={editorTabsText.newSnippet(modifierKey)} onClick={onNew}>
        <Plus aria-hidden />
      </IconButton>
    </>
  )
}

/** Texts that are open and not saved, or not saved as they are now. */
function useUnsaved(person: string, ref: string, tabs: readonly DocumentTab[]): ReadonlySet<string> {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const stores = tabs.flatMap(({ id }) => openedDocument({ person, ref, id }) ?? [])
    const note = () => {
      const ids = stores.flatMap((store) => {
        const state = store.get()
        return state.kind === 'open' && state.isDirty ? [store.key.id] : []
      })
      setUnsaved((known) => (known.size === ids.length && ids.every((id) => known.has(id)) ? known : new Set(ids)))
    }
    note()
    const ends = stores.map((store) => store.subscribe(note))
    return () => {
      for (const end of ends) end()
    }
  }, [person, ref, tabs])
  return unsaved
}
