import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { Dialog } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { prove, useHasApp } from './prove.ts'

export interface ProofDialogProps {
  readonly isOpen: boolean
  /** "Delete “jobs”?" */
  readonly title: string
  readonly submitLabel: string
  readonly isDanger?: boolean
  /** What the person wanted to do, once they have proved who they are. The dialog stays open with the error if it fails. */
  readonly onProven: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks who the person is before something that takes a recent sign-in. */
export function ProofDialog({ isOpen, title, submitLabel, isDanger = false, onProven, onClose }: ProofDialogProps) {
  const hasApp = useHasApp()
  const confirm = useMutation({
    mutationFn: async (proof: FactorProof) => {
      await prove(proof)
      await onProven()
    },
    gcTime: 0,
  })
  const close = () => {
    confirm.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && close()}
      title={title}
      description="You signed in a while ago. Confirm that it’s you."
    >
      <ProofForm
        submitLabel={submitLabel}
        hasApp={hasApp}
        isDanger={isDanger}
        isPending={confirm.isPending}
        error={confirm.error}
        onSubmit={(proof) => confirm.mutate(proof, { onSuccess: close })}
      />
    </Dialog>
  )
}
