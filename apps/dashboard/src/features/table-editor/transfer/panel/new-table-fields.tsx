import { Field, Input, Select, Switch } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { NewTable } from '../plan/draft.ts'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'

export interface NewTableFieldsProps {
  readonly projectRef: string
  readonly table: NewTable & { readonly hasNumber: boolean }
  /** What the numbering column would be called. */
  readonly numberName: string
  readonly onChange: (table: NewTable) => void
}

/** The table that is made for the rows. */
export function NewTableFields({ projectRef, table, numberName, onChange }: NewTableFieldsProps) {
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef))
  const names = schemas.some(({ name }) => name === table.schema)
    ? schemas.map(({ name }) => name)
    : [table.schema, ...schemas.map(({ name }) => name)]
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="Schema">
          <Select
            value={table.schema}
            options={names.map((name) => ({ value: name, label: name }))}
            onValueChange={(schema) => onChange({ ...table, schema })}
          />
        </Field>
        <Field label="Name" error={table.name.trim() === '' ? 'The table needs a name' : undefined}>
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
            Add <span className="font-mono text-xs">{numberName}</span>, which numbers the rows, as the primary key
          </span>
        }
      />
      <Switch
        isOn={table.hasRls}
        onChange={(hasRls) => onChange({ ...table, hasRls })}
        label={
          table.hasRls
            ? 'Row-level security: the API shows no row until a policy allows it'
            : 'No row-level security: the API shows every row to whoever has the anon key'
        }
      />
    </div>
  )
}
