import { Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { OwnerField } from '../objects/owner-field.tsx'
import { schemaFormText } from './messages.ts'
import { fieldsOf, newSchema, schemaDraft, type SchemaFields, type SchemaState } from './schema-draft.ts'

export interface SchemaFormProps {
  readonly projectRef: string
  /** Null for a new schema. */
  readonly original: SchemaState | null
  readonly onClose: () => void
  /** Runs once it is saved, with its name. */
  readonly onDone: (name: string) => void
}

/** Creates or edits a schema. */
export function SchemaForm({ projectRef, original, onClose, onDone }: SchemaFormProps) {
  // changes are computed against the schema as loaded first
  const [schema] = useState(original)
  const [fields, setFields] = useState<SchemaFields>(schema === null ? newSchema : fieldsOf(schema))
  const set = (change: Partial<SchemaFields>) => setFields((now) => ({ ...now, ...change }))
  const first = schema === null ? newSchema : fieldsOf(schema)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={schema === null ? schemaFormText.new : schemaFormText.edit(schema.name)}
      draft={schemaDraft(fields, schema)}
      submitLabel={schema === null ? schemaFormText.submitNew : schemaFormText.submit}
      doneText={schema === null ? schemaFormText.created(fields.name) : schemaFormText.saved(fields.name)}
      isDirty={JSON.stringify(fields) !== JSON.stringify(first)}
      onClose={onClose}
      onDone={() => onDone(fields.name)}
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={
        schema !== null &&
        fields.name !== schema.name && <p className="border-t px-4 py-3 text-xs text-soft">{schemaFormText.renameCosts(schema.name)}</p>
      }
    >
      {(problems) => (
        <>
          <Field label={schemaFormText.name} error={problems['name']} hint={schema === null ? schemaFormText.nameHint : undefined}>
            <Input isMono value={fields.name} autoComplete="off" spellCheck={false} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <OwnerField projectRef={projectRef} now={schema?.owner ?? null} value={fields.owner} onChange={(owner) => set({ owner })} />
          <Field label={schemaFormText.comment} isOptional>
            <Input value={fields.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
