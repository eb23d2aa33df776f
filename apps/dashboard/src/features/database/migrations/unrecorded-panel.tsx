import type { Migration } from '@colonnade/pg-meta'
import type { UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import { Button, Checkbox, ConfirmDialog, Field, Input, toast } from '@colonnade/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { profileQuery } from '../../../scope/queries.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { runChange } from '../../../scope/changes/database-change.ts'
import { unrecordedQuery } from './migration-queries.ts'
import { dismissal, keyOf, unrecordedDraft } from './unrecorded-draft.ts'
import { UnrecordedList } from './unrecorded-list.tsx'

export interface UnrecordedPanelProps {
  readonly projectRef: string
  readonly changes: readonly UnrecordedChange[]
  readonly known: readonly Migration[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export interface UnrecordedViewProps {
  readonly changes: readonly UnrecordedChange[]
  readonly onClose: () => void
}

const title = 'Changes without a migration'

/** The same for who may only look. */
export function UnrecordedView({ changes, onClose }: UnrecordedViewProps) {
  return (
    <SidePanel
      title={title}
      description="Made in the SQL editor or by other clients, the newest first. Members who may change the database record or dismiss them."
      size="wide"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4 p-4">
        <UnrecordedList changes={changes} />
      </div>
    </SidePanel>
  )
}

/** What changed the schema and is in no migration: to be recorded as one, or to be let be. */
export function UnrecordedPanel({ projectRef, changes, known, onClose, onDone }: UnrecordedPanelProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [dismissed, setDismissed] = useState<readonly UnrecordedChange[] | null>(null)
  // of one there is nothing to choose
  const chosen = changes.length === 1 ? changes : changes.filter((change) => !leftOut.has(keyOf(change)))
  const choose = (change: UnrecordedChange, isChosen: boolean): void => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(keyOf(change))
    else next.add(keyOf(change))
    setLeftOut(next)
  }
  return (
    <ChangePanel
      projectRef={projectRef}
      title={title}
      description="Made in the SQL editor or by other clients, newest first. Recording them runs nothing again: they are recorded under the time at which they were made, as several migrations where others came in between."
      size="wide"
      draft={unrecordedDraft({ name, createdBy: profile.primary_email }, chosen, known)}
      isDirty={name !== ''}
      submitLabel="Record as a migration"
      doneText="Changes recorded"
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <>
          <Field label="Name of the migration" error={problems['name']}>
            <Input value={name} autoComplete="off" placeholder="add_album_label" onChange={(event) => setName(event.target.value)} />
          </Field>
          {changes.length > 1 && (
            <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3">
              <Checkbox
                label={chosen.length === changes.length ? `${changes.length} changes` : `${chosen.length} of ${changes.length} changes`}
                isChecked={chosen.length === changes.length}
                isIndeterminate={chosen.length > 0 && chosen.length < changes.length}
                onCheckedChange={(isChecked) => setLeftOut(new Set(isChecked ? [] : changes.map(keyOf)))}
              />
              <Button size="sm" variant="ghost" disabled={chosen.length === 0} onClick={() => setDismissed(chosen)}>
                Dismiss the chosen
              </Button>
            </div>
          )}
          {problems['changes'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['changes']}
            </p>
          )}
          <UnrecordedList
            changes={changes}
            renderChoice={(change) =>
              changes.length > 1 && (
                <Checkbox
                  ariaLabel={`In the migration: ${change.commands.join(', ')} of ${change.objects.join(', ')}`}
                  isChecked={!leftOut.has(keyOf(change))}
                  onCheckedChange={(isChecked) => choose(change, isChecked)}
                />
              )
            }
            renderActions={(change) => (
              <Button size="sm" variant="ghost" onClick={() => setDismissed([change])}>
                Dismiss
              </Button>
            )}
          />
          {dismissed !== null && (
            <ConfirmDialog
              isOpen
              onOpenChange={() => setDismissed(null)}
              title={dismissed.length === 1 ? 'Dismiss this change?' : `Dismiss ${dismissed.length} changes?`}
              description={`${dismissed.length === 1 ? 'It goes' : 'They go'} from this list and can't be recorded from here any more. The database stays as it is.`}
              confirmLabel="Dismiss"
              onConfirm={async () => {
                await runChange(projectRef, dismissal(dismissed))
                toast.success(dismissed.length === 1 ? 'Change dismissed' : 'Changes dismissed')
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
