import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { Button, Dialog, Field, Input } from '@colonnade/ui'
import { Link2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { fixedReason } from '../changes/editability.ts'
import { isJson, isStructured, ValueEditor } from '../editors/value-editor.tsx'
import type { ValueShape } from '../editors/value-shape.ts'
import { ForeignRowPicker } from '../foreign-rows/foreign-row-picker.tsx'
import type { Reference } from '../foreign-rows/references.ts'
import type { TableScope } from '../table-scope.ts'
import { FieldStates } from './field-states.tsx'
import { rowFieldText } from './messages.ts'

export interface RowFieldProps {
  readonly scope: TableScope
  readonly column: EntityColumn
  readonly shape: ValueShape
  readonly input: CellInput
  readonly error: string | undefined
  /** Why it takes no value; null when it does. */
  readonly lock: string | null
  readonly reference: Reference | undefined
  /** What the form has in the columns of the reference. */
  readonly referred: readonly (string | null)[]
  readonly onChange: (input: CellInput) => void
  readonly onPick: (values: readonly (string | null)[]) => void
}

/** The value of one column of a row: typed, picked, NULL, or left to the database. */
export function RowField({ scope, column, shape, input, error, lock, reference, referred, onChange, onPick }: RowFieldProps) {
  const [isPicking, setIsPicking] = useState(false)
  const canBeDefault = column.default_value !== null || column.is_identity
  const hint = lock ?? (reference ? rowFieldText.references(reference.table.name, reference.other.join(', ')) : (column.comment ?? undefined))
  const label = (
    <>
      {column.name} <span className="ml-1 font-mono text-2xs font-normal text-faint">{column.type}</span>
    </>
  )
  const aside = lock === null && (
    <span className="flex items-center gap-1">
      {reference && (
        <Button
          size="sm"
          variant="ghost"
          className="h-5 px-1.5 text-2xs"
          aria-label={rowFieldText.chooseRow(reference.table.name)}
          onClick={() => setIsPicking(true)}
        >
          <Link2 aria-hidden className="size-3" />
          {rowFieldText.choose}
        </Button>
      )}
      <FieldStates column={column} shape={shape} input={input} canBeDefault={canBeDefault} onChange={onChange} />
    </span>
  )
  const isGiven = fixedReason(column) !== null && input.kind === 'default'
  const control =
    lock !== null && isGiven ? (
      <Input disabled value="" placeholder={rowFieldText.setByDatabase} />
    ) : (
      <ValueEditor
        shape={shape}
        label={column.name}
        value={input.kind === 'text' ? input.text : null}
        placeholder={placeholderOf(column, input)}
        isReadOnly={lock !== null}
        hasError={error !== undefined}
        onChange={(text) => onChange(text === null ? { kind: 'null' } : { kind: 'text', text })}
      />
    )
  return (
    <>
      {isStructured(shape) || isJson(shape) ? (
        <Group label={label} name={column.name} aside={aside} hint={hint} error={error}>
          {control}
        </Group>
      ) : (
        <Field label={label} error={error} hint={hint} aside={aside}>
          {control}
        </Field>
      )}
      {isPicking && reference && (
        <Dialog isOpen onOpenChange={setIsPicking} title={rowFieldText.chooseRow(reference.table.name)} className="h-[32rem] w-[44rem]">
          <ForeignRowPicker
            scope={scope}
            reference={reference}
            values={referred}
            onPick={(values) => {
              onPick(values)
              setIsPicking(false)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

interface GroupProps {
  readonly label: ReactNode
  readonly name: string
  readonly aside: ReactNode
  readonly hint: ReactNode
  readonly error: string | undefined
  readonly children: ReactNode
}

/** A value with several controls, or a code panel, with what a field has besides. */
function Group({ label, name, aside, hint, error, children }: GroupProps) {
  const said = useId()
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-label={name}
      aria-invalid={error !== undefined}
      {...(error !== undefined && { 'aria-describedby': said })}
    >
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-sm font-medium">{label}</span>
        {aside}
      </div>
      <div data-value>{children}</div>
      {error !== undefined && (
        <p id={said} className="text-xs wrap-anywhere text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && <p className="text-xs text-faint">{hint}</p>}
    </fieldset>
  )
}

function placeholderOf(column: EntityColumn, input: CellInput): string | undefined {
  if (input.kind === 'text') return undefined
  if (input.kind === 'null') return 'NULL'
  if (column.is_identity) return rowFieldText.nextNumber
  return column.default_value ?? 'NULL'
}
