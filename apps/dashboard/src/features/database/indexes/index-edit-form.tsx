import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { alterationOf } from './index-draft.ts'

export interface IndexEditFormProps {
  readonly projectRef: string
  readonly item: IndexSummary
  readonly comment: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Changes what can be changed of an index: its name and its comment. */
export function IndexEditForm({ projectRef, item, comment, onClose, onDone }: IndexEditFormProps) {
  // what the work began with stays, whatever is loaded meanwhile
  const [first] = useState({ name: item.name, comment: comment ?? '' })
  const [draft, setDraft] = useState(first)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={`Edit ${first.name}`}
      description="Its columns, method and condition stay as made: for others, duplicate it, change the copy, and delete this one."
      draft={alterationOf({ schema: item.schema, name: first.name }, { comment: first.comment === '' ? null : first.comment }, draft)}
      submitLabel="Save index"
      doneText={`${draft.name} saved`}
      onClose={onClose}
      onDone={onDone}
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={
        <p className="px-4 pb-4 text-xs text-soft">
          Neither readers nor writers wait for it.{item.has_constraint && ' The constraint of this name is renamed with it.'}
        </p>
      }
    >
      {(problems) => (
        <>
          <Field label="Name" error={problems['name']}>
            <Input
              isMono
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <Field label="Comment" isOptional>
            <Input value={draft.comment} onChange={(event) => setDraft({ ...draft, comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
