import { Input } from '@colonnade/ui'
import { typeChoices, useError, useTableForm } from '../form-context.ts'
import { columnText as text } from '../messages.ts'
import type { ColumnDraft, ColumnSource } from '../model/table-draft.ts'
import { readDefault } from '../types/default-values.ts'
import { parseType } from '../types/type-names.ts'
import { inlineDefaultText } from './messages.ts'

export interface InlineDefaultProps {
  readonly column: ColumnDraft
  readonly onChange: (source: ColumnSource) => void
}

/** The default of a column in its line: a value or an expression, as it reads. Identities and generated columns are changed in the details. */
export function InlineDefault({ column, onChange }: InlineDefaultProps) {
  const form = useTableForm()
  const error = useError(`column:${column.id}:source`)
  const { source, type } = column
  const name = column.name === '' ? inlineDefaultText.unnamed : column.name
  const isElsewhere = source.kind === 'identity' || source.kind === 'generated'
  return (
    <Input
      isMono
      aria-label={inlineDefaultText.defaultOf(name)}
      aria-invalid={error !== undefined || undefined}
      title={error}
      value={source.kind === 'default' ? source.text : ''}
      placeholder={isElsewhere ? text.defaults[source.kind].label : source.kind === 'default' ? inlineDefaultText.emptyString : text.inlineDefault}
      disabled={isElsewhere}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target: { value } }) => {
        const labels = typeChoices(form).find((choice) => choice.name === parseType(type).name)?.labels ?? []
        onChange(value === '' ? { kind: 'none' } : { kind: 'default', ...readDefault(value, type, labels) })
      }}
    />
  )
}
