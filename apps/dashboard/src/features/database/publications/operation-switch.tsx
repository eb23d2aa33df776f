import type { PublicationSummary } from '@colonnade/pg-meta/publication-summaries'
import { ConfirmDialog, Switch, toast } from '@colonnade/ui'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { useChange } from '../../../scope/changes/use-change.ts'
import { switching, type Operation } from './publication-draft.ts'

export interface OperationSwitchProps {
  readonly projectRef: string
  readonly publication: PublicationSummary
  readonly operation: Operation
  readonly mayWrite: boolean
  readonly hasLabel?: boolean
}

/** Whether a publication publishes one kind of change. It is asked about first where tables would refuse updates or deletes by it. */
export function OperationSwitch({ projectRef, publication, operation, mayWrite, hasLabel = false }: OperationSwitchProps) {
  const changing = useChange(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const isOn = publication[`publish_${operation}`]
  const count = publication.unidentified_tables
  const label = `Publish ${operation} of ${publication.name}`
  const change = async (next: boolean) => {
    const isDone = await changing.run(switching(publication.name, operation, next))
    if (isDone) toast.success(`${publication.name} ${next ? 'publishes' : 'does not publish'} ${operation} ${next ? 'now' : 'any more'}`)
    return isDone
  }
  if (!mayWrite) return <span className={isOn ? '' : 'text-faint'}>{`${hasLabel ? `${operation}: ` : ''}${isOn ? 'yes' : 'no'}`}</span>
  return (
    <>
      <Switch
        isOn={isOn}
        disabled={changing.isRunning}
        label={<span className={hasLabel ? '' : 'sr-only'}>{hasLabel ? operation : label}</span>}
        onChange={(next) => {
          if (next && needsIdentity(operation) && count > 0) setIsAsking(true)
          else void change(next)
        }}
      />
      {changing.error !== null && (
        <p role="alert" className="text-xs wrap-anywhere text-danger">
          {messageOf(changing.error)}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title={`Publish ${operation} of ${publication.name}?`}
          description={`${count === 1 ? '1 table of it has' : `${count.toLocaleString('en')} tables of it have`} neither a primary key nor another replica identity. Postgres will refuse every ${operation} of ${count === 1 ? 'its' : 'their'} rows from then on.`}
          confirmLabel={`Publish ${operation}`}
          isDanger
          onConfirm={async () => {
            if (await change(true)) setIsAsking(false)
          }}
        />
      )}
    </>
  )
}

/** Whether those who follow have to tell rows apart. */
export const needsIdentity = (operation: Operation): boolean => operation === 'update' || operation === 'delete'
