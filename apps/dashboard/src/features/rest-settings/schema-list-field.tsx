import { Badge, IconButton, Select } from '@colonnade/ui'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import { schemaList } from './messages.ts'
import { listOf, namesOf } from './settings-draft.ts'

export interface SchemaListFieldProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** Names between commas, in order. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Schemas of the database; undefined while they aren't known. */
  readonly schemas: readonly string[] | undefined
  /** Whether the first is the default. */
  readonly hasDefault?: boolean
  readonly isReadOnly: boolean
}

/** Names with these characters can't be written into the list. */
const isListable = (name: string): boolean => !name.includes(',') && name.trim() === name

/** An ordered list of schemas. */
export function SchemaListField(props: SchemaListFieldProps) {
  const { label, hint, error, value, onChange, schemas, hasDefault = false, isReadOnly } = props
  const id = useId()
  const names = namesOf(value)
  const left = schemas?.filter((name) => !names.includes(name) && isListable(name)) ?? []
  const move = (from: number, to: number) => {
    const next = names.toSpliced(from, 1).toSpliced(to, 0, names[from]!)
    onChange(listOf(next))
  }
  return (
    <fieldset
      aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
      className="col-span-full flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-col gap-2">
        {names.length === 0 && <p className="text-xs text-faint">{schemaList.none}</p>}
        {names.length > 0 && (
          <ul aria-label={label} className="ruled rounded-md border bg-sunken">
            {names.map((name, at) => (
              <li key={name} className="flex min-h-9 items-center gap-1 pr-1 pl-3">
                <span className="min-w-0 font-mono text-xs wrap-anywhere">{name}</span>
                {hasDefault && at === 0 && <Badge>{schemaList.first}</Badge>}
                {schemas?.includes(name) === false && <Badge tone="danger">{schemaList.missing}</Badge>}
                {!isReadOnly && (
                  <span className="ml-auto flex">
                    <IconButton label={schemaList.moveUp(name)} disabled={at === 0} onClick={() => move(at, at - 1)}>
                      <ArrowUp aria-hidden />
                    </IconButton>
                    <IconButton label={schemaList.moveDown(name)} disabled={at === names.length - 1} onClick={() => move(at, at + 1)}>
                      <ArrowDown aria-hidden />
                    </IconButton>
                    <IconButton label={schemaList.remove(name)} onClick={() => onChange(listOf(names.toSpliced(at, 1)))}>
                      <X aria-hidden />
                    </IconButton>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {!isReadOnly && left.length > 0 && (
          <Select
            label={schemaList.addTo(label.toLowerCase())}
            size="sm"
            className="w-full md:w-56"
            value=""
            options={[{ value: '', label: schemaList.add, isDisabled: true }, ...left.map((name) => ({ value: name, label: name }))]}
            onValueChange={(name) => onChange(listOf([...names, name]))}
          />
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-xs wrap-anywhere text-danger">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-xs wrap-anywhere text-faint">
        {hint}
      </p>
    </fieldset>
  )
}
