import { Button, Checkbox, Field, Input, Select } from '@colonnade/ui'
import { useState } from 'react'
import { CodeField } from '../../../../lib/code/code-field.tsx'
import { typeChoices, useError, useTableForm } from '../form-context.ts'
import { columnText as text } from '../messages.ts'
import { suggestDefaults } from '../types/default-values.ts'
import { noIdentityOptions, type ColumnDraft, type ColumnSource, type IdentityDraft } from '../model/table-draft.ts'
import { canBeIdentity, parseType } from '../types/type-names.ts'
import { sourceFieldText } from './messages.ts'

/** Thrown by the SQL layer for the same (spec §5). */
const identityOrDefault = sourceFieldText.identityAndDefault

type Choice = 'none' | 'literal' | 'expression' | 'identity' | 'generated'

export interface SourceFieldProps {
  readonly column: ColumnDraft
  readonly onChange: (source: ColumnSource) => void
}

/** Where values come from that a new row does not bring. */
export function SourceField({ column, onChange }: SourceFieldProps) {
  const { base, surroundings } = useTableForm()
  const error = useError(`column:${column.id}:source`)
  const { source } = column
  const choice: Choice = source.kind === 'default' ? source.format : source.kind
  const before = base?.draft.columns.find(({ id }) => id === column.id)?.source
  const isThere = before !== undefined
  const options: readonly { readonly value: Choice; readonly label: string; readonly hint?: string; readonly isDisabled?: boolean }[] = [
    { value: 'none', ...text.defaults.none },
    { value: 'literal', ...text.defaults.literal },
    { value: 'expression', ...text.defaults.expression },
    { value: 'identity', ...text.defaults.identity, isDisabled: !canBeIdentity(column.type) && source.kind !== 'identity' },
    // Postgres makes no column generated that was not
    { value: 'generated', ...text.defaults.generated, isDisabled: isThere && before.kind !== 'generated' },
  ]
  const choose = (next: Choice) => {
    if (next === choice) return
    if (before !== undefined && choiceOf(before) === next) return onChange(before)
    const given = source.kind === 'default' ? source.text : ''
    onChange(
      next === 'none'
        ? { kind: 'none' }
        : next === 'identity'
          ? { kind: 'identity', generation: sourceFieldText.default, options: noIdentityOptions }
          : next === 'generated'
            ? { kind: 'generated', expression: '', storage: 'STORED' }
            : { kind: 'default', text: given, format: next },
    )
  }
  const isExpressionFixed = isThere && surroundings.versionNumber < 170_000
  const isDefaultLost = source.kind === 'identity' && before?.kind === 'default'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Field
          label={text.default}
          className="w-44 max-w-full"
          hint={isDefaultLost ? `${identityOrDefault}. ${text.defaultRemoved}` : undefined}
          error={source.kind === 'none' || source.kind === 'identity' ? error : undefined}
        >
          <Select value={choice} options={options} onValueChange={choose} />
        </Field>
        {source.kind === 'default' && <DefaultInput column={column} source={source} error={error} onChange={onChange} />}
        {source.kind === 'identity' && (
          <Field label={text.explicitValues} className="min-w-48 flex-1" hint={source.generation === 'ALWAYS' ? text.alwaysHint : undefined}>
            <Select
              value={source.generation}
              options={[
                { value: 'BY DEFAULT', label: text.explicitValuesOf['BY DEFAULT'], hint: sourceFieldText.default2 },
                { value: 'ALWAYS', label: text.explicitValuesOf.ALWAYS, hint: sourceFieldText.always },
              ]}
              onValueChange={(generation) => onChange({ ...source, generation })}
            />
          </Field>
        )}
        {source.kind === 'generated' && (
          <Field label={text.storage} className="min-w-48 flex-1">
            <Select
              value={source.storage}
              disabled={isThere}
              options={[
                { value: 'STORED', ...text.stored },
                { value: 'VIRTUAL', ...text.virtual, isDisabled: surroundings.versionNumber < 180_000 },
              ]}
              onValueChange={(storage) => onChange({ ...source, storage })}
            />
          </Field>
        )}
      </div>
      {source.kind === 'generated' && (
        <CodeField
          label={sourceFieldText.expression}
          language="sql"
          rows={1}
          hasLineNumbers={false}
          isWrapped
          value={source.expression}
          placeholder={sourceFieldText.expressionPlaceholder}
          onChange={isExpressionFixed ? undefined : (expression) => onChange({ ...source, expression })}
          error={error}
          hint={isExpressionFixed ? text.expressionFixed : text.expressionHint}
        />
      )}
      {source.kind === 'identity' && (
        <IdentityOptions options={source.options} isThere={before?.kind === 'identity'} onChange={(next) => onChange({ ...source, options: next })} />
      )}
    </div>
  )
}

function choiceOf(source: ColumnSource): Choice {
  return source.kind === 'default' ? source.format : source.kind
}

interface DefaultInputProps {
  readonly column: ColumnDraft
  readonly source: Extract<ColumnSource, { kind: 'default' }>
  readonly error: string | undefined
  readonly onChange: (source: ColumnSource) => void
}

function DefaultInput({ column, source, error, onChange }: DefaultInputProps) {
  const form = useTableForm()
  const { name } = parseType(column.type)
  const labels = typeChoices(form).find((type) => type.name === name)?.labels ?? []
  return (
    <div className="flex min-w-48 flex-1 flex-col gap-1.5">
      {source.format === 'literal' ? (
        <Field label={text.defaultValue} error={error}>
          <Input
            isMono
            value={source.text}
            placeholder={text.emptyText}
            spellCheck={false}
            onChange={(event) => onChange({ ...source, text: event.target.value })}
          />
        </Field>
      ) : (
        <CodeField
          label={text.defaultExpression}
          language="sql"
          rows={1}
          hasLineNumbers={false}
          isWrapped
          value={source.text}
          placeholder={sourceFieldText.now}
          onChange={(expression) => onChange({ ...source, text: expression })}
          error={error}
        />
      )}
      <Suggestions type={column.type} labels={labels} onChoose={({ text, format }) => onChange({ kind: 'default', text, format })} />
    </div>
  )
}

interface SuggestionsProps {
  readonly type: string
  readonly labels: readonly string[]
  readonly onChoose: (suggestion: { readonly text: string; readonly format: 'literal' | 'expression' }) => void
}

function Suggestions({ type, labels, onChoose }: SuggestionsProps) {
  const suggestions = suggestDefaults(type, labels)
  if (suggestions.length === 0) return null
  return (
    <fieldset aria-label={sourceFieldText.suggestions} className="flex flex-wrap gap-1">
      {suggestions.slice(0, 8).map((suggestion) => (
        <Button
          key={`${suggestion.format} ${suggestion.text}`}
          size="sm"
          variant="ghost"
          className="h-6 px-1.5 font-mono"
          title={suggestion.hint}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.text === '' ? sourceFieldText.emptyString : suggestion.text}
        </Button>
      ))}
    </fieldset>
  )
}

interface IdentityOptionsProps {
  readonly options: IdentityDraft
  readonly isThere: boolean
  readonly onChange: (options: IdentityDraft) => void
}

const optionFields = [
  { name: 'start', placeholder: '1' },
  { name: 'increment', placeholder: '1' },
  { name: 'min_value', placeholder: '1' },
  { name: 'max_value', placeholder: text.sequenceMaximum },
  { name: 'cache', placeholder: '1' },
] as const

function IdentityOptions({ options, isThere, onChange }: IdentityOptionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const fields = isThere ? ([{ name: 'restart', placeholder: text.sequenceNext }, ...optionFields] as const) : optionFields
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        className="self-start text-xs text-soft underline-offset-2 hover:underline"
        onClick={() => setIsOpen(!isOpen)}
      >
        {text.sequence}
      </button>
      {isOpen && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {fields.map(({ name, placeholder }) => (
            <Field key={name} label={text.sequenceOf[name]}>
              <Input
                isMono
                inputMode="numeric"
                value={options[name]}
                placeholder={placeholder}
                onChange={(event) => onChange({ ...options, [name]: event.target.value })}
              />
            </Field>
          ))}
          <Checkbox
            className="h-8 self-end"
            label={text.cycle}
            isChecked={options.cycle}
            onCheckedChange={(cycle) => onChange({ ...options, cycle })}
          />
        </div>
      )}
    </div>
  )
}
