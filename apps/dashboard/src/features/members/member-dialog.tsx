import { mayDecideAbout } from '@colonnade/contracts/foundation/permissions'
import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, Dialog, DialogClose, RelativeTime, toast } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useChangeMember } from './mutations.ts'
import { accessOf, accessText, isSameAccess } from './project-access.ts'
import { ProjectAccessField } from './project-access-field.tsx'
import { AwaitedRoles } from '../../lib/roles/awaited-roles.tsx'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { organizationProjectsQuery } from '../../scope/queries.ts'
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
  const [role, setRole] = useState(member.role)
  const [access, setAccess] = useState(() => accessOf(member))
  const change = useChangeMember(slug)
  const { data: roles, error: rolesError, refetch: refetchRoles } = useQuery(rolesQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  const before = findRole(roles, member.role)
  // one that went while this was open
  const chosen = findRole(roles, role) ?? before
  const mayDecide = before !== undefined && mayDecideAbout(organization, { role: before.id, permissions: before.permissions })
  const mayChange = mayDecide && !isLastOwner
  const hasChoice = mayChange && !member.is_self && role !== 'owner'
  const isOtherAccess = hasChoice && !isSameAccess(access, accessOf(member))
  const save = () =>
    change.mutate(
      { member, role, access: isOtherAccess ? access : undefined },
      {
        onSuccess: () => {
          onClose()
          if (role !== member.role) toast.success(`${member.is_self ? 'You are' : `${member.username} is`} ${chosen?.name ?? 'a member'} now`)
          else toast.success('Access saved')
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
            {member.has_two_factor !== null && <span>{member.has_two_factor ? 'two-step sign-in' : 'no two-step sign-in'}</span>}
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
            <Button variant="primary" disabled={role === member.role && !isOtherAccess} isPending={change.isPending} onClick={save}>
              Save
            </Button>
          )}
        </>
      }
    >
      {roles === undefined && <AwaitedRoles error={rolesError} onRetry={() => void refetchRoles()} />}
      {mayChange && roles !== undefined ? (
        <RoleField value={role} onChange={setRole} roles={roles} giver={organization} />
      ) : (
        <div>
          <h3 className="text-sm font-medium">{member.role_name}</h3>
          <p className="text-xs text-faint">{before?.description}</p>
        </div>
      )}
      {chosen !== undefined && <RolePermissions name={chosen.name} held={chosen.permissions} />}
      {hasChoice && roles !== undefined && (
        <ProjectAccessField projects={projects} roles={roles} roleName={chosen?.name ?? member.role_name} value={access} onChange={setAccess} />
      )}
      {!hasChoice && accessText(member) !== null && <p className="text-xs text-soft">Projects: {accessText(member)}.</p>}
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

function findRole(roles: readonly OrganizationRole[] = [], id: string): OrganizationRole | undefined {
  return roles.find((role) => role.id === id)
}

/** What is hard to take back. */
function warning({ username, is_self: isSelf }: Member, role: string): string | null {
  if (role === 'owner') return `${username} may then decide about everything, also about you, and only owners can take it back.`
  if (isSelf) return 'You give up a part of what you may do. Only somebody else can give it back to you.'
  return null
}
