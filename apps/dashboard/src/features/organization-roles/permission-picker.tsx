import { basePermissions, type Permission } from '@colonnade/contracts/foundation/permissions'
import { ownersPermissions, withNeeded, withoutDependent } from '@colonnade/contracts/organizations/organization-roles'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import { Checkbox } from '@colonnade/ui'
import { permissionAreas } from '../../lib/roles/permission-areas.ts'
import { pickerText } from './messages.ts'

export interface PermissionPickerProps {
  readonly held: readonly Permission[]
  readonly onChange: (held: readonly Permission[]) => void
}

/** Everything that a role can be made of: with each comes what it needs, and with what is taken away goes what needs that. */
export function PermissionPicker({ held, onChange }: PermissionPickerProps) {
  return (
    <div className="flex flex-col gap-3">
      {permissionAreas.map(([title, all]) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-1 text-xs font-medium text-faint">{title}</legend>
          <div className="flex flex-col gap-1">
            {all.map((permission) => (
              <Checkbox
                key={permission}
                isChecked={held.includes(permission)}
                disabled={basePermissions.includes(permission) || ownersPermissions.includes(permission)}
                onCheckedChange={(isChecked) => onChange(isChecked ? withNeeded([...held, permission]) : withoutDependent(held, permission))}
                className="items-start [&>:first-child]:mt-0.5"
                label={
                  <span className="min-w-0 first-letter:uppercase">
                    {permissionWords[permission]}
                    {basePermissions.includes(permission) && <span className="text-xs text-faint">{pickerText.everyone}</span>}
                    {ownersPermissions.includes(permission) && <span className="text-xs text-faint">{pickerText.ownersOnly}</span>}
                  </span>
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
