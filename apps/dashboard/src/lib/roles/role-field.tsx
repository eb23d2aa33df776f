import { mayDecideAbout, type Permission, permissions, type Standing } from '@colonnade/contracts/foundation/permissions'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import { Field, Select } from '@colonnade/ui'
import { RoleExplanation } from './role-explanation.tsx'

export interface RoleFieldProps {
  readonly value: string
  readonly onChange: (role: string) => void
  /** All that there are to choose from. */
  readonly roles: readonly OrganizationRole[]
  /** Who gives it: nobody gives more than they have. */
  readonly giver: Standing
  readonly label?: string
  readonly error?: string | undefined
}

/** Selects a role and shows its description. */
export function RoleField({ value, onChange, roles, giver, label = 'Role', error }: RoleFieldProps) {
  const options = roles.map(({ id, name, permissions: held }) => {
    const isMine = mayDecideAbout(giver, { role: id, permissions: held })
    return { value: id, label: name, isDisabled: !isMine, ...(!isMine && { hint: 'You can’t assign this role' }) }
  })
  return (
    <Field label={label} error={error} hint={roles.find(({ id }) => id === value)?.description || undefined}>
      <Select value={value} options={options} onValueChange={onChange} />
    </Field>
  )
}

export interface RolePermissionsProps {
  readonly name: string
  readonly held: readonly Permission[]
}

/** How much a role allows; it opens to what that is. */
export function RolePermissions({ name, held }: RolePermissionsProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-soft select-none hover:text-fg">{permissionCount(held)}</summary>
      <RoleExplanation name={name} held={held} className="mt-2" />
    </details>
  )
}

export function permissionCount(held: readonly Permission[]): string {
  return held.length === permissions.length ? 'Full access' : `${held.length} of ${permissions.length} permissions`
}
