import type { CellInput, Entity, EntityColumn } from '@colonnade/pg-meta'
import { Button, Field, Input, Select, Textarea } from '@colonnade/ui'
import { cellKind, formatHint } from './cell-kind.ts'
import { choicesOf } from './choices.ts'
import { fixedReason } from './editability.ts'

export interface InsertFieldProps {
  readonly entity: Entity
  readonly column: EntityColumn
  readonly input: CellInput
  readonly error: string | undefined
  readonly onChange: (input: CellInput) => void
}

/** The value of one column of a new row: typed, NULL, or left to the database. */
export function InsertField({ entity, column, input, error, onChange }: InsertFieldProps) {
  const fixed = fixedReason(column)
  const target = entity.relationships.find(({ source_column_name: name }) => name === column.name)
  const hint = fixed ?? (target ? `Refers to ${target.target_table_name}.${target.target_column_name}` : (column.comment ?? undefined))
  return (
    <Field
      label={
        <>
          {column.name} <span className="ml-1 font-mono text-2xs font-normal text-faint">{column.type}</span>
        </>
      }
      error={error}
      hint={hint}
      aside={fixed === null && <States column={column} input={input} onChange={onChange} />}
    >
      {fixed === null ? (
        <Control column={column} input={input} onChange={onChange} />
      ) : (
        <Input disabled value="" placeholder="Given by the database" />
      )}
    </Field>
  )
}

type ControlProps = Pick<InsertFieldProps, 'column' | 'input' | 'onChange'>

function States({ column, input, onChange }: ControlProps) {
  const state = (label: string, to: CellInput) => (
    <Button
      size="sm"
      variant="ghost"
      className="h-5 px-1.5 text-2xs aria-pressed:bg-selected aria-pressed:text-fg"
      aria-label={`${column.name}: ${label}`}
      aria-pressed={input.kind === to.kind}
      onClick={() => onChange(to)}
    >
      {label}
    </Button>
  )
  const hasDefault = column.default_value !== null || column.is_identity
  return (
    <span className="flex gap-0.5">
      {hasDefault && state('Default', { kind: 'default' })}
      {column.is_nullable && (hasDefault ? state('NULL', { kind: 'null' }) : state('NULL', { kind: 'default' }))}
    </span>
  )
}

function Control({ column, input, onChange }: ControlProps) {
  const kind = cellKind(column)
  if (kind === 'boolean' || kind === 'enum') return <ChoiceControl column={column} input={input} onChange={onChange} />
  const text = input.kind === 'text' ? input.text : ''
  const placeholder = input.kind === 'text' ? formatHint(column) : standIn(column, input)
  const change = (typed: string) => onChange({ kind: 'text', text: typed })
  if (kind === 'json' || (kind === 'text' && column.base_format === 'text')) {
    return (
      <Textarea
        isMono
        rows={kind === 'json' ? 4 : 2}
        spellCheck={false}
        value={text}
        placeholder={placeholder}
        onChange={(event) => change(event.target.value)}
      />
    )
  }
  return (
    <Input
      isMono
      autoComplete="off"
      spellCheck={false}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      placeholder={placeholder}
      onChange={(event) => change(event.target.value)}
    />
  )
}

const unset = { label: 'Choose…', input: { kind: 'text', text: '' } } as const satisfies { label: string; input: CellInput }

function ChoiceControl({ column, input, onChange }: ControlProps) {
  const hasDefault = column.default_value !== null
  const choices = [...(column.is_nullable || hasDefault ? [] : [unset]), ...choicesOf(column)]
  const kindNow = input.kind === 'default' && !hasDefault ? 'null' : input.kind
  const current = choices.findIndex((choice) =>
    kindNow === 'text' && input.kind === 'text' ? choice.input.kind === 'text' && choice.input.text === input.text : choice.input.kind === kindNow,
  )
  return (
    <Select
      value={String(Math.max(0, current))}
      options={choices.map(({ label }, index) => ({ value: String(index), label }))}
      onValueChange={(value) => onChange(choices[Number(value)]!.input)}
    />
  )
}

function standIn(column: EntityColumn, input: CellInput): string {
  if (input.kind === 'null') return 'NULL'
  if (column.is_identity) return 'The next number'
  return column.default_value ?? 'NULL'
}
