import { Dialog } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import type { EnrolDialogProps } from './enrol-dialog.tsx'
import { useRenewRecoveryCodes } from './mutations.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Makes new recovery codes. */
export function RenewDialog({ isOpen, onOpenChange }: EnrolDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="New recovery codes">
      <Renewal onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Apart from the dialog, so that the codes are forgotten when it closes. */
function Renewal({ onDone }: { readonly onDone: () => void }) {
  const renew = useRenewRecoveryCodes()
  if (renew.data) return <RecoveryCodes codes={renew.data.recovery_codes} onDone={onDone} />
  return (
    <>
      <p className="text-soft">Ten new ones take the place of those that you have, which open nothing any more.</p>
      <ProofForm hasApp submitLabel="Make new codes" isPending={renew.isPending} error={renew.error} onSubmit={(proof) => renew.mutate(proof)} />
    </>
  )
}
