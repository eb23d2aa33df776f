import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { alterationOf } from './index-draft.ts'
import { indexEditFormText } from './messages.ts'

export interface IndexEditFormProps {
  readonly projectRef: string
  readonly item: IndexSummary
  readonly comment: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Edits an index's name and comment; Postgres can't change the rest. */
export function IndexEditForm({ projectRef, item, comment, onClose, onDone }: IndexEditFormProps) {
  // changes are computed against the index as loaded first
  const [first] = useState({ name: item.name, comment: comment ?? '' })
  const [draft, setDraft] = useState(first)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={indexEditFormText.title(first.name)}
      description={indexEditFormText.fixed}
      draft={alterationOf({ schema: item.schema, name: first.name }, { comment: first.comment === '' ? null : first.comment }, draft)}
      submitLabel={indexEditFormText.submit}
      doneText={indexEditFormText.saved(draft.name)}
      onClose={onClose}
      onDone={onDone}
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={
        <p className="px-4 pb-4 text-xs text-soft">
          {indexEditFormText.costs}
          {item.has_constraint && indexEditFormText.constraintRenamed}
        </p>
      }
    >
      {(problems) => (
        <>
          <Field label={indexEditFormText.name} error={problems['name']}>
            <Input
              isMono
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <Field label={indexEditFormText.comment} isOptional>
            <Input value={draft.comment} onChange={(event) => setDraft({ ...draft, comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
