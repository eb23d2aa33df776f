import { Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { OwnerField } from '../objects/owner-field.tsx'
import { fieldsOf, newSchema, schemaDraft, type SchemaFields, type SchemaState } from './schema-draft.ts'

export interface SchemaFormProps {
  readonly projectRef: string
  /** Null for one that is being made. */
  readonly original: SchemaState | null
  readonly onClose: () => void
  /** It is saved, under this name. */
  readonly onDone: (name: string) => void
}

/** A schema that is made or changed. */
export function SchemaForm({ projectRef, original, onClose, onDone }: SchemaFormProps) {
  // as it was when the form was opened: what is saved is what was changed here
  const [schema] = useState(original)
  const [fields, setFields] = useState<SchemaFields>(schema === null ? newSchema : fieldsOf(schema))
  const set = (change: Partial<SchemaFields>) => setFields((now) => ({ ...now, ...change }))
  const first = schema === null ? newSchema : fieldsOf(schema)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={schema === null ? 'New schema' : `Edit schema ${schema.name}`}
      draft={schemaDraft(fields, schema)}
      submitLabel={schema === null ? 'Create schema' : 'Save schema'}
      doneText={schema === null ? `Schema ${fields.name} created` : `Schema ${fields.name} saved`}
      isDirty={JSON.stringify(fields) !== JSON.stringify(first)}
      onClose={onClose}
      onDone={() => onDone(fields.name)}
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={
        schema !== null &&
        fields.name !== schema.name && (
          <p className="border-t px-4 py-3 text-xs text-soft">
            Views, foreign keys and policies follow the new name. Bodies of functions, search paths and programs that say {schema.name} don’t: they
            fail until they are changed.
          </p>
        )
      }
    >
      {(problems) => (
        <>
          <Field
            label="Name"
            error={problems['name']}
            hint={schema === null ? 'Roles of the data API need usage on it before they see what is in it.' : undefined}
          >
            <Input isMono value={fields.name} autoComplete="off" spellCheck={false} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <OwnerField projectRef={projectRef} now={schema?.owner ?? null} value={fields.owner} onChange={(owner) => set({ owner })} />
          <Field label="Comment" isOptional>
            <Input value={fields.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
