import { Checkbox, Field, Input, SearchSelect } from '@colonnade/ui'
import { useMemo } from 'react'
import { useTableForm } from '../form-context.ts'
import { modifierOf, parseType, typeText } from '../types/type-names.ts'

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
  const { surroundings } = useTableForm()
  const parts = parseType(value)
  const options = useMemo(() => {
    const known = surroundings.types.map(({ name, hint }) => ({ value: name, label: name, hint }))
    return known.some((option) => option.value === parts.name) ? known : [{ value: parts.name, label: parts.name, hint: '' }, ...known]
  }, [surroundings.types, parts.name])
  return (
    <Field
      label={isLabelHidden ? <span className="sr-only">Type of {of}</span> : 'Type'}
      error={error}
      className={isLabelHidden ? `gap-0 ${className ?? ''}` : (className ?? '')}
    >
      <SearchSelect
        value={parts.name}
        options={options}
        searchLabel="Search types"
        emptyText="No such type. Types are made in the SQL editor."
        onValueChange={(name) => onChange(typeText({ ...parts, name, modifier: name === parts.name ? parts.modifier : '' }))}
        className="font-mono text-xs"
      />
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
        label="Array"
        isChecked={parts.dimensions > 0}
        onCheckedChange={(isArray) => onChange(typeText({ ...parts, dimensions: isArray ? 1 : 0 }))}
      />
    </div>
  )
}
