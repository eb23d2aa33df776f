import type { Entity } from '@colonnade/pg-meta'
import { Badge, Button, CodeBlock, IconButton, LabelledIcon, Popover, Tooltip } from '@colonnade/ui'
import { Lock, Plus, RefreshCw, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Editability } from '../changes/editability.ts'
import { kindLooks } from '../entities/kind-looks.ts'
import { numberText } from '../rows-text.ts'

export interface TableHeaderProps {
  readonly entity: Entity
  readonly rights: Editability
  readonly selectedRows: number
  /** Before everything else: opens the list of tables on small screens. */
  readonly leading: ReactNode
  readonly isLoading: boolean
  readonly onInsert: () => void
  readonly onDelete: () => void
  readonly onRefresh: () => void
  readonly onWriteSql: (text: string) => void
}

/** What is open, what may be done to it, and what is selected. */
export function TableHeader({ entity, rights, selectedRows, leading, isLoading, onInsert, onDelete, onRefresh, onWriteSql }: TableHeaderProps) {
  const { Icon, label } = kindLooks[entity.kind]
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-surface px-3 py-1.5">
      {leading}
      <LabelledIcon icon={Icon} label={label} className="size-4 shrink-0 text-faint" />
      <h1 className="min-w-0 truncate text-sm font-semibold" title={entity.comment ?? undefined}>
        <span className="font-normal text-faint">{entity.schema}.</span>
        {entity.name}
      </h1>
      {entity.kind === 'r' || entity.kind === 'p' ? <Rls isEnabled={entity.rls_enabled} /> : null}
      {rights.reason && <Reason reason={rights.reason} isInsertable={rights.canInsert} onWriteSql={onWriteSql} />}
      <div className="ml-auto flex items-center gap-2">
        {selectedRows > 0 && (
          <Button size="sm" variant="danger" onClick={onDelete}>
            <Trash2 aria-hidden />
            Delete {numberText(selectedRows)} {selectedRows === 1 ? 'row' : 'rows'}
          </Button>
        )}
        <IconButton label="Refresh" onClick={onRefresh} aria-busy={isLoading}>
          <RefreshCw aria-hidden className={isLoading ? 'animate-spin' : undefined} />
        </IconButton>
        {rights.canInsert && (
          <Button size="sm" variant="primary" onClick={onInsert}>
            <Plus aria-hidden />
            Insert row
          </Button>
        )}
      </div>
    </header>
  )
}

function Rls({ isEnabled }: { readonly isEnabled: boolean }) {
  const label = isEnabled ? 'RLS' : 'No RLS'
  const text = isEnabled
    ? 'Row-level security is on: the API shows only rows that a policy allows.'
    : 'Row-level security is off: whoever has the anon key can read and change every row through the API.'
  return (
    <Tooltip content={text}>
      <button type="button" className="rounded-full" aria-label={`${label}. ${text}`}>
        <Badge tone={isEnabled ? 'accent' : 'warning'}>
          {isEnabled ? <ShieldCheck aria-hidden className="size-3" /> : <ShieldOff aria-hidden className="size-3" />}
          {label}
        </Badge>
      </button>
    </Tooltip>
  )
}

interface ReasonProps {
  readonly reason: NonNullable<Editability['reason']>
  readonly isInsertable: boolean
  readonly onWriteSql: (text: string) => void
}

function Reason({ reason, isInsertable, onWriteSql }: ReasonProps) {
  return (
    <Popover
      label={reason.title}
      className="w-96"
      trigger={
        <button type="button" className="rounded-full">
          <Badge tone="neutral">
            <Lock aria-hidden className="size-3" />
            {isInsertable ? 'Insert only' : 'Read-only'}
          </Badge>
        </button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        <h2 className="font-medium">{reason.title}</h2>
        <p className="text-soft">{reason.text}</p>
        {reason.sql !== null && (
          <>
            <CodeBlock code={reason.sql} label="statement" isWrapped />
            <div>
              <Button size="sm" onClick={() => onWriteSql(reason.sql!)}>
                Open in the SQL editor
              </Button>
            </div>
          </>
        )}
      </div>
    </Popover>
  )
}
