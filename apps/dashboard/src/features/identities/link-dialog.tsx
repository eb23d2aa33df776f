import type { SignInProvider } from '@colonnade/contracts/people/sessions'
import { Dialog } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { NoPasswordNote } from '../../lib/proof/no-password-note.tsx'
import { useBeginLink } from './mutations.ts'

export interface LinkDialogProps {
  readonly provider: SignInProvider | undefined
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** Leaves for a provider, to link who one is there. */
export function LinkDialog({ provider, hasPassword, onClose }: LinkDialogProps) {
  return (
    <Dialog
      isOpen={provider !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Link ${provider?.name ?? ''}`}
      description={`You say there who you are, and come back. From then on it signs you in here, and all other sessions end.`}
    >
      {provider && (hasPassword ? <LinkForm provider={provider.key} /> : <NoPasswordNote />)}
    </Dialog>
  )
}

function LinkForm({ provider }: { readonly provider: string }) {
  const begin = useBeginLink()
  return (
    <ProofForm
      submitLabel="Continue"
      hasApp={false}
      isPending={begin.isPending}
      error={begin.error}
      onSubmit={(proof) => begin.mutate({ provider, proof })}
    />
  )
}
