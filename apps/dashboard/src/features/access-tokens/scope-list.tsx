import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import { Checkbox } from '@colonnade/ui'
import { permissionAreas } from '../../lib/roles/permission-areas.ts'

export interface ScopeListProps {
  readonly chosen: readonly Permission[]
  readonly onChange: (chosen: readonly Permission[]) => void
}

/** Everything that a token can be allowed, to choose from. */
export function ScopeList({ chosen, onChange }: ScopeListProps) {
  return (
    <div className="flex max-h-72 flex-col gap-3 overflow-y-auto rounded-md border bg-sunken p-3">
      {permissionAreas.map(([title, scopes]) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-1 text-xs font-medium text-faint">{title}</legend>
          <div className="flex flex-col gap-1">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                isChecked={chosen.includes(scope)}
                onCheckedChange={(isChecked) => onChange(isChecked ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
                className="items-start [&>:first-child]:mt-0.5"
                label={
                  <span className="min-w-0 first-letter:uppercase">
                    {permissionWords[scope]} <span className="font-mono text-xs text-faint">{scope}</span>
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
