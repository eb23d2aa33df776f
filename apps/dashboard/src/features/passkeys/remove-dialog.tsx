import { Dialog, toast } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { useRemovePasskey } from './mutations.ts'
import type { PasskeyDialogProps } from './rename-dialog.tsx'

/** Removes a passkey. */
export function RemoveDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <Dialog
      isOpen={passkey !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove “${passkey?.name ?? ''}”?`}
      description="It signs in no more, and all other sessions end. The device goes on offering it until you delete it there, too."
    >
      {passkey && <RemoveForm id={passkey.id} onDone={onClose} />}
    </Dialog>
  )
}

function RemoveForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const remove = useRemovePasskey()
  return (
    <ProofForm
      submitLabel="Remove passkey"
      hasApp={false}
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={(proof) =>
        remove.mutate(
          { id, proof },
          {
            onSuccess: () => {
              toast.success('Passkey removed')
              onDone()
            },
          },
        )
      }
    />
  )
}
