import { Checkbox, Field, Input, SearchSelect } from '@colonnade/ui'
import { useMemo, useState } from 'react'
import { typeChoices, useTableForm } from '../form-context.ts'
import { typeText as text } from '../messages.ts'
import { modifierOf, parseType, typeText } from '../types/type-names.ts'
import { typeFieldText } from './messages.ts'
import { NewEnumDialog } from './new-enum-dialog.tsx'

export interface TypeFieldProps {
  readonly value: string
  readonly onChange: (type: string) => void
  readonly error?: string | undefined
  /** Of the column, for screen readers where the label is not shown. */
  readonly of: string
  readonly isLabelHidden?: boolean
  readonly className?: string
}

/** A type of the database, which typing finds. */
export function TypeField({ value, onChange, error, of, isLabelHidden = false, className }: TypeFieldProps) {
  const { surroundings, draft } = useTableForm()
  const [isCreating, setIsCreating] = useState(false)
  const parts = parseType(value)
  const options = useMemo(() => {
    const known = typeChoices({ surroundings, draft }).map(({ name, hint }) => ({ value: name, label: name, hint }))
    return known.some((option) => option.value === parts.name) ? known : [{ value: parts.name, label: parts.name, hint: '' }, ...known]
    // oxlint-disable-next-line react/exhaustive-deps -- of the draft, only its enums are types
  }, [surroundings.types, draft.newEnums, parts.name])
  return (
    <Field
      label={isLabelHidden ? <span className="sr-only">{typeFieldText.typeOf(of)}</span> : typeFieldText.type}
      error={error}
      className={isLabelHidden ? `gap-0 ${className ?? ''}` : (className ?? '')}
    >
      <SearchSelect
        value={parts.name}
        options={options}
        searchLabel={text.search}
        emptyText={text.none}
        action={{ label: text.create, onSelect: () => setIsCreating(true) }}
        onValueChange={(name) => onChange(typeText({ ...parts, name, modifier: name === parts.name ? parts.modifier : '' }))}
        className="font-mono text-xs"
      />
      {isCreating && (
        <NewEnumDialog
          suggested={/^[a-z_][a-z0-9_]*$/.test(of) ? of : ''}
          onCreate={(name) => onChange(typeText({ ...parts, name, modifier: '' }))}
          onClose={() => setIsCreating(false)}
        />
      )}
    </Field>
  )
}

/** What a type takes besides its name: a length, digits, and whether a column holds many. */
export function TypeDetails({ value, onChange }: Pick<TypeFieldProps, 'value' | 'onChange'>) {
  const parts = parseType(value)
  const modifier = modifierOf(parts.name)
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {modifier !== null && (
        <Field label={modifier.label} isOptional className="w-44">
          <Input
            isMono
            value={parts.modifier}
            placeholder={modifier.example}
            onChange={(event) => onChange(typeText({ ...parts, modifier: event.target.value }))}
          />
        </Field>
      )}
      <Checkbox
        className="h-8"
        label={typeFieldText.array}
        isChecked={parts.dimensions > 0}
        onCheckedChange={(isArray) => onChange(typeText({ ...parts, dimensions: isArray ? 1 : 0 }))}
      />
    </div>
  )
}
