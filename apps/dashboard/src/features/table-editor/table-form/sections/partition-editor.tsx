import { Field, IconButton, Input } from '@colonnade/ui'
import { Trash2 } from 'lucide-react'
import { BoundFields, type BoundFieldsProps } from '../fields/bound-fields.tsx'
import { useTableForm } from '../form-context.ts'
import { changeIn, removeFrom } from '../model/edits.ts'
import type { PartitionDraft } from '../model/table-draft.ts'
import { AttachedTable } from '../fields/attached-table.tsx'
import { AttachNotes } from './attach-notes.tsx'
import { partitionEditorText } from './messages.ts'

/** Edits a new partition or a table to attach. */
export function PartitionEditor({ partition, strategy, parts }: BoundFieldsProps) {
  const { edit, errors } = useTableForm()
  const change = (next: Partial<PartitionDraft>) => edit((now) => changeIn(now, 'newPartitions', partition.id, next))
  const error = errors[`partition:${partition.id}`]
  return (
    <fieldset aria-label={titleOf(partition)} className="flex flex-col gap-3 rounded-md border p-3">
      <div className="flex items-start gap-2">
        {partition.attaches === null ? (
          <Field label={partitionEditorText.name} className="flex-1" error={errors[`partition:${partition.id}:name`]}>
            <Input isMono value={partition.name} autoComplete="off" spellCheck={false} onChange={(event) => change({ name: event.target.value })} />
          </Field>
        ) : (
          <AttachedTable id={partition.id} table={partition.attaches.table} onChange={(table) => change({ attaches: { table } })} />
        )}
        <IconButton
          label={partitionEditorText.removePartition}
          className="mt-7"
          onClick={() => edit((now) => removeFrom(now, 'newPartitions', partition.id))}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {partition.attaches !== null && <AttachNotes table={partition.attaches.table} />}
      <BoundFields partition={partition} strategy={strategy} parts={parts} />
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function titleOf({ name, attaches }: PartitionDraft): string {
  if (attaches !== null) return attaches.table === null ? partitionEditorText.attachTable : partitionEditorText.attach(attaches.table.name)
  return name === '' ? partitionEditorText.newPartition : partitionEditorText.partition(name)
}
