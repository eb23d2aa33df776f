import type { Migration } from '@colonnade/pg-meta'
import type { UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import { Button, CodeBlock, ConfirmDialog, Field, Input, RelativeTime, toast } from '@colonnade/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../../scope/queries.ts'
import { ChangePanel } from '../objects/change-panel.tsx'
import { runChange } from '../objects/use-change.ts'
import { unrecordedQuery } from './migration-queries.ts'
import { dismissal, unrecordedDraft, wholeText } from './unrecorded-draft.ts'

export interface UnrecordedPanelProps {
  readonly projectRef: string
  readonly changes: readonly UnrecordedChange[]
  readonly known: readonly Migration[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What changed the schema and is in no migration: to be recorded as one, or to be let be. */
export function UnrecordedPanel({ projectRef, changes, known, onClose, onDone }: UnrecordedPanelProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const client = useQueryClient()
  const [now] = useState(() => new Date())
  const [name, setName] = useState('')
  const [dismissed, setDismissed] = useState<UnrecordedChange | null>(null)
  return (
    <ChangePanel
      projectRef={projectRef}
      title="Changes without a migration"
      description="Made in the SQL editor or by other clients, the newest first. Recording them runs nothing again."
      size="wide"
      draft={unrecordedDraft({ name, createdBy: profile.primary_email, now }, changes, known)}
      isDirty={name !== ''}
      submitLabel="Record as a migration"
      doneText="The changes are recorded"
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <>
          <Field label="Name of the migration" error={problems['name']}>
            <Input value={name} autoComplete="off" placeholder="add_album_label" onChange={(event) => setName(event.target.value)} />
          </Field>
          {changes.length === 0 && <p className="text-soft">There are none any more.</p>}
          <ol aria-label="Changes" className="flex flex-col gap-4">
            {changes.map((change) => (
              <li key={change.id} className="flex min-w-0 flex-col gap-2 rounded-lg border p-3">
                <div className="flex flex-wrap items-start justify-between gap-2">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium break-words">{change.commands.join(', ')}</p>
                    <p className="font-mono text-xs break-words text-soft">{change.objects.join(', ')}</p>
                    <p className="text-xs text-faint">
                      <RelativeTime value={change.asked_at} /> · by {change.changed_by}
                      {change.application_name !== '' && ` · ${change.application_name}`}
                    </p>
                  </div>
                  <Button size="sm" variant="ghost" onClick={() => setDismissed(change)}>
                    Dismiss
                  </Button>
                </div>
                {change.statement === null ? (
                  <p className="text-soft">Its text was not kept, because it may hold a password: it is left out of the migration.</p>
                ) : (
                  <>
                    <CodeBlock code={change.statement} label="SQL" isWrapped />
                    {wholeText(change) === null && <p className="text-soft">Only its beginning was kept: it is left out of the migration.</p>}
                  </>
                )}
              </li>
            ))}
          </ol>
          {dismissed !== null && (
            <ConfirmDialog
              isOpen
              onOpenChange={() => setDismissed(null)}
              title="Dismiss this change?"
              description="It goes from this list and can't be recorded from here any more. The database stays as it is."
              confirmLabel="Dismiss"
              onConfirm={async () => {
                await runChange(projectRef, dismissal(dismissed))
                toast.success('The change is dismissed')
                await client.invalidateQueries(unrecordedQuery(projectRef))
                setDismissed(null)
              }}
            />
          )}
        </>
      )}
    </ChangePanel>
  )
}
