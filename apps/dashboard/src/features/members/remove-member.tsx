import type { Member } from '@colonnade/contracts/organizations/members'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { removeText } from './messages.ts'
import { useLeave, useRemoveMember } from './mutations.ts'

export interface RemoveMemberProps {
  readonly organization: Organization
  readonly member: Member
  readonly onClose: () => void
}

/** Asks before somebody is removed, or leaves. */
export function RemoveMember({ organization: { slug, name }, member, onClose }: RemoveMemberProps) {
  const remove = useRemoveMember(slug)
  const leave = useLeave(slug)
  const { is_self: isSelf, username } = member
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDanger
      title={isSelf ? removeText.leaveTitle(name) : removeText.removeTitle(username)}
      description={isSelf ? removeText.leaveBody(name) : removeText.removeBody(username, name)}
      confirmLabel={isSelf ? removeText.leaveConfirm(name) : removeText.removeConfirm(username)}
      onConfirm={async () => {
        if (isSelf) await leave.mutateAsync(name)
        else {
          await remove.mutateAsync(member)
          toast.success(removeText.removed(username))
        }
      }}
    />
  )
}
