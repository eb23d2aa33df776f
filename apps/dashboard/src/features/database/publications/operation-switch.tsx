import type { PublicationSummary } from '@colonnade/pg-meta/publication-summaries'
import { ConfirmDialog, Switch, toast } from '@colonnade/ui'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { useChange } from '../../../scope/changes/use-change.ts'
import { operationSwitchText, operationText } from './messages.ts'
import { switching, type Operation } from './publication-draft.ts'

export interface OperationSwitchProps {
  readonly projectRef: string
  readonly publication: PublicationSummary
  readonly operation: Operation
  readonly mayWrite: boolean
  readonly hasLabel?: boolean
}

/** Switches one kind of change of a publication. Asks first if tables would then refuse updates or deletes. */
export function OperationSwitch({ projectRef, publication, operation, mayWrite, hasLabel = false }: OperationSwitchProps) {
  const changing = useChange(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const isOn = publication[`publish_${operation}`]
  const count = publication.unidentified_tables
  const noun = operationText[operation]
  const label = operationSwitchText.label(noun, publication.name)
  const change = async (next: boolean) => {
    const isDone = await changing.run(switching(publication.name, operation, next))
    if (isDone) toast.success(operationSwitchText.done(publication.name, noun, next))
    return isDone
  }
  if (!mayWrite)
    return (
      <span className={isOn ? '' : 'text-faint'}>
        {hasLabel ? operationSwitchText.state(noun, isOn) : isOn ? operationSwitchText.yes : operationSwitchText.no}
      </span>
    )
  return (
    <>
      <Switch
        isOn={isOn}
        disabled={changing.isRunning}
        label={<span className={hasLabel ? '' : 'sr-only'}>{hasLabel ? noun : label}</span>}
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
          title={operationSwitchText.title(noun, publication.name)}
          description={operationSwitchText.noIdentity(count, noun)}
          confirmLabel={operationSwitchText.confirm(noun)}
          isDanger
          onConfirm={async () => {
            if (await change(true)) setIsAsking(false)
          }}
        />
      )}
    </>
  )
}

/** Returns whether subscribers need a replica identity for this change. */
export const needsIdentity = (operation: Operation): boolean => operation === 'update' || operation === 'delete'
