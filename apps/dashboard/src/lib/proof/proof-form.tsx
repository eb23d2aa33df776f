import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { Field, Input, PasswordInput, SegmentedControl } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { fieldProblems } from '../forms/form-errors.ts'

const kinds = [
  { value: 'password', label: 'Password' },
  { value: 'code', label: 'Authenticator code' },
] as const

export interface ProofFormProps {
  readonly submitLabel: string
  /** Whether a code of an authenticator app would do: there is one. */
  readonly hasApp: boolean
  readonly isDanger?: boolean
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (proof: FactorProof) => void
}

/** Asks who one is once more, by the password or by a code. */
export function ProofForm({ submitLabel, hasApp, isDanger = false, isPending, error, onSubmit }: ProofFormProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('password')
  const [value, setValue] = useState('')
  const problem = fieldProblems(error, {})[0]?.message
  return (
    <DialogForm
      onSubmit={() => onSubmit(kind === 'password' ? { password: value } : { code: value })}
      submitLabel={submitLabel}
      isPending={isPending}
      isDanger={isDanger}
      isDisabled={value.trim() === ''}
      error={problem === undefined ? error : undefined}
    >
      {hasApp && (
        <SegmentedControl
          label="Confirm with"
          value={kind}
          options={kinds}
          className="self-start"
          onValueChange={(next) => {
            setKind(next)
            setValue('')
          }}
        />
      )}
      {kind === 'password' ? (
        <Field label="Your password" error={problem}>
          <PasswordInput autoComplete="current-password" value={value} onChange={(event) => setValue(event.target.value)} />
        </Field>
      ) : (
        <Field label="Code" hint="A recovery code you haven’t used yet." error={problem}>
          <Input isMono inputMode="numeric" autoComplete="one-time-code" value={value} onChange={(event) => setValue(event.target.value)} />
        </Field>
      )}
    </DialogForm>
  )
}
