import { systemRandom } from '@colonnade/core'
import { Button, CopyButton, Field, PasswordInput, StrengthMeter } from '@colonnade/ui'
import { RefreshCw } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { generatePassword } from './database-password.ts'
import { passwordFieldText } from './messages.ts'

export interface PasswordFieldProps {
  /** Of the input, for a form that takes one to what is wrong. */
  readonly ref?: Ref<HTMLInputElement>
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly hint: ReactNode
}

/** A database password: made for you, or your own, with its strength. */
export function PasswordField({ ref, value, onChange, error, hint }: PasswordFieldProps) {
  return (
    <Field label={passwordFieldText.databasePassword} error={error} hint={hint}>
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">
          <PasswordInput
            ref={ref}
            isShownAtFirst
            autoComplete="off"
            name="db_pass"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <CopyButton text={value} label={passwordFieldText.copyDatabasePassword} size="md" />
        <Button onClick={() => onChange(generatePassword(systemRandom))} aria-label={passwordFieldText.generatePassword}>
          <RefreshCw aria-hidden />
          <span className="hidden sm:inline">{passwordFieldText.generate}</span>
        </Button>
      </div>
      <StrengthMeter password={value} />
    </Field>
  )
}
