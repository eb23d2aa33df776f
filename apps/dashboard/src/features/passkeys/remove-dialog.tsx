import { Dialog, toast } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { removeText } from './messages.ts'
import { useRemovePasskey } from './mutations.ts'
import type { PasskeyDialogProps } from './rename-dialog.tsx'

/** Removes a passkey. */
export function RemoveDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <Dialog
      isOpen={passkey !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={removeText.title(passkey?.name ?? '')}
      description={removeText.description}
    >
      {passkey && <RemoveForm id={passkey.id} onDone={onClose} />}
    </Dialog>
  )
}

function RemoveForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const remove = useRemovePasskey()
  return (
    <ProofForm
      submitLabel={removeText.confirm}
      hasApp={false}
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={(proof) =>
        remove.mutate(
          { id, proof },
          {
            onSuccess: () => {
              toast.success(removeText.removed)
              onDone()
            },
          },
        )
      }
    />
  )
}
