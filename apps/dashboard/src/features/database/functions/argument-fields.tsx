import { Button, IconButton, Input, Select } from '@colonnade/ui'
import { Plus, X } from 'lucide-react'
import { enterInRows } from '../../../lib/forms/enter-in-rows.ts'
import type { ArgumentDraft, ArgumentMode } from './function-draft.ts'
import { argumentFieldsText } from './messages.ts'

export interface ArgumentFieldsProps {
  readonly value: readonly ArgumentDraft[]
  readonly onChange: (value: readonly ArgumentDraft[]) => void
  readonly problems: Readonly<Record<string, string>>
}

const modes: readonly { readonly value: ArgumentMode; readonly label: string }[] = [
  { value: 'in', label: argumentFieldsText.in },
  { value: 'out', label: argumentFieldsText.out },
  { value: 'inout', label: argumentFieldsText.inOut },
  { value: 'variadic', label: argumentFieldsText.variadic },
]

/** Edits the arguments of a function, in order. */
export function ArgumentFields({ value, onChange, problems }: ArgumentFieldsProps) {
  const change = (key: string, part: Partial<ArgumentDraft>) => onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = () => onChange([...value, { key: crypto.randomUUID(), mode: 'in', name: '', type: '', default: '' }])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in the fields of its rows
    <fieldset className="flex min-w-0 flex-col gap-2" onKeyDown={(event) => enterInRows(event, add)}>
      <legend className="mb-1.5 text-sm font-medium">{argumentFieldsText.title}</legend>
      {value.map(({ key, mode, name, type, default: preset }, index) => {
        const problem = problems[`argument ${key}`]
        return (
          <div key={key} data-row className="flex flex-col gap-1">
            <div className="grid grid-cols-[1fr_1fr_auto] gap-2 sm:grid-cols-[7rem_1fr_1fr_1fr_auto]">
              <Select<ArgumentMode>
                label={argumentFieldsText.modeOf(index + 1)}
                value={mode}
                options={modes}
                onValueChange={(next) => change(key, { mode: next })}
                className="max-sm:col-span-3"
              />
              <Input
                isMono
                aria-label={argumentFieldsText.nameOf(index + 1)}
                placeholder={argumentFieldsText.name}
                value={name}
                onChange={(event) => change(key, { name: event.target.value })}
              />
              <Input
                isMono
                aria-label={argumentFieldsText.typeOf(index + 1)}
                aria-invalid={problem !== undefined}
                placeholder={argumentFieldsText.type}
                value={type}
                onChange={(event) => change(key, { type: event.target.value })}
              />
              <Input
                isMono
                aria-label={argumentFieldsText.defaultOf(index + 1)}
                placeholder={argumentFieldsText.default}
                value={preset}
                onChange={(event) => change(key, { default: event.target.value })}
                className="max-sm:order-last max-sm:col-span-3"
              />
              <IconButton label={argumentFieldsText.remove(index + 1)} size="md" onClick={() => onChange(value.filter((one) => one.key !== key))}>
                <X aria-hidden />
              </IconButton>
            </div>
            {problem !== undefined && (
              <p role="alert" className="text-xs text-danger">
                {problem}
              </p>
            )}
          </div>
        )
      })}
      <Button size="sm" className="self-start" onClick={add}>
        <Plus aria-hidden />
        {argumentFieldsText.add}
      </Button>
    </fieldset>
  )
}
