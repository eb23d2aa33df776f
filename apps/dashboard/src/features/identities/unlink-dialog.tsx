import type { Identity } from '@colonnade/contracts/people/identities'
import { Dialog, toast } from '@colonnade/ui'
import { NoPasswordNote } from '../../lib/proof/no-password-note.tsx'
import { ProofForm } from '../../lib/proof/proof-form.tsx'
import { useUnlink } from './mutations.ts'

export interface UnlinkDialogProps {
  readonly identity: Identity | undefined
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** Takes a way in away. */
export function UnlinkDialog({ identity, hasPassword, onClose }: UnlinkDialogProps) {
  return (
    <Dialog
      isOpen={identity !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Unlink ${identity?.provider.name ?? ''}?`}
      description="It signs you in no more, and all other sessions end. Your account there stays as it is."
    >
      {identity && (hasPassword ? <UnlinkForm id={identity.id} onDone={onClose} /> : <NoPasswordNote />)}
    </Dialog>
  )
}

function UnlinkForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const unlink = useUnlink()
  return (
    <ProofForm
      submitLabel="Unlink"
      hasApp={false}
      isDanger
      isPending={unlink.isPending}
      error={unlink.error}
      onSubmit={(proof) =>
        unlink.mutate(
          { id, proof },
          {
            onSuccess: () => {
              toast.success('Unlinked')
              onDone()
            },
          },
        )
      }
    />
  )
}
