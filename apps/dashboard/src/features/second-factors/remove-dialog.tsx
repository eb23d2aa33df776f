import { Dialog, toast } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import type { EnrolDialogProps } from './enrol-dialog.tsx'
import { useRemoveTotp } from './mutations.ts'

/** Turns the authenticator app off. */
export function RemoveDialog({ isOpen, onOpenChange }: EnrolDialogProps) {
  const remove = useRemoveTotp()
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        remove.reset()
        onOpenChange(next)
      }}
      title="Turn off the authenticator app?"
      description="Your password alone signs in again, and your recovery codes open nothing any more. All other sessions end."
    >
      <ProofForm
        hasApp

        submitLabel="Turn off"
        isDanger
        isPending={remove.isPending}
        error={remove.error}
        onSubmit={(proof) =>
          remove.mutate(proof, {
            onSuccess: () => {
              toast.success('Authenticator app turned off')
              onOpenChange(false)
            },
          })
        }
      />
    </Dialog>
  )
}
