import { ConfirmDialog, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import type { Confirmation } from '../open/open.ts'
import type { PanelProps } from '../open/panels.tsx'
import { entityQuery } from '../queries.ts'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { dropRelation } from '../../../scope/drops/drop-relation.ts'

/** Drops a relation of any kind. */
export function TableDelete({ of, projectRef, onClose, onDropped }: PanelProps<Extract<Confirmation, { kind: 'table-delete' }>>) {
  const { data: entity, isPending } = useQuery(entityQuery(projectRef, { id: of.table }))
  if (isPending) return null
  if (entity === null || entity === undefined) {
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="There is nothing to delete"
        description="This table does not exist any more, or the database role may not see it."
        confirmLabel="Close"
        onConfirm={async () => onDropped(of.table)}
      />
    )
  }
  const { id, entity_type: type, schema, name } = entity
  const noun = kindLooks[type].label.toLowerCase()
  const holdsRows = type === 'r' || type === 'p' || type === 'm'
  return (
    <DropDialog
      projectRef={projectRef}
      target={{ id }}
      noun={noun}
      name={name}
      description={
        <>
          <span className="font-mono text-xs break-all text-fg">
            {schema}.{name}
          </span>{' '}
          is deleted for good
          {holdsRows ? ', with all its rows.' : type === 'v' ? '; the rows it shows stay where they are.' : '; its rows stay on their server.'}
        </>
      }
      drop={(options) => dropRelation({ type, schema, name }, options)}
      onClose={onClose}
      onDropped={() => {
        toast.success(`${name} deleted`)
        onDropped(id)
      }}
    />
  )
}
