import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { ConfirmDialog, toast } from '@colonnade/ui'

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
      title={token === undefined ? 'Revoke' : `Revoke “${token.name}”?`}
      description={
        token?.is_expired === true
          ? 'It has expired already. It leaves the list; what it did stays in the audit logs.'
          : 'Whatever uses it is refused from now on, and what it has open ends. This can not be undone.'
      }
      confirmLabel="Revoke token"
      onConfirm={async () => {
        if (token === undefined) return
        await onRevoke(token.id)
        toast.success('Token revoked')
      }}
    />
  )
}
