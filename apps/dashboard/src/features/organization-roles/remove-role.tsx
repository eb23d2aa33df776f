import { mayDecideAbout } from '@colonnade/contracts/foundation/permissions'
import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { ConfirmDialog, Field, Select, toast } from '@colonnade/ui'
import { useState } from 'react'
import { useRemoveRole } from './mutations.ts'
import { holdersSentence } from './role-words.ts'

export interface RemoveRoleProps {
  readonly organization: Organization
  readonly target: OrganizationRole
  readonly roles: readonly OrganizationRole[]
  readonly members: readonly Member[]
  readonly onClose: () => void
}

/** Asks before a role goes, and which one its people get in its place. */
export function RemoveRole({ organization, target, roles, members, onClose }: RemoveRoleProps) {
  const remove = useRemoveRole(organization.slug)
  const [replacement, setReplacement] = useState('')
  const held = holdersSentence(target, members)
  const options = roles
    .filter(({ id, permissions }) => id !== target.id && id !== 'owner' && mayDecideAbout(organization, { role: id, permissions }))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDanger
      title={`Delete “${target.name}”?`}
      description={
        held === null ? 'Nobody has it. This can not be undone.' : `${held} They get another role in the same moment. This can not be undone.`
      }
      confirmLabel="Delete role"
      isConfirmDisabled={held !== null && replacement === ''}
      onConfirm={async () => {
        await remove.mutateAsync({ id: target.id, replacement: held === null ? null : replacement })
        toast.success(`Role “${target.name}” deleted`)
      }}
    >
      {held !== null && (
        <Field label="Role in its place" hint={roles.find(({ id }) => id === replacement)?.description || undefined}>
          <Select
            value={replacement}
            options={[{ value: '', label: 'Choose a role', isDisabled: true }, ...options]}
            onValueChange={setReplacement}
          />
        </Field>
      )}
    </ConfirmDialog>
  )
}
