import { mayDecideAbout } from '@colonnade/contracts/foundation/permissions'
import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { ConfirmDialog, Field, Select, toast } from '@colonnade/ui'
import { useState } from 'react'
import { removeText } from './messages.ts'
import { useRemoveRole } from './mutations.ts'
import { holdersSentence } from './role-words.ts'

export interface RemoveRoleProps {
  readonly organization: Organization
  readonly target: OrganizationRole
  readonly roles: readonly OrganizationRole[]
  readonly members: readonly Member[]
  readonly onClose: () => void
}

/** Confirms the deletion of a role, and asks which role its members get. */
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
      title={removeText.title(target.name)}
      description={held === null ? removeText.unused : removeText.held(held)}
      confirmLabel={removeText.confirm}
      isConfirmDisabled={held !== null && replacement === ''}
      onConfirm={async () => {
        await remove.mutateAsync({ id: target.id, replacement: held === null ? null : replacement })
        toast.success(removeText.deleted(target.name))
      }}
    >
      {held !== null && (
        <Field label={removeText.replacement} hint={roles.find(({ id }) => id === replacement)?.description || undefined}>
          <Select
            value={replacement}
            options={[{ value: '', label: removeText.chooseRole, isDisabled: true }, ...options]}
            onValueChange={setReplacement}
          />
        </Field>
      )}
    </ConfirmDialog>
  )
}
