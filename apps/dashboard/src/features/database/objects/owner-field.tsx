import { Field, SearchSelect } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '../roles/role-queries.ts'

export interface OwnerFieldProps {
  readonly projectRef: string
  /** Who owns it now; null for what is being made. */
  readonly now: string | null
  /** Empty for the role that creates it. */
  readonly value: string
  readonly onChange: (owner: string) => void
}

/** Who is to own an object: whom it belongs to now, or a role that the project's own can act as. */
export function OwnerField({ projectRef, now, value, onChange }: OwnerFieldProps) {
  const { data: all = [] } = useQuery(rolesQuery(projectRef))
  const roles = all.filter(({ isUsable }) => isUsable).map((role) => role.name)
  const owners = now === null || roles.includes(now) ? roles : [now, ...roles]
  return (
    <Field label="Owner">
      <SearchSelect
        searchLabel="Search roles"
        emptyText="No role has this name."
        value={value}
        options={[
          ...(now === null ? [{ value: '', label: 'The role that creates it' }] : []),
          ...owners.map((name) => ({ value: name, label: name })),
        ]}
        onValueChange={onChange}
      />
    </Field>
  )
}
