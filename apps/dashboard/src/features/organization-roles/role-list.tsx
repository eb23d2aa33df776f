import type { Member } from '@colonnade/contracts/organizations/members'
import { maxOrganizationRoles } from '@colonnade/contracts/organizations/organization-roles'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Badge, Button, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AwaitedRoles } from '../../lib/roles/awaited-roles.tsx'
import { RolePermissions } from '../../lib/roles/role-field.tsx'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { listText } from './messages.ts'
import { RemoveRole } from './remove-role.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { holdersText } from './role-words.ts'

type Open = { readonly kind: 'none' } | { readonly kind: 'new' } | { readonly kind: 'change' | 'removal'; readonly id: string }

export interface RoleListProps {
  readonly organization: Organization
  readonly members: readonly Member[]
}

/** The roles that there are, and what each lets people do; owners make more of them. */
export function RoleList({ organization, members }: RoleListProps) {
  const { data: roles, error: rolesError, refetch: refetchRoles } = useQuery(rolesQuery(organization.slug))
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const mayChange = isAllowed(organization, 'roles:manage')
  const own = roles?.filter((role) => !role.is_built_in)
  const chosen = open.kind === 'change' || open.kind === 'removal' ? roles?.find(({ id }) => id === open.id) : undefined
  const close = () => setOpen({ kind: 'none' })
  return (
    <Panel label={listText.roles}>
      <PanelHeader
        title={listText.roles}
        description={mayChange ? listText.description : listText.readOnlyDescription}
        aside={
          mayChange &&
          own !== undefined &&
          (own.length < maxOrganizationRoles ? (
            <Button onClick={() => setOpen({ kind: 'new' })}>
              <Plus aria-hidden />
              {listText.newRole}
            </Button>
          ) : (
            <span className="text-xs text-faint">{listText.limitReached(maxOrganizationRoles)}</span>
          ))
        }
      />
      {roles === undefined && (
        <PanelContent>
          <AwaitedRoles error={rolesError} onRetry={() => void refetchRoles()} />
        </PanelContent>
      )}
      <ul aria-label={listText.roles} className="ruled" hidden={roles === undefined}>
        {roles?.map((role) => (
          <li key={role.id} className="flex items-start gap-3 px-4 py-3 max-sm:flex-col">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="min-w-0 text-sm font-medium wrap-anywhere">{role.name}</span>
                {!role.is_built_in && <Badge>{listText.custom}</Badge>}
                <span className="text-xs text-faint">{holdersText(role.held_by)}</span>
              </p>
              {role.description !== '' && <p className="text-xs wrap-anywhere text-soft">{role.description}</p>}
              <RolePermissions name={role.name} held={role.permissions} />
            </div>
            {mayChange && !role.is_built_in && (
              <div className="flex gap-2">
                <Button size="sm" aria-label={listText.editRole(role.name)} onClick={() => setOpen({ kind: 'change', id: role.id })}>
                  {listText.edit}
                </Button>
                <Button size="sm" aria-label={listText.deleteRole(role.name)} onClick={() => setOpen({ kind: 'removal', id: role.id })}>
                  {listText.delete}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open.kind === 'new' && <RoleDialog slug={organization.slug} target={null} onClose={close} />}
      {chosen !== undefined && open.kind === 'change' && <RoleDialog slug={organization.slug} target={chosen} onClose={close} />}
      {roles !== undefined && chosen !== undefined && open.kind === 'removal' && (
        <RemoveRole organization={organization} target={chosen} roles={roles} members={members} onClose={close} />
      )}
    </Panel>
  )
}
