import { dropByName } from '@colonnade/pg-meta/drops'
import { toast } from '@colonnade/ui'
import { useEffect } from 'react'
import type { Confirmation } from '../open/open.ts'
import type { PanelProps } from '../open/panels.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'

/** Drops a column of the table that is looked at. One that is not there (any more), or is of a view's query, closes what asks. */
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
      noun="column"
      name={column.name}
      description={
        <>
          Its values in all rows of{' '}
          <span className="font-mono text-xs break-all text-fg">
            {entity.schema}.{entity.name}
          </span>{' '}
          are deleted for good.
        </>
      }
      drop={(options) => dropByName({ kind: 'column', schema: entity.schema, table: entity.name, name: column.name }, options)}
      onClose={onClose}
      onDropped={() => {
        toast.success(`Column ${column.name} deleted`)
        onRefresh()
        onDone()
      }}
    />
  )
}
