import type { ProjectSigningKey } from '@colonnade/contracts/api/signing-keys'
import { isAppError } from '@colonnade/core'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ProofDialog } from '../../scope/proof/proof-dialog.tsx'
import type { KeyAction } from './key-actions.ts'
import { deleteText, keyName, restoreText, revokeText, rotateEarlyText, rotateNowLabel, rotateText, actDialogText } from './messages.ts'
import { useRemoveKey, useUpdateKey } from './mutations.ts'

export interface ActDialogProps {
  readonly projectRef: string
  readonly signingKey: ProjectSigningKey
  readonly action: KeyAction
  readonly onClose: () => void
}

/** Asks before a key is put into another state, or deleted. */
export function ActDialog({ projectRef, signingKey, action, onClose }: ActDialogProps) {
  const { id, ready_at } = signingKey
  const name = keyName(signingKey)
  const update = useUpdateKey(projectRef)
  const remove = useRemoveKey(projectRef)
  const [isProving, setIsProving] = useState(false)
  const [openedAt] = useState(() => Date.now())
  const isEarly = action === 'rotate' && ready_at !== null && Date.parse(ready_at) > openedAt
  const finishDelete = async () => {
    await remove.mutateAsync(id)
    toast.success(actDialogText.keyDeleted)
  }
  const change = async (status: ProjectSigningKey['status'], done: string) => {
    await update.mutateAsync({ id, status, ...(isEarly && { immediately: true }) })
    toast.success(done)
  }
  const ways = {
    rotate: {
      title: actDialogText.rotateTitle(name),
      description: rotateText,
      label: isEarly ? rotateNowLabel : actDialogText.rotate,
      isDanger: isEarly,
      run: () => change('in_use', actDialogText.keysRotated),
    },
    revoke: {
      title: actDialogText.revokeTitle(name),
      description: revokeText,
      label: actDialogText.revokeKey,
      isDanger: true,
      run: () => change('revoked', actDialogText.keyRevoked),
    },
    restore: {
      title: actDialogText.restoreTitle(name),
      description: restoreText,
      label: actDialogText.restoreKey,
      isDanger: false,
      run: () => change('previously_used', actDialogText.keyRestored),
    },
    standby: {
      title: actDialogText.standbyTitle(name),
      description: actDialogText.standbyBody,
      label: actDialogText.moveToStandby,
      isDanger: false,
      run: () => change('standby', actDialogText.keyMovedStandby),
    },
    delete: { title: actDialogText.deleteTitle(name), description: deleteText, label: actDialogText.deleteKey, isDanger: true, run: finishDelete },
  } as const
  const { title, description, label, isDanger, run } = ways[action]
  if (isProving) return <ProofDialog isOpen title={title} submitLabel={label} isDanger onProven={finishDelete} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      confirmLabel={label}
      isDanger={isDanger}
      {...(action === 'delete' && { typedName: id.slice(0, 8) })}
      isShownElsewhere={(error) => isAppError(error, 'sign_in_again')}
      onConfirm={async () => {
        try {
          await run()
        } catch (error) {
          if (isAppError(error, 'sign_in_again')) setIsProving(true)
          throw error
        }
      }}
    >
      {isEarly && <p className="rounded-md border border-warning/30 bg-warning-tint px-3 py-2 text-sm text-warning">{rotateEarlyText}</p>}
    </ConfirmDialog>
  )
}
