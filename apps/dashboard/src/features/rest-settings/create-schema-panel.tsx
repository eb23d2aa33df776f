import { schemas } from '@colonnade/pg-meta'
import { openSchema } from '@colonnade/pg-meta/exposure-repairs'
import { ChangePanel } from '../../scope/changes/change-panel.tsx'
import type { Draft } from '../../scope/changes/draft.ts'
import { apiSchema, createSchema } from './messages.ts'

const draft: Draft = {
  kind: 'change',
  change: { name: createSchema.title, commands: [schemas.create({ name: apiSchema }), openSchema(apiSchema)] },
}

export interface CreateSchemaPanelProps {
  readonly projectRef: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Creates the schema that keeps what is exposed apart from the tables. */
export function CreateSchemaPanel({ projectRef, onClose, onDone }: CreateSchemaPanelProps) {
  return (
    <ChangePanel
      projectRef={projectRef}
      title={createSchema.title}
      draft={draft}
      isDirty={false}
      submitLabel={createSchema.submit}
      doneText={createSchema.done}
      onClose={onClose}
      onDone={onDone}
    >
      {() => (
        <>
          <p>{createSchema.text}</p>
          <p className="text-soft">{createSchema.next}</p>
        </>
      )}
    </ChangePanel>
  )
}
