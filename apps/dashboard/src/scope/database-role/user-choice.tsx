import { SegmentedControl } from '@colonnade/ui'
import type { AssuranceLevel } from './claims.ts'
import type { ChosenUser } from './client.ts'
import { useUserSource } from './found-users.ts'
import { roleMessages } from './messages.ts'
import { UserPicker } from './user-picker.tsx'

export interface UserChoiceProps {
  readonly projectRef: string
  readonly value: ChosenUser
  readonly onChange: (value: ChosenUser) => void
  /** Whether it asks how the user signed in; one factor otherwise. */
  readonly hasAssurance?: boolean
}

/** A user of the project, and how they signed in. */
export function UserChoice({ projectRef, value, onChange, hasAssurance = true }: UserChoiceProps) {
  const source = useUserSource(projectRef)
  return (
    <div className="flex flex-col gap-3">
      <UserPicker projectRef={projectRef} source={source} value={value.user} onChange={(user) => onChange({ ...value, user })} />
      {hasAssurance && <AssuranceChoice value={value.aal} onChange={(aal) => onChange({ ...value, aal })} />}
      <p className="text-xs text-faint">{roleMessages.preview}</p>
    </div>
  )
}

export interface AssuranceChoiceProps {
  readonly value: AssuranceLevel
  readonly onChange: (value: AssuranceLevel) => void
}

/** With how many factors a user signed in. */
export function AssuranceChoice({ value, onChange }: AssuranceChoiceProps) {
  return (
    <SegmentedControl
      label={roleMessages.assurance}
      value={value}
      onValueChange={onChange}
      options={[
        { value: 'aal1', label: roleMessages.aal1 },
        { value: 'aal2', label: roleMessages.aal2 },
      ]}
    />
  )
}
