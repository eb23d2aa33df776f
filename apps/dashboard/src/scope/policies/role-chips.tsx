import { Button, Field, SearchSelect } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { roleChoicesQuery } from '../database-role/role-queries.ts'
import { roleChipsText } from './messages.ts'
import { everybody } from './policy-draft.ts'

export interface RoleChipsProps {
  readonly projectRef: string
  readonly value: readonly string[]
  readonly onChange: (roles: readonly string[]) => void
  readonly problem: string | undefined
}

const nothing = ''

/** Selects the roles a policy applies to. */
export function RoleChips({ projectRef, value, onChange, problem }: RoleChipsProps) {
  const { data } = useQuery(roleChoicesQuery(projectRef))
  const known = [everybody, ...(data?.roles ?? [])].filter((name) => !value.includes(name))
  return (
    <div className="flex flex-col gap-2">
      <Field label={roleChipsText.roles} hint={roleChipsText.hint} {...(problem !== undefined && { error: problem })}>
        <SearchSelect
          value={nothing}
          onValueChange={(name) =>
            name !== nothing && onChange(name === everybody ? [everybody] : [...value.filter((role) => role !== everybody), name])
          }
          options={[
            { value: nothing, label: roleChipsText.addRole },
            ...known.map((name) => ({ value: name, label: name, ...(name === everybody && { hint: roleChipsText.everyRole }) })),
          ]}
          searchLabel={roleChipsText.searchRoles}
          emptyText={roleChipsText.noRole}
        />
      </Field>
      <ul aria-label={roleChipsText.list} className="flex flex-wrap gap-1.5">
        {value.map((name) => (
          <li key={name}>
            <Button size="sm" aria-label={roleChipsText.remove(name)} onClick={() => onChange(value.filter((role) => role !== name))}>
              <span className="max-w-48 truncate font-mono text-xs">{name}</span>
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
