import { authFields, isSecretSetting } from '@colonnade/contracts/auth/auth-settings'
import type { SettingField } from '@colonnade/contracts/auth/setting-field'
import { Input, Select, Textarea } from '@colonnade/ui'
import type { Ref } from 'react'
import type { SettingWords, TypedValue } from './definition.ts'
import { DurationInput } from './duration-input.tsx'
import { units } from './messages.ts'
import { SecretInput } from './secret-input.tsx'

export interface SettingControlProps {
  readonly words: SettingWords
  readonly value: TypedValue
  readonly onChange: (value: TypedValue) => void
  readonly onBlur: () => void
  readonly ref: Ref<never>
  readonly disabled: boolean
  /** Of a secret. */
  readonly isSet: boolean
  readonly revision: number
}

/** What a setting is entered with, by its kind; all but switches. For the inside of a `Field`. */
export function SettingControl({ words, isSet, revision, ...control }: SettingControlProps) {
  const { name, label, unit, placeholder, options = {}, none } = words
  const field: SettingField = authFields[name]
  const { value, onChange, disabled } = control
  const text = typeof value === 'string' ? value : ''
  if (isSecretSetting(name)) return <SecretInput {...{ label, isSet, revision }} {...control} />
  if (field.kind === 'choice') {
    const chosen = field.choices.map((choice) => ({ value: choice, label: options[choice] ?? choice }))
    const all = none === undefined ? chosen : [{ value: '', label: none }, ...chosen]
    return <Select value={text} options={all} disabled={disabled} onValueChange={onChange} />
  }
  if (unit === 'seconds' || unit === 'hours') return <DurationInput label={label} kept={unit} {...control} value={text} />
  const typing = {
    ...control,
    value: text,
    placeholder,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  }
  if (field.kind === 'integer' || field.kind === 'number') {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Input {...typing} inputMode="decimal" autoComplete="off" className="w-28" />
        {unit !== undefined && <span className="text-xs text-faint">{units[unit]}</span>}
      </div>
    )
  }
  if (field.kind === 'list') return <Textarea {...typing} isMono rows={4} spellCheck={false} />
  if (field.kind === 'template' && words.isLine === undefined) return <Textarea {...typing} isMono rows={2} spellCheck={false} />
  return <Input {...typing} autoComplete="off" spellCheck={false} />
}
