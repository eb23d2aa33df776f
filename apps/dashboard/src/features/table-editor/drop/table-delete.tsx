import { ConfirmDialog, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import type { Confirmation } from '../open/open.ts'
import type { PanelProps } from '../open/panels.tsx'
import { entityQuery } from '../queries.ts'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { dropRelation } from '../../../scope/drops/drop-relation.ts'
import { tableDeleteText } from './messages.ts'

/** Drops a relation of any kind. */
export function TableDelete({ of, projectRef, onClose, onDropped }: PanelProps<Extract<Confirmation, { kind: 'table-delete' }>>) {
  const { data: entity, isPending } = useQuery(entityQuery(projectRef, { id: of.table }))
  if (isPending) return null
  if (entity === null || entity === undefined) {
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={tableDeleteText.nothing}
        description={tableDeleteText.gone}
        confirmLabel={tableDeleteText.close}
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
          {tableDeleteText.before}{' '}
          <span className="font-mono text-xs break-all text-fg">
            {schema}.{name}
          </span>
          {holdsRows ? tableDeleteText.allRows : type === 'v' ? tableDeleteText.viewRows : tableDeleteText.foreignRows}
        </>
      }
      drop={(options) => dropRelation({ type, schema, name }, options)}
      onClose={onClose}
      onDropped={() => {
        toast.success(tableDeleteText.deleted(name))
        onDropped(id)
      }}
    />
  )
}
