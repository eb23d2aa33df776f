import { type Member, mayDecideAbout, type MemberRole, type Organization, rolePermissions, roleWords } from '@colonnade/contracts'
import { Button, Dialog, DialogClose, RelativeTime, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useChangeRole } from './mutations.ts'
import { RoleField, RolePermissions } from '../../lib/roles/role-field.tsx'

export interface MemberDialogProps {
  readonly organization: Organization
  readonly member: Member
  /** The only owner that the organization has. */
  readonly isLastOwner: boolean
  readonly onClose: () => void
  readonly onRemove: () => void
}

/** One member: who it is, what they may do, and what can be done about it. */
export function MemberDialog({ organization, member, isLastOwner, onClose, onRemove }: MemberDialogProps) {
  const { slug, name: organizationName } = organization
  const [role, setRole] = useState<MemberRole>(member.role)
  const change = useChangeRole(slug)
  const mayDecide = mayDecideAbout(organization, { role: member.role, permissions: rolePermissions[member.role] })
  const mayChange = mayDecide && !isLastOwner
  const save = () =>
    change.mutate(
      { id: member.id, role },
      {
        onSuccess: () => {
          onClose()
          toast.success(`${member.is_self ? 'You are' : `${member.username} is`} ${roleWords[role].name} now`)
        },
      },
    )
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={member.username}
      description={
        <>
          <span className="block wrap-anywhere">{member.primary_email}</span>
          <span className="dotted text-xs text-faint">
            <span>
              member since <RelativeTime value={member.joined_at} />
            </span>
            {member.last_seen_at === null ? (
              <span>never seen</span>
            ) : (
              <span>
                last seen <RelativeTime value={member.last_seen_at} />
              </span>
            )}
          </span>
        </>
      }
      footer={
        <>
          {(mayDecide || member.is_self) && (
            <Button className="mr-auto" disabled={isLastOwner} onClick={onRemove}>
              {member.is_self ? `Leave ${organizationName}` : 'Remove'}
            </Button>
          )}
          <DialogClose>
            <Button>{mayChange ? 'Cancel' : 'Close'}</Button>
          </DialogClose>
          {mayChange && (
            <Button variant="primary" disabled={role === member.role} isPending={change.isPending} onClick={save}>
              Save
            </Button>
          )}
        </>
      }
    >
      {mayChange ? (
        <RoleField value={role} onChange={setRole} giver={organization} />
      ) : (
        <div>
          <h3 className="text-sm font-medium">{roleWords[member.role].name}</h3>
          <p className="text-xs text-faint">{roleWords[member.role].summary}</p>
        </div>
      )}
      <RolePermissions role={role} />
      {isLastOwner && (
        <p className="text-xs text-soft">
          {member.is_self ? 'You are the only owner' : 'This is the only owner'}. An organization needs one: make somebody else an owner first.
        </p>
      )}
      {role !== member.role && warning(member, role) !== null && (
        <p className="rounded-md border border-warning/40 px-3 py-2 text-xs text-soft">{warning(member, role)}</p>
      )}
      {change.error && <ErrorNotice error={change.error} />}
    </Dialog>
  )
}

/** What is hard to take back. */
function warning({ username, is_self: isSelf }: Member, role: MemberRole): string | null {
  if (role === 'owner') return `${username} may then decide about everything, also about you, and only owners can take it back.`
  if (isSelf) return 'You give up a part of what you may do. Only somebody else can give it back to you.'
  return null
}
