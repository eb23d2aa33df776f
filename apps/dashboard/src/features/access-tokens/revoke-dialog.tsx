import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { revokeText } from './messages.ts'

export interface RevokeDialogProps {
  /** Undefined while it is closed. */
  readonly token: AccessToken | undefined
  readonly onClose: () => void
  readonly onRevoke: (id: string) => Promise<void>
}

/** Asks before a token stops working: scripts that use it fail from then on. */
export function RevokeDialog({ token, onClose, onRevoke }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      isOpen={token !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDanger
      title={token === undefined ? revokeText.revoke : revokeText.title(token.name)}
      description={token?.is_expired === true ? revokeText.expired : revokeText.description}
      confirmLabel={revokeText.confirm}
      onConfirm={async () => {
        if (token === undefined) return
        await onRevoke(token.id)
        toast.success(revokeText.revoked)
      }}
    />
  )
}
