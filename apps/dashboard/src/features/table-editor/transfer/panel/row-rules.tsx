import type { Entity } from '@colonnade/pg-meta'
import { Field, Select } from '@colonnade/ui'
import type { ImportChoices, OnConflict } from '../plan/draft.ts'
import { keysOf } from '../plan/import-plan.ts'

export interface RowRulesProps {
  /** The table that is there; null when one is made. */
  readonly entity: Entity | null
  readonly choices: ImportChoices
  readonly onChange: (change: Partial<ImportChoices>) => void
}

const conflictChoices: readonly { readonly value: OnConflict; readonly label: string }[] = [
  { value: 'insert', label: 'It is a bad row' },
  { value: 'update', label: 'Update the row that is there' },
  { value: 'skip', label: 'Leave the row that is there' },
]

const badRowChoices: readonly { readonly value: ImportChoices['onBadRow']; readonly label: string }[] = [
  { value: 'stop', label: 'Stop at the first, keep nothing' },
  { value: 'collect', label: 'Load the others, collect the bad ones' },
]

/** What happens to rows that are there already, and to those that do not fit. */
export function RowRules({ entity, choices, onChange }: RowRulesProps) {
  const keys = entity === null ? [] : keysOf(entity)
  const chosen = JSON.stringify(choices.key ?? keys[0] ?? [])
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      {entity !== null && (
        <Field
          label="When a row’s key is there already"
          hint={keys.length === 0 ? 'The table has neither a primary key nor a unique index.' : undefined}
        >
          <Select
            value={choices.onConflict}
            disabled={keys.length === 0}
            options={conflictChoices}
            onValueChange={(onConflict) => onChange({ onConflict })}
          />
        </Field>
      )}
      {entity !== null && choices.onConflict !== 'insert' && (
        <Field label="Key">
          <Select
            value={chosen}
            options={keys.map((columns) => ({ value: JSON.stringify(columns), label: columns.join(', ') }))}
            onValueChange={(key) => onChange({ key: JSON.parse(key) as string[] })}
          />
        </Field>
      )}
      <Field
        label="Rows that do not fit"
        hint={
          choices.onBadRow === 'stop'
            ? 'All rows or none. Line, column and value of the bad row are told.'
            : 'At the end the bad ones can be downloaded as a file.'
        }
      >
        <Select value={choices.onBadRow} options={badRowChoices} onValueChange={(onBadRow) => onChange({ onBadRow })} />
      </Field>
    </div>
  )
}
