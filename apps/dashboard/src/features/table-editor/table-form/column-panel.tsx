import { Checkbox, Field, Input } from '@colonnade/ui'
import { useEffect, useRef } from 'react'
import type { Panel } from '../open/open.ts'
import type { PanelProps } from '../open/panels.tsx'
import { TypeField } from './fields/type-field.tsx'
import { useTableForm } from './form-context.ts'
import { FormPanel } from './form-panel.tsx'
import { columnPanelText } from './messages.ts'
import { addColumn, changeColumn, setInKey } from './model/edits.ts'
import { columnId, type TableDraft } from './model/table-draft.ts'
import { ColumnDetails } from './sections/column-details.tsx'

type ColumnKind = 'column-add' | 'column-edit'

/** One column of the table that is looked at: a new one, or one that is there. */
export function ColumnPanel({ of, ...panel }: PanelProps<Extract<Panel, { readonly kind: ColumnKind }>>) {
  const isNew = of.kind === 'column-add'
  const table = panel.entity
  // opened by its address, it waits for the table
  if (table === null) return null
  const columnOf = (draft: TableDraft) => (isNew ? (draft.columns.find(({ origin }) => origin === null)?.id ?? null) : columnId(of.column))
  return (
    <FormPanel
      panel={panel}
      title={isNew ? columnPanelText.addTitle(table.name) : columnPanelText.editTitle(of.column)}
      tableId={table.id}
      start={(loaded) => {
        if (loaded === null) return null
        const { draft } = loaded.base
        if (isNew) return addColumn(draft)
        return draft.columns.some(({ name }) => name === of.column) ? draft : null
      }}
      columnOf={columnOf}
      submitLabel={isNew ? columnPanelText.addColumn : columnPanelText.save}
      renderBody={(draft) => <Body id={columnOf(draft) ?? ''} isNew={isNew} />}
    />
  )
}

function Body({ id, isNew }: { readonly id: string; readonly isNew: boolean }) {
  const { draft, edit, errors } = useTableForm()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  const column = draft.columns.find((one) => one.id === id)
  if (column === undefined) return null
  return (
    <div className="flex flex-col">
      <div className="grid grid-cols-1 gap-3 px-4 pt-4 pb-3 sm:grid-cols-2">
        <Field label={columnPanelText.name} error={errors[`column:${id}:name`] ?? errors[`column:${id}`]}>
          <Input
            ref={name}
            isMono
            value={column.name}
            placeholder={columnPanelText.namePlaceholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => edit((now) => changeColumn(now, id, { name: event.target.value }))}
          />
        </Field>
        <TypeField
          of={column.name}
          value={column.type}
          error={errors[`column:${id}:type`]}
          onChange={(type) => edit((now) => changeColumn(now, id, { type }))}
        />
      </div>
      <div className="px-4 pb-3">
        <Checkbox
          label={columnPanelText.inPrimaryKey}
          isChecked={draft.primaryKey?.columns.includes(id) ?? false}
          onCheckedChange={(isInKey) => edit((now) => setInKey(now, id, isInKey))}
        />
      </div>
      <ColumnDetails column={column} />
    </div>
  )
}
