import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { isAppError } from '@colonnade/core'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ProofDialog } from '../../scope/proof/proof-dialog.tsx'
import { KeyClients } from './key-use.tsx'
import { deleteText, deleteTitle, neverUsedText, deleteKeyText } from './messages.ts'
import { useRemoveKey } from './mutations.ts'

export interface DeleteKeyProps {
  readonly projectRef: string
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Asks before a key is deleted, shows who uses it, and asks who the person is if they signed in a while ago. */
export function DeleteKey({ projectRef, apiKey, onClose }: DeleteKeyProps) {
  const remove = useRemoveKey(projectRef)
  const [isProving, setIsProving] = useState(false)
  const finish = async () => {
    await remove.mutateAsync(apiKey.id)
    toast.success(deleteKeyText.apiKeyDeleted)
  }
  if (isProving) {
    return <ProofDialog isOpen title={deleteTitle(apiKey)} submitLabel={deleteKeyText.deleteKey} isDanger onProven={finish} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDanger
      title={deleteTitle(apiKey)}
      description={deleteText}
      typedName={apiKey.name}
      confirmLabel={deleteKeyText.deleteKey}
      isShownElsewhere={(error) => isAppError(error, 'sign_in_again')}
      onConfirm={async () => {
        try {
          await finish()
        } catch (error) {
          if (isAppError(error, 'sign_in_again')) setIsProving(true)
          throw error
        }
      }}
    >
      {apiKey.clients.length > 0 ? <KeyClients apiKey={apiKey} /> : <p className="text-sm">{neverUsedText}</p>}
    </ConfirmDialog>
  )
}
