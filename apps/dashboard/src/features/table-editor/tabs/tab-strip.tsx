import { LabelledIcon } from '@colonnade/ui'
import { TabStrip as Strip } from '../../../lib/tabs/tab-strip.tsx'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { tabStripText } from './messages.ts'
import type { TableTab } from './table-tabs.ts'

/** What the tabs show: `<div role="tabpanel" id={tabPanelId} …>`. */
export const tabPanelId = 'table-of-tab'
export const tabId = (id: number | string) => `table-tab-${id}`

export interface TabStripProps {
  readonly tabs: readonly TableTab[]
  readonly activeId: number | null
  /** Tables with unsaved edits. */
  readonly dirty: ReadonlySet<number>
  /** Tables that were dropped. */
  readonly gone: ReadonlySet<number>
  readonly onSelect: (tab: TableTab) => void
  readonly onKeep: (id: number) => void
  readonly onClose: (id: number) => void
  readonly onMove: (id: number, to: number) => void
}

/** Open tables. A double click keeps a preview. */
export function TabStrip({ tabs, activeId, dirty, gone, onSelect, onKeep, onClose, onMove }: TabStripProps) {
  const strip = tabs.map(({ id, schema, name, type, isPreview }) => {
    const { Icon, label } = kindLooks[type]
    return {
      id: String(id),
      name,
      icon: <LabelledIcon icon={Icon} label={label} className="size-3 shrink-0 text-faint" />,
      hint: `${schema}.${name}${isPreview ? tabStripText.preview : ''}`,
      isPreview,
      gone: gone.has(id) ? 'dropped' : undefined,
      unsaved: dirty.has(id) ? 'unsaved edits' : undefined,
    }
  })
  return (
    <Strip
      label={tabStripText.openTables}
      tabs={strip}
      activeId={activeId === null ? null : String(activeId)}
      elementId={tabId}
      panelId={tabPanelId}
      onSelect={(id) => {
        const tab = tabs.find((each) => String(each.id) === id)
        if (tab) onSelect(tab)
      }}
      onKeep={(id) => onKeep(Number(id))}
      onClose={(id) => onClose(Number(id))}
      onMove={(id, to) => onMove(Number(id), to)}
    />
  )
}
