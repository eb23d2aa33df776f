import { Button, Checkbox, Field, Textarea } from '@colonnade/ui'
import { Plus } from 'lucide-react'
import { SourceField } from '../fields/source-field.tsx'
import { MissingValues, TypeChange } from '../fields/type-change.tsx'
import { TypeDetails } from '../fields/type-field.tsx'
import { useError, useTableForm } from '../form-context.ts'
import { columnText } from '../messages.ts'
import { addCheck, addForeignKey, changeColumn, isUniqueAlone, setUniqueAlone } from '../model/edits.ts'
import type { ColumnDraft } from '../model/table-draft.ts'
import { CheckEditor } from './checks-section.tsx'
import { ForeignKeyEditor } from './foreign-key-editor.tsx'
import { columnDetailsText } from './messages.ts'

/** The rarer settings of a column. */
export function ColumnDetails({ column }: { readonly column: ColumnDraft }) {
  const { draft, edit } = useTableForm()
  const nullableError = useError(`column:${column.id}:nullable`)
  const change = (next: Partial<ColumnDraft>) => edit((now) => changeColumn(now, column.id, next))
  const isInKey = draft.primaryKey?.columns.includes(column.id) ?? false
  const keys = draft.foreignKeys.filter(({ columns }) => columns.includes(column.id))
  const checks = draft.checks.filter((check) => check.column === column.id)
  const shared = draft.uniques.filter(({ columns, isInherited }) => isInherited && columns.includes(column.id))
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
      <TypeDetails value={column.type} onChange={(type) => change({ type })} />
      <TypeChange column={column} onChange={(using) => change({ using })} />
      <SourceField column={column} onChange={(source) => change({ source })} />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <Checkbox
            label={isInKey ? columnText.allowNullInKey : columnText.allowNull}
            isChecked={column.isNullable && !isInKey && column.source.kind !== 'identity'}
            disabled={isInKey || column.source.kind === 'identity'}
            onCheckedChange={(isNullable) => change({ isNullable })}
          />
          <Checkbox
            label={columnDetailsText.unique}
            isChecked={isUniqueAlone(draft, column.id)}
            disabled={shared.length > 0}
            onCheckedChange={(isUnique) => edit((now) => setUniqueAlone(now, column.id, isUnique))}
          />
        </div>
        {nullableError !== undefined && (
          <p role="alert" className="text-xs text-danger">
            {nullableError}
          </p>
        )}
        <MissingValues column={column} />
      </div>
      {checks.map((check) => (
        <CheckEditor key={check.id} check={check} />
      ))}
      {keys.map((key) => (
        <ForeignKeyEditor key={key.id} foreignKey={key} />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" onClick={() => edit((now) => addCheck(now, { column: column.id }))}>
          <Plus aria-hidden />
          {columnDetailsText.check}
        </Button>
        {keys.length === 0 && (
          <Button size="sm" variant="ghost" onClick={() => edit((now) => addForeignKey(now, { columns: [column.id] }))}>
            <Plus aria-hidden />
            {columnDetailsText.foreignKey}
          </Button>
        )}
      </div>
      <Field label={columnDetailsText.comment} isOptional>
        <Textarea rows={1} value={column.comment} onChange={(event) => change({ comment: event.target.value })} />
      </Field>
    </div>
  )
}
