import type { Entity } from '@colonnade/pg-meta'
import { Button, IconButton, LabelledIcon } from '@colonnade/ui'
import { Plus, RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Editability } from '../changes/editability.ts'
import { ReasonBadge } from '../changes/reason-badge.tsx'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { tableHeaderText } from './messages.ts'

export interface TableHeaderProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly rights: Editability
  readonly selectedRows: number
  /** Before everything else: opens the list of tables on small screens. */
  readonly leading: ReactNode
  readonly isLoading: boolean
  /** Who sees which rows. */
  readonly security: ReactNode
  /** As whom one looks, and live or not. */
  readonly viewer: ReactNode
  /** Changes of many rows. */
  readonly bulk: ReactNode
  /** Buttons that bring rows in and out. */
  readonly transfer: ReactNode
  readonly onInsert: () => void
  readonly onDelete: () => void
  readonly onRefresh: () => void
  readonly onWriteSql: (text: string) => void
}

/** What is open, what may be done to it, and what is selected. */
export function TableHeader({
  projectRef,
  entity,
  rights,
  selectedRows,
  leading,
  isLoading,
  security,
  viewer,
  bulk,
  transfer,
  onInsert,
  onDelete,
  onRefresh,
  onWriteSql,
}: TableHeaderProps) {
  const { Icon, label } = kindLooks[entity.entity_type]
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-surface px-3 py-1.5 max-md:gap-x-1 max-md:px-2">
      {leading}
      {/* on a phone the tab above says so already */}
      <LabelledIcon icon={Icon} label={label} className="size-4 shrink-0 text-faint max-md:hidden" />
      <h1 className="min-w-0 truncate text-sm font-semibold max-md:sr-only" title={entity.comment ?? undefined}>
        <span className="font-normal text-faint">{entity.schema}.</span>
        {entity.name}
      </h1>
      {security}
      {rights.reason && (
        <ReasonBadge projectRef={projectRef} reason={rights.reason} isInsertable={rights.canInsert} onDone={onRefresh} onWriteSql={onWriteSql} />
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 max-md:gap-x-0.5">
        {selectedRows > 0 && (
          <Button size="sm" variant="danger" onClick={onDelete}>
            <Trash2 aria-hidden />
            {tableHeaderText.deleteRows(numberText(selectedRows), selectedRows)}
          </Button>
        )}
        {/* on a phone there is room for what is done with the selected rows, or for the rest */}
        <span className={selectedRows > 0 ? 'contents max-md:hidden' : 'contents'}>{viewer}</span>
        {bulk}
        {transfer}
        <IconButton
          label={tableHeaderText.refresh}
          onClick={onRefresh}
          aria-busy={isLoading}
          className={selectedRows > 0 ? 'max-md:hidden' : undefined}
        >
          <RefreshCw aria-hidden className={isLoading ? 'animate-spin' : undefined} />
        </IconButton>
        {rights.canInsert && (
          <Button size="sm" variant="primary" onClick={onInsert} className={selectedRows > 0 ? 'max-md:hidden' : undefined}>
            <Plus aria-hidden />
            <span className="max-md:sr-only">{tableHeaderText.insertRow}</span>
          </Button>
        )}
      </div>
    </header>
  )
}
