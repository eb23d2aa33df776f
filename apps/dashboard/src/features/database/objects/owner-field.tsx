import { Field, SearchSelect } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { objectText } from './messages.ts'
import { rolesQuery } from '../roles/role-queries.ts'

export interface OwnerFieldProps {
  readonly projectRef: string
  /** Its current owner; null for a new object. */
  readonly now: string | null
  /** Empty for the role that creates it. */
  readonly value: string
  readonly onChange: (owner: string) => void
}

/** Chooses the owner of an object: its current one, or a role that the project's own can act as. */
export function OwnerField({ projectRef, now, value, onChange }: OwnerFieldProps) {
  const { data: all = [] } = useQuery(rolesQuery(projectRef))
  const roles = all.filter(({ isUsable }) => isUsable).map((role) => role.name)
  const owners = now === null || roles.includes(now) ? roles : [now, ...roles]
  return (
    <Field label={objectText.owner}>
      <SearchSelect
        searchLabel={objectText.searchRoles}
        emptyText={objectText.noRole}
        value={value}
        options={[...(now === null ? [{ value: '', label: objectText.creator }] : []), ...owners.map((name) => ({ value: name, label: name }))]}
        onValueChange={onChange}
      />
    </Field>
  )
}
