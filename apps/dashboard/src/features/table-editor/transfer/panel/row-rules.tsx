import type { Entity } from '@colonnade/pg-meta'
import { Field, Select } from '@colonnade/ui'
import type { ImportChoices, OnConflict } from '../plan/draft.ts'
import { keysOf } from '../plan/import-plan.ts'
import { rowRulesText } from './messages.ts'

export interface RowRulesProps {
  /** The existing table; null for a new one. */
  readonly entity: Entity | null
  readonly choices: ImportChoices
  readonly onChange: (change: Partial<ImportChoices>) => void
}

const conflictChoices: readonly { readonly value: OnConflict; readonly label: string }[] = [
  { value: 'insert', label: rowRulesText.duplicateIsBad },
  { value: 'update', label: rowRulesText.update },
  { value: 'skip', label: rowRulesText.skip },
]

const badRowChoices: readonly { readonly value: ImportChoices['onBadRow']; readonly label: string }[] = [
  { value: 'stop', label: rowRulesText.stop },
  { value: 'collect', label: rowRulesText.collect },
]

/** What happens to rows that are there already, and to those that do not fit. */
export function RowRules({ entity, choices, onChange }: RowRulesProps) {
  const keys = entity === null ? [] : keysOf(entity)
  const chosen = JSON.stringify(choices.key ?? keys[0] ?? [])
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      {entity !== null && (
        <Field label={rowRulesText.duplicates} hint={keys.length === 0 ? rowRulesText.noKey : undefined}>
          <Select
            value={choices.onConflict}
            disabled={keys.length === 0}
            options={conflictChoices}
            onValueChange={(onConflict) => onChange({ onConflict })}
          />
        </Field>
      )}
      {entity !== null && choices.onConflict !== 'insert' && (
        <Field label={rowRulesText.key}>
          <Select
            value={chosen}
            options={keys.map((columns) => ({ value: JSON.stringify(columns), label: columns.join(', ') }))}
            onValueChange={(key) => onChange({ key: JSON.parse(key) as string[] })}
          />
        </Field>
      )}
      <Field label={rowRulesText.invalidRows} hint={choices.onBadRow === 'stop' ? rowRulesText.stopHint : rowRulesText.collectHint}>
        <Select value={choices.onBadRow} options={badRowChoices} onValueChange={(onBadRow) => onChange({ onBadRow })} />
      </Field>
    </div>
  )
}
