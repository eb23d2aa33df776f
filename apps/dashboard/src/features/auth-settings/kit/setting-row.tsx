import { authFields, type AuthOverview } from '@colonnade/contracts/auth/auth-settings'
import { Field, Switch } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { Sent, SettingWords, Typed } from './definition.ts'
import { SettingControl } from './setting-control.tsx'
import { SettingNotes } from './setting-notes.tsx'

export interface SettingRowProps {
  readonly words: SettingWords
  readonly control: Control<Typed, unknown, Sent>
  readonly overview: AuthOverview
  readonly isReadOnly: boolean
  /** Below it: how it does. */
  readonly aside?: ReactNode
}

/** One setting with its words, its control, and what is known of it. */
export function SettingRow({ words, control, overview, isReadOnly, aside }: SettingRowProps) {
  const { name, label, hint, none, unit } = words
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name })
  const notes = <SettingNotes {...{ name, label, value }} change={overview.changes[name]} onReset={isReadOnly ? undefined : onChange} />
  if (authFields[name].kind === 'boolean') {
    return (
      <div className="flex min-w-0 flex-col gap-1">
        <Switch className="self-start font-medium" isOn={value === true} disabled={isReadOnly} label={label} onChange={onChange} />
        {error !== undefined && (
          <p role="alert" className="text-xs text-danger">
            {error.message}
          </p>
        )}
        {hint !== undefined && <p className="text-xs text-faint">{hint}</p>}
        {notes}
        {aside}
      </div>
    )
  }
  const whatZeroIs = none !== undefined && unit !== undefined ? none : undefined
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={label} error={error?.message} hint={[hint, whatZeroIs].filter(Boolean).join(' ') || undefined}>
        <SettingControl
          {...{ words, value, onChange, onBlur }}
          ref={ref as never}
          disabled={isReadOnly}
          isSet={overview.secrets[name] === true}
          revision={overview.revision}
        />
      </Field>
      {notes}
      {aside}
    </div>
  )
}
