import { Field, SearchSelect } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { tableNamesQuery } from '../../../../scope/table-names.ts'
import { useTableForm } from '../form-context.ts'
import type { DraftId } from '../model/table-draft.ts'
import { attachedTableText } from './messages.ts'

export interface AttachedTableProps {
  /** Of the partition. */
  readonly id: DraftId
  readonly table: { readonly schema: string; readonly name: string } | null
  readonly onChange: (table: { readonly schema: string; readonly name: string }) => void
}

/** The table that becomes a partition: any that is none yet. */
export function AttachedTable({ id, table, onChange }: AttachedTableProps) {
  const { projectRef, base, draft, errors } = useTableForm()
  const { data: names = [] } = useQuery(tableNamesQuery(projectRef))
  const others = draft.newPartitions.filter((partition) => partition.id !== id).map(({ attaches }) => attaches?.table)
  const offered = names.filter(
    (one) => one.id !== base?.definition.id && !others.some((other) => other?.schema === one.schema && other.name === one.name),
  )
  const chosen = names.find(({ schema, name }) => schema === table?.schema && name === table.name)
  return (
    <Field label={attachedTableText.label} className="min-w-0 flex-1" error={errors[`partition:${id}:name`]}>
      <SearchSelect
        value={chosen === undefined ? '' : String(chosen.id)}
        options={offered.map(({ id: oid, schema, name }) => ({ value: String(oid), label: name, hint: schema }))}
        searchLabel={attachedTableText.searchTables}
        emptyText={attachedTableText.noMatch}
        onValueChange={(value) => {
          const found = names.find(({ id: oid }) => String(oid) === value)
          if (found !== undefined) onChange({ schema: found.schema, name: found.name })
        }}
      />
    </Field>
  )
}
