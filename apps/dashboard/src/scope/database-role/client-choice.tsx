import { SegmentedControl } from '@colonnade/ui'
import type { ChosenClient, ClientKind } from './client.ts'
import { roleMessages } from './messages.ts'
import { UserChoice } from './user-choice.tsx'

export interface ClientChoiceProps {
  readonly projectRef: string
  readonly label: string
  readonly kinds: readonly ClientKind[]
  readonly value: ChosenClient
  readonly onChange: (value: ChosenClient) => void
  /** Whether it asks how a user signed in. */
  readonly hasAssurance?: boolean
}

/** A client of the API: without a user, a user, or the project's own server. */
export function ClientChoice({ projectRef, label, kinds, value, onChange, hasAssurance = true }: ClientChoiceProps) {
  return (
    <>
      <SegmentedControl<ClientKind>
        label={label}
        value={value.kind}
        onValueChange={(kind) => onChange({ ...value, kind })}
        options={kinds.map((kind) => ({ value: kind, label: roleMessages.client[kind] }))}
      />
      {value.kind === 'user' && (
        <UserChoice projectRef={projectRef} value={value} onChange={(chosen) => onChange({ ...value, ...chosen })} hasAssurance={hasAssurance} />
      )}
    </>
  )
}
