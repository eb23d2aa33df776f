import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { Button } from '@colonnade/ui'
import { takesEmpty } from '../editors/formats.ts'
import type { ValueShape } from '../editors/value-shape.ts'
import { fieldStatesText } from './messages.ts'

export interface FieldStatesProps {
  readonly column: EntityColumn
  readonly shape: ValueShape
  readonly input: CellInput
  /** Whether the column may be left to the database. */
  readonly canBeDefault: boolean
  readonly onChange: (input: CellInput) => void
}

/** What a value can be besides what is typed: the default, NULL, an empty text. Each is a button that stays pressed. */
export function FieldStates({ column, shape, input, canBeDefault, onChange }: FieldStatesProps) {
  const state = (label: string, to: CellInput, isPressed: boolean) => (
    <Button
      key={label}
      size="sm"
      variant="ghost"
      className="h-5 px-1.5 text-2xs aria-pressed:bg-selected aria-pressed:text-fg"
      aria-label={`${column.name}: ${label}`}
      aria-pressed={isPressed}
      onClick={() => onChange(to)}
    >
      {label}
    </Button>
  )
  return (
    <span className="flex shrink-0 gap-0.5">
      {canBeDefault && state(fieldStatesText.default, { kind: 'default' }, input.kind === 'default')}
      {column.is_nullable && state('NULL', { kind: 'null' }, input.kind === 'null')}
      {takesEmpty(shape) && state(fieldStatesText.empty, { kind: 'text', text: '' }, input.kind === 'text' && input.text === '')}
    </span>
  )
}
