import { Field, IconButton, Select } from '@colonnade/ui'
import { ArrowLeft, X } from 'lucide-react'
import { useTableForm } from '../form-context.ts'
import type { DraftId } from '../model/table-draft.ts'
import { columnsFieldText } from './messages.ts'

export interface ColumnsFieldProps {
  readonly label: string
  readonly value: readonly DraftId[]
  readonly onChange: (columns: readonly DraftId[]) => void
  readonly error?: string | undefined
  readonly disabled?: boolean
  readonly hint?: string | undefined
}

/** Columns of the table, one after another: their order counts. */
export function ColumnsField({ label, value, onChange, error, disabled = false, hint }: ColumnsFieldProps) {
  const { draft } = useTableForm()
  const nameOf = (id: DraftId) => draft.columns.find((column) => column.id === id)?.name ?? ''
  const rest = draft.columns.filter(({ id, name }) => !value.includes(id) && name !== '')
  return (
    <div className="flex flex-col gap-1.5">
      {value.length > 0 && (
        <ol aria-label={label} className="flex flex-wrap gap-1">
          {value.map((id, place) => (
            <li key={id} className="flex h-6 items-center rounded-md border bg-hover pl-2 font-mono text-xs">
              <span className="max-w-48 truncate">{nameOf(id) === '' ? columnsFieldText.unnamed : nameOf(id)}</span>
              {place > 0 && !disabled && (
                <IconButton
                  label={columnsFieldText.moveBefore(nameOf(id), nameOf(value[place - 1]!))}
                  className="h-6 w-6 [&_svg]:size-3"
                  onClick={() => onChange(value.with(place - 1, id).with(place, value[place - 1]!))}
                >
                  <ArrowLeft aria-hidden />
                </IconButton>
              )}
              {!disabled && (
                <IconButton
                  label={columnsFieldText.remove(nameOf(id))}
                  className="h-6 w-6 [&_svg]:size-3"
                  onClick={() => onChange(value.filter((column) => column !== id))}
                >
                  <X aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ol>
      )}
      {!disabled && (
        <Field
          label={<span className={value.length > 0 ? 'sr-only' : ''}>{label}</span>}
          error={error}
          hint={hint}
          className={value.length > 0 ? 'gap-0' : ''}
        >
          <Select
            size="sm"
            className="w-52 max-w-full"
            value=""
            disabled={rest.length === 0}
            options={[
              { value: '', label: value.length === 0 ? columnsFieldText.chooseColumn : columnsFieldText.addColumn, isDisabled: true },
              ...rest.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={(id) => id !== '' && onChange([...value, id])}
          />
        </Field>
      )}
    </div>
  )
}
