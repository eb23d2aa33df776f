import type { Member } from '@colonnade/contracts/organizations/members'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { ConfirmDialog, toast } from '@colonnade/ui'
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
      title={isSelf ? `Leave ${name}?` : `Remove ${username}?`}
      description={
        isSelf
          ? `You lose ${name} and all of its projects at once. To come back, somebody has to invite you again.`
          : `${username} loses ${name} and all of its projects at once, and what is open there ends. What they made stays. Whoever knows a database password still has it: reset it if need be.`
      }
      confirmLabel={isSelf ? `Leave ${name}` : `Remove ${username}`}
      onConfirm={async () => {
        if (isSelf) await leave.mutateAsync(name)
        else {
          await remove.mutateAsync(member)
          toast.success(`${username} removed`)
        }
      }}
    />
  )
}
