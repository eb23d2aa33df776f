import type { Identity } from '@colonnade/contracts/people/identities'
import { Dialog, toast } from '@colonnade/ui'
import { NoPasswordNote } from '../../lib/proof/no-password-note.tsx'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { unlinkText } from './messages.ts'
import { useUnlink } from './mutations.ts'

export interface UnlinkDialogProps {
  readonly identity: Identity | undefined
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** Unlinks an account, so that it no longer signs in. */
export function UnlinkDialog({ identity, hasPassword, onClose }: UnlinkDialogProps) {
  return (
    <Dialog
      isOpen={identity !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={unlinkText.title(identity?.provider.name ?? '')}
      description={unlinkText.description}
    >
      {identity && (hasPassword ? <UnlinkForm id={identity.id} onDone={onClose} /> : <NoPasswordNote />)}
    </Dialog>
  )
}

function UnlinkForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const unlink = useUnlink()
  return (
    <ProofForm
      submitLabel={unlinkText.confirm}
      hasApp={false}
      isDanger
      isPending={unlink.isPending}
      error={unlink.error}
      onSubmit={(proof) =>
        unlink.mutate(
          { id, proof },
          {
            onSuccess: () => {
              toast.success(unlinkText.done)
              onDone()
            },
          },
        )
      }
    />
  )
}
