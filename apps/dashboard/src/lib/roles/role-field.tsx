import { type MemberRole, mayDecideAbout, permissions, permissionWords, rolePermissions, roles, roleWords, type Standing } from '@colonnade/contracts'
import { Field, Select } from '@colonnade/ui'
import { Check } from 'lucide-react'

export interface RoleFieldProps {
  readonly value: MemberRole
  readonly onChange: (role: MemberRole) => void
  /** Who gives it: nobody gives more than they have. */
  readonly giver: Standing
  readonly label?: string
  readonly error?: string | undefined
}

/** Chooses a role, and says what it lets one do. */
export function RoleField({ value, onChange, giver, label = 'Role', error }: RoleFieldProps) {
  const options = roles.map((role) => {
    const isMine = mayDecideAbout(giver, { role, permissions: rolePermissions[role] })
    return { value: role, label: roleWords[role].name, isDisabled: !isMine, ...(!isMine && { hint: 'not yours to give' }) }
  })
  return (
    <Field label={label} error={error} hint={roleWords[value].summary}>
      <Select<MemberRole> value={value} options={options} onValueChange={onChange} />
    </Field>
  )
}

/** Everything that a role allows, a sentence each. */
export function RolePermissions({ role }: { readonly role: MemberRole }) {
  const held = permissions.filter((permission) => rolePermissions[role].includes(permission))
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-soft select-none hover:text-fg">
        {held.length === permissions.length ? 'May do everything' : `May do ${held.length} things of ${permissions.length}`}
      </summary>
      <ul aria-label={`What ${roleWords[role].name} may do`} className="mt-2 flex flex-col gap-1 text-xs text-soft">
        {held.map((permission) => (
          <li key={permission} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-3 shrink-0 text-accent" />
            {permissionWords[permission]}
          </li>
        ))}
      </ul>
    </details>
  )
}
