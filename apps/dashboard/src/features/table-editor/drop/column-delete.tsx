import { dropByName } from '@colonnade/pg-meta/drops'
import { toast } from '@colonnade/ui'
import { useEffect } from 'react'
import type { Confirmation } from '../open/open.ts'
import type { PanelProps } from '../open/panels.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { columnDeleteText } from './messages.ts'

/** Drops a column of the shown table. The dialog closes if the column no longer exists or belongs to a view's query. */
export function ColumnDelete({ of, projectRef, entity, onClose, onDone, onRefresh }: PanelProps<Extract<Confirmation, { kind: 'column-delete' }>>) {
  const isOfQuery = entity?.entity_type === 'v' || entity?.entity_type === 'm'
  const column = isOfQuery ? undefined : entity?.columns.find(({ name }) => name === of.column)
  const isGone = entity !== null && column === undefined
  useEffect(() => {
    if (isGone) onDone()
  }, [isGone, onDone])
  if (entity === null || column === undefined) return null
  return (
    <DropDialog
      projectRef={projectRef}
      target={{ id: entity.id, column: column.name }}
      noun={columnDeleteText.column}
      name={column.name}
      description={
        <>
          {columnDeleteText.before}{' '}
          <span className="font-mono text-xs break-all text-fg">
            {entity.schema}.{entity.name}
          </span>
          .
        </>
      }
      drop={(options) => dropByName({ kind: 'column', schema: entity.schema, table: entity.name, name: column.name }, options)}
      onClose={onClose}
      onDropped={() => {
        toast.success(columnDeleteText.columnDeleted(column.name))
        onRefresh()
        onDone()
      }}
    />
  )
}
