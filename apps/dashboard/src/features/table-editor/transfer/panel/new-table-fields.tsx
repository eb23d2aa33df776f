import { Field, Input, Select, Switch } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { NewTable } from '../plan/draft.ts'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'
import { newTableFieldsText } from './messages.ts'

export interface NewTableFieldsProps {
  readonly projectRef: string
  readonly table: NewTable & { readonly hasNumber: boolean }
  /** What the numbering column would be called. */
  readonly numberName: string
  readonly onChange: (table: NewTable) => void
}

/** The new table for the rows. */
export function NewTableFields({ projectRef, table, numberName, onChange }: NewTableFieldsProps) {
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef))
  const names = schemas.some(({ name }) => name === table.schema)
    ? schemas.map(({ name }) => name)
    : [table.schema, ...schemas.map(({ name }) => name)]
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label={newTableFieldsText.schema}>
          <Select
            value={table.schema}
            options={names.map((name) => ({ value: name, label: name }))}
            onValueChange={(schema) => onChange({ ...table, schema })}
          />
        </Field>
        <Field label={newTableFieldsText.name} error={table.name.trim() === '' ? newTableFieldsText.nameMissing : undefined}>
          <Input
            isMono
            autoComplete="off"
            spellCheck={false}
            value={table.name}
            onChange={(event) => onChange({ ...table, name: event.target.value })}
          />
        </Field>
      </div>
      <Switch
        isOn={table.hasNumber}
        onChange={(hasNumber) => onChange({ ...table, hasNumber })}
        label={
          <span>
            {newTableFieldsText.addKey} <span className="font-mono text-xs">{numberName}</span> {newTableFieldsText.addKeyAs}
          </span>
        }
      />
      <Switch
        isOn={table.hasRls}
        onChange={(hasRls) => onChange({ ...table, hasRls })}
        label={table.hasRls ? newTableFieldsText.rlsOn : newTableFieldsText.rlsOff}
      />
    </div>
  )
}
