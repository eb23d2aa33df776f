import { Dialog, toast } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import type { EnrolDialogProps } from './enrol-dialog.tsx'
import { turnOffText } from './messages.ts'
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
      title={turnOffText.title}
      description={turnOffText.description}
    >
      <ProofForm
        hasApp

        submitLabel={turnOffText.confirm}
        isDanger
        isPending={remove.isPending}
        error={remove.error}
        onSubmit={(proof) =>
          remove.mutate(proof, {
            onSuccess: () => {
              toast.success(turnOffText.done)
              onOpenChange(false)
            },
          })
        }
      />
    </Dialog>
  )
}
