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
import { dialogText } from './messages.ts'

export interface MemberDialogProps {
  readonly organization: Organization
  readonly member: Member
  /** Whether the member is the organization's only owner. */
  readonly isLastOwner: boolean
  readonly onClose: () => void
  readonly onRemove: () => void
}

/** Shows a member with their role and project access, and changes or removes them. */
export function MemberDialog({ organization, member, isLastOwner, onClose, onRemove }: MemberDialogProps) {
  const { slug, name: organizationName } = organization
  const [role, setRole] = useState(member.role)
  const [access, setAccess] = useState(() => accessOf(member))
  const change = useChangeMember(slug)
  const { data: roles, error: rolesError, refetch: refetchRoles } = useQuery(rolesQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  const before = findRole(roles, member.role)
  // the role may have been deleted while this was open
  const chosen = findRole(roles, role) ?? before
  const mayDecide = before !== undefined && mayDecideAbout(organization, { role: before.id, permissions: before.permissions })
  const mayChange = mayDecide && !isLastOwner
  const hasChoice = mayChange && !member.is_self && role !== 'owner'
  const isOtherAccess = hasChoice && !isSameAccess(access, accessOf(member))
  const memberAccess = accessText(member)
  const save = () =>
    change.mutate(
      { member, role, access: isOtherAccess ? access : undefined },
      {
        onSuccess: () => {
          onClose()
          if (role !== member.role) {
            const roleName = chosen?.name ?? dialogText.anyRole
            toast.success(member.is_self ? dialogText.ownRoleChanged(roleName) : dialogText.roleChanged(member.username, roleName))
          } else toast.success(dialogText.accessSaved)
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
              {dialogText.memberSince}
              <RelativeTime value={member.joined_at} />
            </span>
            {member.has_two_factor !== null && <span>{member.has_two_factor ? dialogText.hasTwoStep : dialogText.noTwoStep}</span>}
            {member.last_seen_at === null ? (
              <span>{dialogText.neverSeen}</span>
            ) : (
              <span>
                {dialogText.lastSeen}
                <RelativeTime value={member.last_seen_at} />
              </span>
            )}
          </span>
        </>
      }
      footer={
        <>
          {(mayDecide || member.is_self) && (
            <Button className="mr-auto" disabled={isLastOwner} onClick={onRemove}>
              {member.is_self ? dialogText.leave(organizationName) : dialogText.remove}
            </Button>
          )}
          <DialogClose>
            <Button>{mayChange ? dialogText.cancel : dialogText.close}</Button>
          </DialogClose>
          {mayChange && (
            <Button variant="primary" disabled={role === member.role && !isOtherAccess} isPending={change.isPending} onClick={save}>
              {dialogText.save}
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
      {!hasChoice && memberAccess !== null && <p className="text-xs text-soft">{dialogText.projects(memberAccess)}</p>}
      {isLastOwner && <p className="text-xs text-soft">{member.is_self ? dialogText.selfLastOwner : dialogText.lastOwner}</p>}
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

/** Returns a warning before a change that is hard to undo. */
function warning({ username, is_self: isSelf }: Member, role: string): string | null {
  if (role === 'owner') return dialogText.ownerWarning(username)
  if (isSelf) return dialogText.selfWarning
  return null
}
