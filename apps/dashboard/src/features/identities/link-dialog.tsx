import type { SignInProvider } from '@colonnade/contracts/people/sessions'
import { Dialog } from '@colonnade/ui'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { NoPasswordNote } from '../../lib/proof/no-password-note.tsx'
import { linkText } from './messages.ts'
import { useBeginLink } from './mutations.ts'

export interface LinkDialogProps {
  readonly provider: SignInProvider | undefined
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** Opens a provider to link the person's account there. */
export function LinkDialog({ provider, hasPassword, onClose }: LinkDialogProps) {
  return (
    <Dialog
      isOpen={provider !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={linkText.title(provider?.name ?? '')}
      description={linkText.description(provider?.name ?? '')}
    >
      {provider && (hasPassword ? <LinkForm provider={provider.key} /> : <NoPasswordNote />)}
    </Dialog>
  )
}

function LinkForm({ provider }: { readonly provider: string }) {
  const begin = useBeginLink()
  return (
    <ProofForm
      submitLabel={linkText.continue}
      hasApp={false}
      isPending={begin.isPending}
      error={begin.error}
      onSubmit={(proof) => begin.mutate({ provider, proof })}
    />
  )
}
