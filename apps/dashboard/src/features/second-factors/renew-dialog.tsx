import { Dialog } from '@colonnade/ui'
import { useState } from 'react'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import type { EnrolDialogProps } from './enrol-dialog.tsx'
import { renewText } from './messages.ts'
import { useRenewRecoveryCodes } from './mutations.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Makes new recovery codes. */
export function RenewDialog({ isOpen, onOpenChange }: EnrolDialogProps) {
  const [isHeld, setIsHeld] = useState(false)
  const change = (next: boolean) => {
    setIsHeld(false)
    onOpenChange(next)
  }
  return (
    <Dialog isOpen={isOpen} onOpenChange={change} isHeld={isHeld} title={renewText.title}>
      <Renewal onCodes={() => setIsHeld(true)} onDone={() => change(false)} />
    </Dialog>
  )
}

/** Apart from the dialog, so that the codes are forgotten when it closes. */
function Renewal({ onCodes, onDone }: { readonly onCodes: () => void; readonly onDone: () => void }) {
  const renew = useRenewRecoveryCodes()
  if (renew.data) return <RecoveryCodes codes={renew.data.recovery_codes} onDone={onDone} />
  return (
    <>
      <p className="text-soft">{renewText.description}</p>
      <ProofForm
        hasApp
        submitLabel={renewText.confirm}
        isPending={renew.isPending}
        error={renew.error}
        onSubmit={(proof) => renew.mutate(proof, { onSuccess: onCodes })}
      />
    </>
  )
}
